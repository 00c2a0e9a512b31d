package io.outlast.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param location folder of {@code *.md} files, as a Spring resource location ({@code file:} or
 *     {@code classpath:})
 * @param watch whether changed files are picked up while the service runs
 */
public record AgentsSettings(
    @DefaultValue("file:./agents/") String location, @DefaultValue("true") boolean watch) {

  public AgentsSettings {
    Checks.that(!location.isBlank(), "location", "is blank: name a folder, as in file:./agents/");
  }
}
