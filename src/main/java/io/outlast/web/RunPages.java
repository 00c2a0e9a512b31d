package io.outlast.web;

import io.outlast.agent.AgentCatalog;
import io.outlast.api.Transcripts;
import io.outlast.journal.Journal;
import io.outlast.journal.RunFilter;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** The list of runs, and the page of one run with its parts. */
@Controller
class RunPages {

  private static final int PAGE = 50;
  private static final String HTMX = "HX-Request";

  private final Journal journal;
  private final AgentCatalog agents;
  private final Transcripts transcripts;
  private final OutlastSettings settings;
  private final Clock clock;

  RunPages(
      Journal journal,
      AgentCatalog agents,
      Transcripts transcripts,
      OutlastSettings settings,
      Clock clock) {
    this.journal = journal;
    this.agents = agents;
    this.transcripts = transcripts;
    this.settings = settings;
    this.clock = clock;
  }

  @GetMapping("/")
  String list(
      @RequestParam(defaultValue = "") String status,
      @RequestParam(defaultValue = "") String agent,
      @RequestParam(defaultValue = "") String before,
      @RequestHeader(name = HTMX, required = false) @Nullable String htmx,
      Model model) {
    RunFilter filter =
        new RunFilter(
            status(status),
            agent.isBlank() ? null : storable(agent.strip()),
            null,
            null,
            Map.of(),
            before.isEmpty() ? null : new RunId(storable(before)));
    List<Run> found = journal.list(filter, PAGE + 1);
    List<Run> shown = found.subList(0, Math.min(PAGE, found.size()));
    model.addAttribute("runs", shown.stream().map(run -> RunRow.of(run, clock.instant())).toList());
    model.addAttribute("older", found.size() > PAGE ? shown.getLast().id().value() : null);
    model.addAttribute("status", status);
    model.addAttribute("agent", agent);
    model.addAttribute("before", before);
    if (htmx != null) {
      return "runs :: table";
    }
    model.addAttribute(
        "statuses", Arrays.stream(RunStatus.values()).map(RunStatus::wireName).toList());
    model.addAttribute("agents", agents.list().stream().map(AgentCatalog.Entry::spec).toList());
    model.addAttribute("location", settings.agents().location());
    return "runs";
  }

  private static @Nullable RunStatus status(String text) {
    if (text.isEmpty()) {
      return null;
    }
    String known =
        Arrays.stream(RunStatus.values())
            .map(RunStatus::wireName)
            .collect(Collectors.joining(", "));
    return RunStatus.of(text)
        .orElseThrow(() ->
            new UnclearAddress(
                "No run has the status '%s'; there are %s.".formatted(Words.excerpt(text), known)));
  }

  @GetMapping("/runs/{id}")
  String run(@PathVariable String id, Model model) {
    model.addAttribute("run", RunPage.of(find(id), clock.instant()));
    return "run";
  }

  @GetMapping("/runs/{id}/summary")
  String summary(@PathVariable String id, Model model) {
    run(id, model);
    return "run :: overview";
  }

  @GetMapping("/runs/{id}/transcript")
  String transcript(@PathVariable String id, Model model) {
    model.addAttribute("transcript", transcripts.of(find(id)));
    return "transcript :: transcript";
  }

  @GetMapping("/runs/{id}/calls/{callId}")
  String call(@PathVariable String id, @PathVariable String callId, Model model) {
    model.addAttribute(
        "call",
        journal
            .toolCall(find(id).id(), storable(callId))
            .map(CallPage::of)
            .orElseThrow(() -> new NoSuchPage("This run has no such tool call.")));
    return "call :: call";
  }

  private Run find(String id) {
    Optional<Run> run = journal.find(new RunId(storable(id)));
    return run.orElseThrow(() ->
        new NoSuchPage("There is no run " + Words.excerpt(id) + "; it may have been deleted."));
  }

  /** No database looks for a NUL. */
  private static String storable(String text) {
    return text.replace('\0', '\uFFFD');
  }
}
