package io.outlast.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation, with the blocks of code in it in their order. */
record Page(Path file, List<Block> blocks) {

  private static final Pattern FENCE = Pattern.compile("^\\s*```(.*)$");
  private static final Pattern COMMENT = Pattern.compile("^<!-- (.*) -->$");

  /**
   * @param said the comment right before it, which says how a test runs it; empty without one
   * @param line where it begins
   */
  record Block(String language, String said, String text, int line) {

    boolean isRun() {
      return language.equals("sh") && !said.startsWith("not run");
    }
  }

  /** All of them. */
  static List<Page> all() {
    try (Stream<Path> docs = Files.list(Path.of("docs"))) {
      Stream<Path> others =
          Stream.of("README.md", "CONTRIBUTING.md", "helm/outlast/README.md").map(Path::of);
      return Stream.concat(others, docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page read(Path file) {
    List<Block> blocks = new ArrayList<>();
    String before = "";
    Block open = null;
    int number = 0;
    for (String line : lines(file)) {
      number++;
      Matcher fence = FENCE.matcher(line);
      Matcher comment = COMMENT.matcher(line);
      if (fence.matches() && open == null) {
        open = new Block(fence.group(1).strip(), before, "", number);
      } else if (fence.matches()) {
        blocks.add(open);
        open = null;
      } else if (open != null) {
        open = new Block(open.language(), open.said(), open.text() + line + "\n", open.line());
      } else if (comment.matches() && comment.group(1).equals("stop")) {
        blocks.add(new Block("stop", "", "", number));
      }
      before = comment.matches() ? comment.group(1) : "";
    }
    return new Page(file, List.copyOf(blocks));
  }

  boolean hasSomethingToRun() {
    return blocks.stream().anyMatch(Block::isRun);
  }

  /** Whether it starts the service itself. */
  boolean startsTheService() {
    return blocks.stream().anyMatch(block -> block.said().equals("in the background"));
  }

  @Override
  public String toString() {
    return file.toString();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
