package io.outlast.model;

import java.util.List;
import okhttp3.Interceptor;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.ToolCallback;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider's API for one configured model: what differs between them and nothing else. Immutable;
 * its options are checked when it is made.
 */
sealed interface Dialect permits OpenAiDialect, AnthropicDialect {

  /** Name of the provider in metrics ({@code gen_ai.provider.name}). */
  String provider();

  /** Name of the environment variable that usually holds the key. */
  String keyVariable();

  Endpoint endpoint();

  /**
   * Makes the client.
   *
   * @param wire sends the requests
   */
  ChatModel open(Interceptor wire);

  Prompt prompt(List<Message> messages, List<ToolCallback> tools);

  /** Corrects, in place, what the provider's SDK leaves out of a request. */
  void complete(ObjectNode request, List<ToolCallback> tools);

  /** What is wrong with a 2xx answer although it can be read; null when it can be used. */
  @Nullable Trouble judge(ObjectNode answer);

  /** Fills in, in place, what the SDK insists on and sloppy servers leave out. */
  void repair(ObjectNode answer);

  /** Lists the provider's models, which shows whether the key is accepted without using tokens. */
  Request listModels();
}
