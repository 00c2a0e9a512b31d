package io.outlast.mcp;

import io.outlast.tool.Delivery;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolReply;
import java.util.concurrent.CompletableFuture;

/** A call that could not even be begun. */
record UnmadeCall(ToolReply because) implements ToolExchange {

  @Override
  public CompletableFuture<ToolReply> reply() {
    return CompletableFuture.completedFuture(because);
  }

  @Override
  public Delivery delivery() {
    return Delivery.NOT_SENT;
  }

  @Override
  public CompletableFuture<Boolean> abandon(String reason) {
    return CompletableFuture.completedFuture(false);
  }
}
