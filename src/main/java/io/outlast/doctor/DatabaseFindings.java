package io.outlast.doctor;

import java.util.List;

/** What there is to say of the database. */
final class DatabaseFindings {

  private DatabaseFindings() {}

  static List<Finding> of(DatabaseReport database) {
    if (database.inUse()) {
      return List.of(
          Finding.warn(
              "database",
              "It is in use by another process, most likely by the running service: ask that one"
                  + " by GET /v1/doctor."));
    }
    if (!database.reachable()) {
      return List.of(
          Finding.error(
              "database", "It cannot be reached, so no run can be: " + database.detail()));
    }
    if (database.migration() == null) {
      return List.of(
          Finding.info("database", "It is new; the service makes its tables when it starts."));
    }
    if (!database.migration().equals(database.newestMigration())) {
      return List.of(
          Finding.info(
              "database",
              "Its tables are at version %s, this program brings %s: the service migrates them when it starts."
                  .formatted(database.migration(), database.newestMigration())));
    }
    return List.of();
  }
}
