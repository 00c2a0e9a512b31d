package io.outlast.api;

import io.swagger.v3.oas.annotations.media.Schema;

/** The body of a cancel request, for the OpenAPI document; it is read field by field. */
@Schema(name = "CancelRequest")
record CancelRequestDoc(
    @Schema(description = "For the record", example = "not needed any more") String reason) {}
