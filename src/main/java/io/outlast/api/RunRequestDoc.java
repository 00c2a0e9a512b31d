package io.outlast.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** The body of {@code POST /v1/runs}, for the OpenAPI document; it is read field by field. */
@Schema(name = "RunRequest")
record RunRequestDoc(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "hello") String agent,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "Good morning") String input,
    @Schema(description = "Your own labels; lists can be filtered by them")
        Map<String, String> metadata,
    @Schema(
            description =
                "This run's layer of the limits: runTimeout, toolTimeout, maxTurns and so on, and"
                    + " toolsConfig",
            example = "{\"runTimeout\": \"10m\", \"toolTimeout\": \"30s\"}")
        Map<String, Object> limits,
    @Schema(description = "Not before this RFC 3339 instant", example = "2030-01-31T06:00:00Z")
        String startAfter,
    @Schema(
            description = "Where a signed message is sent when the run has ended",
            example = "https://example.com/hooks/outlast")
        String webhook) {}
