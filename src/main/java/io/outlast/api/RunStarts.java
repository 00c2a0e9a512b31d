package io.outlast.api;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.RunRequests;
import io.outlast.journal.Acceptance;
import io.outlast.queue.RunQueue;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.settings.OutlastSettings;
import io.outlast.tool.ToolSource;
import io.outlast.webhook.Webhooks;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Turns the body of a request into a run that waits. Thread-safe; blocks on the database. */
@Component
final class RunStarts {

  private final RunQueue queue;
  private final AgentCatalog agents;
  private final OutlastSettings settings;
  private final Webhooks webhooks;
  private final RunSubmissionReader reader;

  RunStarts(
      RunQueue queue,
      AgentCatalog agents,
      ToolSource tools,
      OutlastSettings settings,
      Webhooks webhooks) {
    this.queue = queue;
    this.agents = agents;
    this.settings = settings;
    this.webhooks = webhooks;
    this.reader = new RunSubmissionReader(settings.limits(), tools, webhooks);
  }

  /**
   * @param key the request's idempotency key, if it has one
   * @throws ApiProblem when the body, its agent or the key cannot be used
   */
  Acceptance start(byte[] body, @Nullable String key) {
    RunSubmission wanted = reader.read(body);
    NewRun run = prepare(wanted);
    String url = wanted.webhook();
    Consumer<Run> within =
        url == null ? accepted -> {} : accepted -> webhooks.ask(accepted.id(), url);
    return key == null
        ? new Acceptance.New(queue.submit(run, within))
        : queue.submit(run, RequestKeys.of(key, body), within);
  }

  private NewRun prepare(RunSubmission wanted) {
    AgentCatalog.Entry agent =
        agents.find(wanted.agent()).orElseThrow(() -> Runs.unknownAgent(agents, wanted.agent()));
    NewRun run =
        RunRequests.prepare(
            agent.spec(), wanted.input(), wanted.limits(), wanted.limitsJson(), settings.limits());
    return RunRequests.with(run, wanted.metadata(), wanted.startAfter());
  }
}
