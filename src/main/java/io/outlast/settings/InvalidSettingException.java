package io.outlast.settings;

/**
 * A setting that makes no sense. Thrown by the compact constructors of the settings records; who
 * knows the file adds the place.
 */
public final class InvalidSettingException extends IllegalArgumentException {

  private final String key;
  private final String problem;

  /**
   * @param key in kebab case, relative to the record that throws
   * @param problem what is wrong and what would be right, ending the sentence that the key begins
   */
  public InvalidSettingException(String key, String problem) {
    super(key + " " + problem);
    this.key = key;
    this.problem = problem;
  }

  public String key() {
    return key;
  }

  public String problem() {
    return problem;
  }
}
