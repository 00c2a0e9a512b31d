package io.outlast.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * The database.
 *
 * @param url without credentials
 * @param inUse whether a running service keeps the embedded database to itself
 * @param migration version of the tables; null while there are none
 * @param newestMigration version that this program brings
 * @param detail why it cannot be reached
 */
@JsonInclude(Include.ALWAYS)
public record DatabaseReport(
    boolean reachable,
    boolean inUse,
    String url,
    @Nullable String product,
    @Nullable String version,
    @Nullable String migration,
    String newestMigration,
    @Nullable String detail) {}
