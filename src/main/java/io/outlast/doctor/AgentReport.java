package io.outlast.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolRef;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent with what its definition comes to at this moment.
 *
 * @param model name of the configured model, the default one if the agent names none
 * @param tools the patterns of the definition
 * @param limits every limit of its runs by name
 * @param resolvedTools the tools that the patterns mean now
 * @param unmatchedTools the patterns that mean none, as far as their servers have been reached
 * @param problems what is wrong with a later edit of the file
 * @param warnings what in the definition changes nothing
 * @param source the file
 */
@JsonInclude(Include.ALWAYS)
public record AgentReport(
    String name,
    @Nullable String description,
    @Nullable String model,
    List<String> tools,
    Map<String, LimitReport> limits,
    List<ResolvedTool> resolvedTools,
    List<String> unmatchedTools,
    List<String> problems,
    List<String> warnings,
    String source) {

  /** A tool that the agent may use. */
  public record ResolvedTool(
      String server, String tool, String exposedName, Effect effect, DeadlineReport deadline) {

    ToolRef ref() {
      return new ToolRef(server, tool);
    }
  }
}
