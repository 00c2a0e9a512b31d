package io.outlast.api;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the OpenAPI document says beside what the controllers say themselves. */
@Configuration(proxyBeanMethods = false)
class OpenApiDocument {

  private static final String PROBLEM = "Problem";
  private static final String BEARER = "bearer";
  private static final String EVENT =
      """
      id: 7
      event: tool.finished
      data: {"seq":7,"runId":"run_01J","type":"tool.finished","at":"2030-01-31T06:00:00Z","data":{}}
      """;

  @Bean
  OpenAPI document() {
    return new OpenAPI()
        .info(
            new Info()
                .title("Outlast")
                .version("v1")
                .description("Starts, watches and stops long-running agents that use MCP tools.")
                .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
        .servers(List.of(new Server().url("/")))
        .components(
            new Components()
                .addSecuritySchemes(
                    BEARER,
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .description("An API key or a JWT, where credentials are configured")))
        .security(List.of(new SecurityRequirement().addList(BEARER)));
  }

  @Bean
  OpenApiCustomizer everyOperationMayEndInAProblem() {
    return document -> {
      // Not earlier: what nothing refers to yet would be taken out again.
      document.getComponents().addSchemas(PROBLEM, problem());
      document
          .getPaths()
          .forEach((path, item) -> item.readOperations().forEach(OpenApiDocument::complete));
    };
  }

  private static void complete(Operation operation) {
    operation
        .getResponses()
        .addApiResponse(
            "default",
            new ApiResponse()
                .description("It was not possible; `code` says why, `detail` what to do")
                .content(
                    new Content()
                        .addMediaType(
                            "application/problem+json",
                            new MediaType()
                                .schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM)))));
    operation.getResponses().values().stream()
        .map(ApiResponse::getContent)
        .filter(content -> content != null && content.containsKey(RunEventStream.CONTENT_TYPE))
        .forEach(content ->
            content.put(
                RunEventStream.CONTENT_TYPE,
                new MediaType().schema(new StringSchema()).example(EVENT)));
  }

  private static Schema<?> problem() {
    Schema<?> field =
        new ObjectSchema()
            .addProperty("field", new StringSchema())
            .addProperty("message", new StringSchema());
    Schema<?> problem =
        new ObjectSchema()
            .description("What went wrong (RFC 9457)")
            .addProperty("type", new StringSchema())
            .addProperty("title", new StringSchema())
            .addProperty("status", new IntegerSchema())
            .addProperty("code", new StringSchema().description("Stable, for programs"))
            .addProperty("detail", new StringSchema().description("What a person can do about it"))
            .addProperty("errors", new ArraySchema().items(field))
            .required(List.of("status", "code", "detail"));
    problem.setExample(
        Map.of(
            "type", "about:blank",
            "title", "Bad Request",
            "status", 400,
            "code", "invalid_request",
            "detail", "input is missing",
            "errors", List.of(Map.of("field", "input", "message", "is missing"))));
    return problem;
  }
}
