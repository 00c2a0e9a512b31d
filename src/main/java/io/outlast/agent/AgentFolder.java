package io.outlast.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Agents in a folder of the file system. A missing folder is an empty one. */
record AgentFolder(Path folder) implements AgentFiles {

  private record Stamp(FileTime modified, long size) {}

  @Override
  public Map<String, Object> stamps() throws IOException {
    Map<String, Object> stamps = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return stamps;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (AgentFiles.isAgent(file.getFileName().toString())) {
          stamp(file, stamps);
        }
      }
    }
    return stamps;
  }

  /** Follows links, which is how Kubernetes mounts a ConfigMap. */
  private static void stamp(Path file, Map<String, Object> stamps) throws IOException {
    try {
      BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
      if (is.isRegularFile()) {
        stamps.put(file.toString(), new Stamp(is.lastModifiedTime(), is.size()));
      }
    } catch (NoSuchFileException e) {
      // Deleted since the folder was listed.
    }
  }

  @Override
  public byte[] read(String file) throws IOException {
    return Files.readAllBytes(Path.of(file));
  }
}
