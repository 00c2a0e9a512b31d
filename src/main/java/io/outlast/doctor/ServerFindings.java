package io.outlast.doctor;

import io.outlast.agent.NamedTools;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolRef;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What there is to say of the MCP servers. */
final class ServerFindings {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final List<Finding> findings = new ArrayList<>();

  private ServerFindings() {}

  static List<Finding> of(List<ServerReport> servers, Map<String, McpServerSettings> settings) {
    ServerFindings all = new ServerFindings();
    for (ServerReport server : servers) {
      all.state(server);
      McpServerSettings own = settings.get(server.name());
      if (own != null) {
        all.settings(server, own);
      }
      all.idleLimits(server);
    }
    return all.findings;
  }

  private void state(ServerReport server) {
    if (server.usable()) {
      if (server.tools().isEmpty()) {
        warn(server, "It is connected but offers no tool, or include and exclude leave none.");
      }
      if (server.timings().ping() == null) {
        findings.add(
            Finding.info(
                subject(server),
                "It does not answer pings. Should it hang, that is noticed only when two calls in a"
                    + " row have timed out."));
      }
      return;
    }
    ServerReport.LastError error = server.lastError();
    String why = error == null ? "" : ": " + error.message();
    String what = "It is not usable (" + server.state() + ")" + why;
    findings.add(
        server.required()
            ? Finding.error(subject(server), what + ". It is required.")
            : Finding.warn(subject(server), what));
  }

  private void settings(ServerReport server, McpServerSettings own) {
    PinnedVersion.missing(own)
        .ifPresent(name ->
            findings.add(
                Finding.info(
                    subject(server),
                    own.command()
                        + " starts "
                        + name
                        + " in whatever version is newest; write "
                        + name
                        + "@VERSION so that a release elsewhere changes nothing here.")));
    URI url = own.url();
    if (url != null
        && "http".equalsIgnoreCase(url.getScheme())
        && !own.headers().isEmpty()
        && !LOOPBACK.contains(String.valueOf(url.getHost()))) {
      warn(server, "Its headers are sent over plain http, readable by anyone on the way.");
    }
    if (server.usable()) {
      unknownTools(server, own);
    }
  }

  private void unknownTools(ServerReport server, McpServerSettings own) {
    Set<String> only = Set.of(server.name());
    List<ToolRef> offered =
        server.tools().stream().map(tool -> new ToolRef(server.name(), tool.name())).toList();
    NamedTools known = new NamedTools(only, only, offered);
    for (String tool : own.tools().keySet()) {
      known
          .problem(new ToolRef(server.name(), tool).toString())
          .ifPresent(it -> warn(server, "tools." + tool + " changes nothing: it " + it));
    }
  }

  private void idleLimits(ServerReport server) {
    List<String> never =
        server.tools().stream()
            .filter(tool -> LimitFindings.idleNeverFires(tool.deadline()))
            .map(ToolReport::name)
            .toList();
    if (!never.isEmpty()) {
      warn(
          server,
          "The idle limit never fires, because the tool timeout is not longer: "
              + LimitFindings.some(never));
    }
  }

  private void warn(ServerReport server, String message) {
    findings.add(Finding.warn(subject(server), message));
  }

  private static String subject(ServerReport server) {
    return "server " + server.name();
  }
}
