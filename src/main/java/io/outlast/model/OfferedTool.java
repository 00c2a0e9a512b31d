package io.outlast.model;

import io.outlast.tool.ToolSpec;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import tools.jackson.databind.json.JsonMapper;

/** A tool that is described to a model. Spring AI must never run it: calls are the loop's. */
record OfferedTool(ToolDefinition definition) implements ToolCallback {

  static OfferedTool of(ToolSpec tool) {
    String schema = JsonMapper.shared().writeValueAsString(tool.inputSchema());
    return new OfferedTool(
        ToolDefinition.builder()
            .name(tool.exposedName())
            .description(CleanText.of(tool.description()))
            .inputSchema(CleanText.of(schema))
            .build());
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  @Override
  public String call(String arguments) {
    throw new UnsupportedOperationException("Tools are called by the loop");
  }
}
