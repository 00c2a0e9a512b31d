package io.outlast.doctor;

import java.util.List;

/**
 * A configured model.
 *
 * @param model the provider's name of it
 * @param keyPresent whether a key is configured, where one is needed
 * @param reachable whether it answered and accepted the key just now
 * @param detail what was found
 * @param usedBy the agents that use it
 */
public record ModelReport(
    String name,
    String provider,
    String model,
    String baseUrl,
    boolean keyPresent,
    boolean reachable,
    String detail,
    List<String> usedBy) {}
