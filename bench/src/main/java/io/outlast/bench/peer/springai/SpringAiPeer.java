package io.outlast.bench.peer.springai;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.outlast.bench.peer.Agent;
import io.outlast.bench.peer.Harness;
import java.net.http.HttpClient;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** A chat client of Spring AI with the MCP SDK's client, as their documentation shows it, on virtual threads. */
public final class SpringAiPeer {

  private SpringAiPeer() {}

  public static void main(String[] args) throws Exception {
    Harness.serve(args, SpringAiPeer::make);
  }

  private static Agent make(Agent.Surroundings around) {
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .options(
                OpenAiChatOptions.builder()
                    .baseUrl(around.modelUrl())
                    .apiKey("none")
                    .model("fake")
                    .maxRetries(0)
                    .build())
            .build();
    McpSyncClient mcp = McpClient.sync(transport(around)).requestTimeout(around.toolTimeout()).build();
    mcp.initialize();
    List<ToolCallback> tools =
        Arrays.stream(SyncMcpToolCallbackProvider.builder().mcpClients(mcp).build().getToolCallbacks())
            .<ToolCallback>map(Timed::new)
            .toList();
    ChatClient client =
        ChatClient.builder(model)
            .defaultSystem("You do what you are told.")
            .defaultTools(tools.toArray())
            .build();
    return input -> {
      String answer = client.prompt().user(input).call().content();
      if (!"The work is done.".equals(answer)) {
        throw new IllegalStateException(answer);
      }
    };
  }

  private static McpClientTransport transport(Agent.Surroundings around) {
    List<String> command = around.stdio();
    if (!command.isEmpty()) {
      ServerParameters server =
          ServerParameters.builder(command.getFirst()).args(command.subList(1, command.size())).build();
      return new StdioClientTransport(server, McpJsonDefaults.getMapper());
    }
    return HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + around.fakes())
        .clientBuilder(
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(Executors.newVirtualThreadPerTaskExecutor()))
        .endpoint("/mcp")
        .build();
  }

  private record Timed(ToolCallback tool) implements ToolCallback {

    @Override
    public ToolDefinition getToolDefinition() {
      return tool.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
      return tool.getToolMetadata();
    }

    @Override
    public String call(String input) {
      return timed(() -> tool.call(input));
    }

    @Override
    public String call(String input, ToolContext context) {
      return timed(() -> tool.call(input, context));
    }

    private static String timed(Harness.Call<String> call) {
      try {
        return Harness.tool(call);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
