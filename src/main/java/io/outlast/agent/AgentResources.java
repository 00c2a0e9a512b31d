package io.outlast.agent;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Agents on the classpath, which never change. */
final class AgentResources implements AgentFiles {

  private final Map<String, Resource> resources = new TreeMap<>();

  /**
   * @param location a folder, as in {@code classpath:agents/}
   */
  AgentResources(String location) throws IOException {
    String pattern = location + (location.endsWith("/") ? "" : "/") + "*.md";
    for (Resource resource : new PathMatchingResourcePatternResolver().getResources(pattern)) {
      String name = Objects.requireNonNullElse(resource.getFilename(), "");
      if (AgentFiles.isAgent(name)) {
        resources.put(pattern.substring(0, pattern.length() - "*.md".length()) + name, resource);
      }
    }
  }

  @Override
  public Map<String, Object> stamps() {
    return new TreeMap<>(resources);
  }

  @Override
  public byte[] read(String file) throws IOException {
    Resource resource = resources.get(file);
    if (resource == null) {
      throw new IOException("no such resource: " + file);
    }
    return resource.getContentAsByteArray();
  }
}
