package io.outlast.bench.peer.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.outlast.bench.peer.Agent;
import io.outlast.bench.peer.Harness;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executors;

/** An AI service of LangChain4j with its MCP client, as its documentation shows it, on virtual threads. */
public final class LangChain4jPeer {

  private LangChain4jPeer() {}

  interface Assistant {
    @SystemMessage("You do what you are told.")
    String answer(String input);
  }

  public static void main(String[] args) throws Exception {
    Harness.serve(args, LangChain4jPeer::make);
  }

  private static Agent make(Agent.Surroundings around) {
    HttpClient.Builder http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor());
    ChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(around.modelUrl())
            .apiKey("none")
            .modelName("fake")
            .maxRetries(0)
            .httpClientBuilder(JdkHttpClient.builder().httpClientBuilder(http))
            .build();
    McpClient client =
        new DefaultMcpClient.Builder()
            .transport(transport(around))
            .toolExecutionTimeout(around.toolTimeout())
            .build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(McpToolProvider.builder().mcpClients(client).toolWrapper(Timed::new).build())
            .build();
    return input -> {
      String answer = assistant.answer(input);
      if (!answer.equals("The work is done.")) {
        throw new IllegalStateException(answer);
      }
    };
  }

  private static McpTransport transport(Agent.Surroundings around) {
    if (!around.stdio().isEmpty()) {
      return new StdioMcpTransport.Builder().command(around.stdio()).build();
    }
    return new StreamableHttpMcpTransport.Builder()
        .url(around.mcpUrl())
        .timeout(around.toolTimeout().plus(Duration.ofMinutes(10)))
        .executor(Executors.newVirtualThreadPerTaskExecutor())
        .setHttpVersion1_1()
        .build();
  }

  private record Timed(ToolExecutor tool) implements ToolExecutor {

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
      return timed(() -> tool.execute(request, memoryId));
    }

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
      return timed(() -> tool.executeWithContext(request, context));
    }

    private static <T> T timed(Harness.Call<T> call) {
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
