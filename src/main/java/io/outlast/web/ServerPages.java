package io.outlast.web;

import io.outlast.doctor.Doctor;
import io.outlast.doctor.ServerReports;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;

/** The MCP servers as they are, and the doctor's report. */
@Controller
class ServerPages {

  private final ServerReports servers;
  private final Doctor doctor;

  ServerPages(ServerReports servers, Doctor doctor) {
    this.servers = servers;
    this.doctor = doctor;
  }

  @GetMapping("/servers")
  String servers(
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx, Model model) {
    model.addAttribute("servers", servers.all());
    return htmx == null ? "servers" : "servers :: servers";
  }

  /** The page comes at once; what takes seconds is fetched by it. */
  @GetMapping("/doctor")
  String doctor() {
    return "doctor";
  }

  @GetMapping("/doctor/report")
  String report(Model model) throws InterruptedException {
    model.addAttribute("report", doctor.report());
    return "report :: report";
  }
}
