package io.outlast.agent;

import io.outlast.settings.ConfigEntry;
import io.outlast.settings.ConfigProblem;
import io.outlast.settings.Durations;
import io.outlast.settings.InvalidConfigurationException;
import io.outlast.settings.InvalidSettingException;
import io.outlast.settings.StrictBinder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.env.ConfigurableEnvironment;

/** Turns an agent's Markdown file into its definition. */
final class AgentParser {

  private static final Pattern FILE =
      Pattern.compile("---[ \\t]*\\n(.*?)(?<=\\n)---[ \\t]*(?:\\n(.*))?", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,63}");
  private static final String SUFFIX = ".md";

  private final ConfigurableEnvironment environment;
  private final Duration maxRunTimeout;

  /**
   * @param environment gives the values of placeholders in front matter
   * @param maxRunTimeout no agent may ask for more; zero for no limit
   */
  AgentParser(ConfigurableEnvironment environment, Duration maxRunTimeout) {
    this.environment = environment;
    this.maxRunTimeout = maxRunTimeout;
  }

  /**
   * @param file where the content is from; its last part is the name of an agent without one
   * @throws InvalidConfigurationException naming file, line, key and value
   */
  AgentSpec parse(String file, byte[] content) {
    Matcher parts = FILE.matcher(text(file, content));
    if (!parts.matches()) {
      throw refused(file, "", "has no front matter: it starts with a line --- and ends with one");
    }
    String prompt = parts.group(2) == null ? "" : parts.group(2).strip();
    return spec(file, parts.group(1), prompt);
  }

  private AgentSpec spec(String file, String yaml, String prompt) {
    StrictBinder<FrontMatter> binder = new StrictBinder<>(FrontMatter.class, "", environment);
    List<ConfigEntry> entries = entries(file, yaml, binder);
    binder.add(entries);
    FrontMatter front = binder.bind();
    try {
      checkTimeout(front);
      return new AgentSpec(
          name(front, file),
          front.description(),
          front.model(),
          front.tools(),
          front.limits(),
          front.script() == null
              ? null
              : front.script().stream().map(FrontMatter.Turn::checked).toList(),
          front.schedule() == null ? null : front.schedule().checked(),
          new AgentSpec.Queueing(front.maxConcurrentRuns(), front.priority()),
          prompt,
          file);
    } catch (InvalidSettingException e) {
      throw refused(place(e.key(), file, entries), e.key(), e.problem());
    }
  }

  private static List<ConfigEntry> entries(
      String file, String yaml, StrictBinder<FrontMatter> binder) {
    try {
      return new FrontMatterYaml(file, 2, binder::takesAnything).read(yaml);
    } catch (BrokenFrontMatter e) {
      throw refused(file + ":" + e.line(), "", e.problem());
    }
  }

  private void checkTimeout(FrontMatter front) {
    Duration asked = front.timeout();
    if (asked == null || maxRunTimeout.isZero()) {
      return;
    }
    if (asked.isZero() || asked.compareTo(maxRunTimeout) > 0) {
      String shown = asked.isZero() ? "0 (none)" : Durations.print(asked);
      String max = Durations.print(maxRunTimeout);
      throw new InvalidSettingException(
          "timeout", "is " + shown + ", above outlast.limits.max-run-timeout " + max);
    }
  }

  private static String name(FrontMatter front, String file) {
    String base = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    String name =
        front.name() != null ? front.name() : base.substring(0, base.length() - SUFFIX.length());
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "name", "is '" + name + "': use 1 to 63 of a-z, 0-9 and - in the file's name or here");
    }
    return name;
  }

  private static String place(String key, String file, List<ConfigEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.path().getFirst().equals(key))
        .findFirst()
        .map(entry -> entry.origin().toString())
        .orElse(file);
  }

  /** Without byte order mark and carriage returns. */
  private static String text(String file, byte[] content) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      String bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
      return bare.replace("\r\n", "\n").replace('\r', '\n');
    } catch (CharacterCodingException e) {
      throw refused(file, "", "is not UTF-8");
    }
  }

  private static InvalidConfigurationException refused(String place, String key, String problem) {
    return new InvalidConfigurationException(List.of(new ConfigProblem(place, key, problem)));
  }
}
