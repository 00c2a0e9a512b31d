package io.outlast.agent;

/** Published when {@link AgentCatalog} has other agents than before. */
public record AgentsChanged() {}
