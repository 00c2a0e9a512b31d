package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.outlast.tool.Delivery;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Says what an HTTP answer means for the request it answers (MCP specification, transports,
 * Streamable HTTP, and the dialects that servers speak). Stateless.
 */
final class ReplyRules {

  /** Also the code of the error by which a call fails that its server forbids. */
  static final int FORBIDDEN = 403;

  private static final int INTERNAL_ERROR = -32603;

  private static final Pattern LOST_SESSION =
      Pattern.compile(
          "not initiali[sz]ed"
              + "|session( id)?( is| was| has)?( been)? (not found|unknown|expired|terminated|missing|required)"
              + "|(no valid|unknown|invalid|missing|expired) session"
              + "|no (transport|session) found",
          Pattern.CASE_INSENSITIVE);

  private final HttpTarget target;
  private final JsonRpc json;

  ReplyRules(HttpTarget target, JsonRpc json) {
    this.target = target;
    this.json = json;
  }

  /**
   * What an answer that is no event stream means for a request. 403 may mean one tool only, so for
   * its call it is an error; the connection has to prove that it is fit for other requests.
   *
   * @param inSession whether the request named a session
   */
  Verdict judge(Exchange exchange, HttpEnd.Answer answer, boolean inSession) {
    Object id = exchange.id();
    int status = answer.status();
    if (status == FORBIDDEN && exchange.kind() == Exchange.Kind.TOOL_CALL) {
      return new Verdict.Failed(FORBIDDEN, "The server refused the request: " + said(answer));
    }
    if (status == 401 || status == FORBIDDEN) {
      return new Verdict.Lost(TransportLoss.UNAUTHORIZED, Delivery.NOT_SENT, said(answer));
    }
    if (status == 404 && inSession) {
      return new Verdict.Lost(TransportLoss.SESSION_LOST, Delivery.NOT_SENT, said(answer));
    }
    List<Incoming> content = answer.tooLong() ? List.of() : json.decode(text(answer));
    return answer.ok() ? accepted(id, answer, content) : rejected(answer, content);
  }

  private Verdict accepted(Object id, HttpEnd.Answer answer, List<Incoming> content) {
    List<JSONRPCMessage> messages = new ArrayList<>();
    boolean replied = false;
    for (Incoming part : content) {
      if (part instanceof Incoming.IdlessError(JSONRPCError error)) {
        return failed(error, "");
      }
      if (part instanceof Incoming.Message(JSONRPCMessage message)) {
        if (message instanceof JSONRPCResponse reply && reply.id().equals(id)) {
          if (reply.error() != null && meansLostSession(reply.error())) {
            return failed(reply.error(), "");
          }
          replied = true;
        }
        messages.add(message);
      }
    }
    if (replied) {
      return new Verdict.Replied(messages);
    }
    return new Verdict.Failed(
        INTERNAL_ERROR, "The server's answer holds no reply: " + said(answer));
  }

  private Verdict rejected(HttpEnd.Answer answer, List<Incoming> content) {
    for (Incoming part : content) {
      if (part instanceof Incoming.IdlessError(JSONRPCError error)) {
        return rejected(answer, error);
      }
      if (part instanceof Incoming.Message(JSONRPCResponse reply) && reply.error() != null) {
        return rejected(answer, reply.error());
      }
    }
    if (LOST_SESSION.matcher(text(answer)).find()) {
      return new Verdict.Lost(TransportLoss.SESSION_LOST, Delivery.NOT_SENT, said(answer));
    }
    return isFromBetween(answer.status())
        ? new Verdict.Lost(null, Delivery.MAYBE_EXECUTED, said(answer))
        : new Verdict.Failed(INTERNAL_ERROR, "The server refused the request: " + said(answer));
  }

  /** A gateway's word, which knows nothing of what its server has done. */
  private static boolean isFromBetween(int status) {
    return status == 502 || status == 503 || status == 504;
  }

  private Verdict rejected(HttpEnd.Answer answer, JSONRPCError error) {
    if (LOST_SESSION.matcher(error.message()).find()) {
      return new Verdict.Lost(TransportLoss.SESSION_LOST, Delivery.NOT_SENT, said(answer));
    }
    return failed(error, "HTTP " + answer.status() + ": ");
  }

  /** What an error that came with HTTP 200, in a body or a stream, means for the request. */
  Verdict failed(JSONRPCError error, String prefix) {
    if (meansLostSession(error)) {
      return new Verdict.Lost(
          TransportLoss.SESSION_LOST, Delivery.NOT_SENT, shown(error.message()));
    }
    return new Verdict.Failed(error.code(), prefix + shown(error.message()));
  }

  /**
   * Whether an error reply says that the session is gone. Internal errors and refused parameters do
   * not: they come from a tool that ran, whatever session it talks about.
   */
  boolean meansLostSession(JSONRPCError error) {
    int code = error.code();
    boolean protocolLevel = code == -32600 || (code <= -32000 && code >= -32099);
    return protocolLevel && LOST_SESSION.matcher(error.message()).find();
  }

  /** What an answer that is no reply means for the handshake. */
  TransportFailure handshakeFailed(HttpEnd.Answer answer) {
    int status = answer.status();
    TransportLoss loss =
        switch (status) {
          case 401, 403 -> TransportLoss.UNAUTHORIZED;
          case 408, 425, 429 -> TransportLoss.UNREACHABLE;
          default -> status >= 500 ? TransportLoss.UNREACHABLE : TransportLoss.MISCONFIGURED;
        };
    return new TransportFailure(loss, true, said(answer), null);
  }

  /** What a request that was not answered, or not to the end, means. */
  Verdict.Lost broken(Throwable cause, boolean headSeen) {
    String why = neverSent(cause);
    if (why != null && !headSeen) {
      return new Verdict.Lost(
          TransportLoss.UNREACHABLE, Delivery.NOT_SENT, target.display() + " " + why);
    }
    return new Verdict.Lost(
        null,
        Delivery.MAYBE_EXECUTED,
        "the exchange with " + target.display() + " broke before the reply: " + reason(cause));
  }

  /** Why a request provably never left, for a person; null when it may have. */
  private static @Nullable String neverSent(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
        return "cannot be reached: unknown host";
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpConnectTimeoutException) {
        return "cannot be reached: connecting took too long";
      }
      if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
        return "cannot be reached: " + reason(cause);
      }
      if (cause instanceof SSLHandshakeException || cause instanceof SSLPeerUnverifiedException) {
        return "cannot be trusted: " + reason(cause);
      }
    }
    return null;
  }

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    if (cause instanceof ConnectException && message == null) {
      return "connection refused";
    }
    if (cause instanceof EOFException || String.valueOf(message).contains("received no bytes")) {
      return "the server closed the connection";
    }
    return cause instanceof IOException && message != null
        ? message
        : cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  /** The answer for a person: status, what it claims to be, and how it begins. */
  String said(HttpEnd.Answer answer) {
    StringBuilder said = new StringBuilder(target.display()).append(" answered HTTP ");
    said.append(answer.status());
    if (answer.ok() && !answer.contentType().endsWith("json")) {
      said.append(answer.contentType().isEmpty() ? "" : " with " + answer.contentType());
    }
    if (answer.tooLong()) {
      return said.append(", a body that is too long").toString();
    }
    String quote = target.quote(answer.body());
    return said.append(quote.isEmpty() ? ", an empty body" : ": " + quote).toString();
  }

  private String shown(String message) {
    return target.mask(message);
  }

  private static String text(HttpEnd.Answer answer) {
    return new String(answer.body(), UTF_8);
  }
}
