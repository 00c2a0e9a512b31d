package io.outlast.doctor;

import io.outlast.tool.Effect;

/** A tool that a server offers. */
public record ToolReport(
    String name, String exposedName, String description, Effect effect, DeadlineReport deadline) {}
