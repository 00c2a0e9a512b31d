package io.outlast.mcp;

import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/**
 * What the servers of one registry share.
 *
 * @param masker takes secrets out of texts that are shown
 * @param toolsChanged run when the offer of a server has changed; must not block
 */
record ServerSurroundings(
    TransportFactory transports,
    McpMeters meters,
    Clock clock,
    ScheduledExecutorService timer,
    UnaryOperator<String> masker,
    Runnable toolsChanged) {}
