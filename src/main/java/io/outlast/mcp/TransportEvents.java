package io.outlast.mcp;

import io.outlast.tool.Delivery;

/** What a transport reports beside messages. Called on any of its threads; must not block. */
interface TransportEvents {

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
