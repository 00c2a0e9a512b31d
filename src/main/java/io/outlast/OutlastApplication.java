package io.outlast;

import io.outlast.cli.Cli;
import io.outlast.demo.DemoMcpServer;
import io.outlast.settings.OutlastSettings;
import io.outlast.worker.StopSignals;
import java.io.IOException;
import java.util.OptionalInt;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Entry point of the service and of its commands. */
@SpringBootApplication
public class OutlastApplication {

  public static void main(String[] args) throws IOException {
    if (args.length > 0 && args[0].equals(DemoMcpServer.COMMAND)) {
      DemoMcpServer.serve(System.in, System.out);
      return;
    }
    OptionalInt exitCode = new Cli(OutlastApplication.class).run(args);
    if (exitCode.isPresent()) {
      System.exit(exitCode.getAsInt());
    }
    var service = SpringApplication.run(OutlastApplication.class, args);
    StopSignals.install(service.getBean(OutlastSettings.class).runs().drainTimeout());
  }
}
