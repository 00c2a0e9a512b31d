package io.outlast.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param location folder of the agents' {@code *.md} files; {@code file:} or {@code classpath:}
 * @param watch picks up changed files while running; a broken file keeps its last good version
 */
public record AgentsSettings(
    @DefaultValue("file:./agents/") String location, @DefaultValue("true") boolean watch) {

  public AgentsSettings {
    Checks.that(!location.isBlank(), "location", "is blank: name a folder, as in file:./agents/");
  }
}
