package io.outlast.api;

import io.outlast.doctor.ServerReport;
import io.outlast.doctor.ServerReports;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the MCP servers, and restarts one. */
@RestController
@RequestMapping(path = "/v1/mcp/servers", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "mcp servers")
class McpServerController {

  private final ServerReports servers;

  McpServerController(ServerReports servers) {
    this.servers = servers;
  }

  @GetMapping
  @Operation(
      operationId = "listMcpServers",
      summary = "List the MCP servers in the configuration's order")
  Page<ServerReport> list() {
    return Page.whole(servers.all());
  }

  @GetMapping("/{name}")
  @Operation(
      operationId = "getMcpServer",
      summary = "Show an MCP server with its tools and their deadlines")
  ServerReport show(@PathVariable String name) {
    return servers.find(name).orElseThrow(() -> unknown(name));
  }

  @PostMapping("/{name}/restart")
  @Operation(
      operationId = "restartMcpServer",
      summary = "Close a server's connection and begin a fresh one")
  ServerReport restart(@PathVariable String name) {
    return servers.restart(name).orElseThrow(() -> unknown(name));
  }

  private ApiProblem unknown(String name) {
    String known = servers.all().stream().map(ServerReport::name).collect(Collectors.joining(", "));
    return ApiProblem.notFound(
        "unknown_mcp_server",
        "There is no MCP server '%s'; there %s."
            .formatted(Text.quotable(name), known.isEmpty() ? "is none at all" : "are: " + known));
  }
}
