package io.outlast.agent;

/** The front matter is not even YAML. */
final class BrokenFrontMatter extends RuntimeException {

  private final int line;

  /**
   * @param line its number in the file
   * @param problem ends a sentence that begins with the file
   */
  BrokenFrontMatter(int line, String problem) {
    super(problem);
    this.line = line;
  }

  int line() {
    return line;
  }

  String problem() {
    return String.valueOf(getMessage());
  }
}
