package io.outlast.cli;

import io.outlast.agent.AgentCatalog;
import io.outlast.api.RunView;
import io.outlast.journal.Journal;
import io.outlast.run.Run;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** One run in the foreground: progress on standard error, the answer on standard output. */
final class RunCommand {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Class<?> application;
  private final Output output;

  RunCommand(Class<?> application, Output output) {
    this.application = application;
    this.output = output;
  }

  int execute(CommandLine.RunAgent asked) {
    Interrupts interrupts = Interrupts.install(output.err());
    ConfigurableApplicationContext context;
    try {
      context = new CommandContext(application).eagerly(Journal.class).start(asked.settings());
    } catch (RuntimeException e) {
      // Spring Boot has said why.
      return ExitCode.USAGE;
    }
    try (context) {
      return run(asked, context, interrupts);
    } catch (RuntimeException e) {
      output.err().println("outlast: " + StartFailure.root(e));
      return ExitCode.FAILED;
    }
  }

  private int run(
      CommandLine.RunAgent asked, ConfigurableApplicationContext context, Interrupts interrupts) {
    AgentCatalog agents = context.getBean(AgentCatalog.class);
    Optional<AgentCatalog.Entry> agent = agents.find(asked.agent());
    if (agent.isEmpty()) {
      output.err().println("outlast: " + unknown(asked.agent(), agents));
      return ExitCode.USAGE;
    }
    if (interrupts.isInterrupted()) {
      return ExitCode.CANCELLED;
    }
    Run over = new ForegroundRun(context, output, interrupts).of(agent.get().spec(), asked.input());
    print(over, asked.json());
    return ExitCode.of(over.status());
  }

  private void print(Run over, boolean json) {
    PrintStream out = output.out();
    if (json) {
      out.println(JSON.writeValueAsString(RunView.of(over, Clock.systemUTC().instant())));
    } else if (over.output() != null) {
      out.println(over.output());
    }
    out.flush();
  }

  private static String unknown(String name, AgentCatalog agents) {
    String known =
        agents.list().stream().map(it -> it.spec().name()).collect(Collectors.joining(", "));
    return "there is no agent '%s'; there %s"
        .formatted(name, known.isEmpty() ? "is none at all" : "are: " + known);
  }
}
