package io.outlast.mcp;

import io.outlast.tool.Delivery;
import org.jspecify.annotations.Nullable;

/** What a transport reports beside messages. Called on any of its threads; must not block. */
interface TransportEvents {

  /**
   * Asked just before the first byte of a request leaves.
   *
   * @return to be run when its last byte is on its way, so that whatever is sent then comes after
   *     it; null when nobody waits for it any more: then it must stay, and is about to be aborted
   */
  @Nullable Runnable leaving(Object requestId);

  /**
   * Nothing more can be expected from this connection: every request in flight fails now. Reported
   * once; not reported for a close that was asked for.
   */
  void lost(TransportLoss loss, String detail);

  /**
   * The exchange of one request ended without its reply, the connection as such may be fine. Not
   * reported for an exchange ended by {@link SupervisedTransport#abort}.
   */
  void exchangeLost(Object requestId, Delivery delivery, String detail);
}
