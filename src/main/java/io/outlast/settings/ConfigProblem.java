package io.outlast.settings;

/**
 * One thing that is wrong with a configuration or an agent's file.
 *
 * @param place the file with the line where it is known, the flag or the environment variable
 * @param key the whole key
 * @param problem what is wrong and what would be right; holds no secret value
 */
public record ConfigProblem(String place, String key, String problem) {

  @Override
  public String toString() {
    return place + ": " + (key.isEmpty() ? "" : key + " ") + problem;
  }
}
