package io.outlast.durability;

import static org.awaitility.Awaitility.await;

import io.outlast.OutlastApplication;
import io.outlast.agent.AgentCatalog;
import io.outlast.agent.Conversations;
import io.outlast.agent.RunRequests;
import io.outlast.journal.Journal;
import io.outlast.journal.RunFilter;
import io.outlast.journal.Step;
import io.outlast.queue.RunQueue;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process with the service in it, which first ends the runs that were left behind, then starts
 * one and kills itself with SIGKILL before or after a write of that run to the journal: {@code
 * FOLDER AGENT POINT}, where a point is for instance {@code before:dispatch append:2}. Without a
 * point nothing is killed and a report is written; without an agent no run is started.
 */
public final class CrashingService {

  private static final Set<String> WRITES = Set.of("accept", "claim", "append", "finish");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How often which kind of write was made. */
  private static final Map<String, Integer> WRITTEN = new ConcurrentHashMap<>();

  private static volatile String point = "";

  private CrashingService() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    SpringApplication service = new SpringApplication(OutlastApplication.class, Hook.class);
    service.setWebApplicationType(WebApplicationType.NONE);
    ApplicationContext context = service.run(settings(folder));
    awaitAllEnded(context);
    if (args.length > 2) {
      point = args[2];
    }
    WRITTEN.clear();
    if (args.length > 1) {
      submit(context, args[1]);
      awaitAllEnded(context);
    }
    Files.writeString(folder.resolve("report.json"), report(context));
    Runtime.getRuntime().halt(0);
  }

  private static String[] settings(Path folder) {
    return new String[] {
      "--outlast.data-dir=" + folder.resolve("data"),
      "--outlast.agents.location=file:" + folder.resolve("agents") + "/",
      "--outlast.mcp.servers.ledger.command=node",
      "--outlast.mcp.servers.ledger.args[0]=" + folder.resolve("ledger-mcp-server.mjs"),
      "--outlast.mcp.servers.ledger.args[1]=" + folder.resolve("ledger.txt"),
    };
  }

  private static void submit(ApplicationContext context, String agent) {
    context
        .getBean(RunQueue.class)
        .submit(
            RunRequests.prepare(
                context.getBean(AgentCatalog.class).find(agent).orElseThrow().spec(),
                "go",
                LimitOverrides.NONE,
                "{}",
                context.getBean(OutlastSettings.class).limits()));
  }

  private static void awaitAllEnded(ApplicationContext context) {
    Journal journal = context.getBean(Journal.class);
    await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(PATIENCE)
        .until(() -> runs(journal).stream().allMatch(run -> run.status().isTerminal()));
  }

  private static List<Run> runs(Journal journal) {
    RunFilter all = new RunFilter((RunStatus) null, null, null, null, Map.of(), null);
    return journal.list(all, 100);
  }

  private static String report(ApplicationContext context) {
    Journal journal = context.getBean(Journal.class);
    Conversations conversations = context.getBean(Conversations.class);
    return JsonMapper.builder()
        .build()
        .writeValueAsString(
            runs(journal).stream()
                .map(run ->
                    new Report(
                        run.agent(),
                        run.status().wireName(),
                        run.attempt(),
                        journal.events(run.id(), 0, 1000).stream()
                            .map(entry -> entry.event().type())
                            .toList(),
                        journal.toolCalls(run.id(), 0, 100).stream()
                            .map(call -> call.tool() + " " + call.status())
                            .sorted()
                            .toList(),
                        conversations.of(run).transcript().stream()
                            .map(message -> message.toString().replace(run.agent(), "AGENT"))
                            .toList()))
                .toList());
  }

  /** What became of a run. The agent's name is its mark in the ledger. */
  public record Report(
      String agent,
      String status,
      int attempt,
      List<String> events,
      List<String> calls,
      List<String> transcript) {}

  static final class Hook implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return bean instanceof Journal journal
          ? Proxy.newProxyInstance(
              Journal.class.getClassLoader(),
              new Class<?>[] {Journal.class},
              (proxy, method, arguments) -> passOn(journal, method, arguments))
          : bean;
    }

    private static Object passOn(Journal journal, Method method, Object[] arguments)
        throws Throwable {
      if (!WRITES.contains(method.getName())) {
        return invoke(journal, method, arguments);
      }
      String kind = kind(method, arguments);
      String write = kind + ":" + WRITTEN.merge(kind, 1, Integer::sum);
      dieAt("before:" + write);
      Object result = invoke(journal, method, arguments);
      dieAt("after:" + write);
      return result;
    }

    /** Remarks are written by themselves or with what follows, as time has it. */
    private static String kind(Method method, Object[] arguments) {
      if (!method.getName().equals("append")) {
        return method.getName();
      }
      Step step = (Step) arguments[1];
      if (!step.newCalls().isEmpty()) {
        return "dispatch " + step.newCalls().getFirst().tool();
      }
      return step.endedCalls().isEmpty()
          ? "remarks"
          : "ended " + step.endedCalls().getFirst().tool();
    }

    private static Object invoke(Journal journal, Method method, Object[] arguments)
        throws Throwable {
      try {
        return method.invoke(journal, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private static void dieAt(String here) throws IOException, InterruptedException {
    if (here.equals(point)) {
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
      new CountDownLatch(1).await();
    }
  }
}
