package io.outlast.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java process that this one started; ends with it. */
final class Jvm implements AutoCloseable {

  private final Process process;
  private final Path log;

  private Jvm(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts {@code java ARGS...} in {@code dir}; what it prints goes to {@code dir/NAME.log}. */
  static Jvm start(Path dir, String name, Map<String, String> environment, List<String> args) {
    return start(dir, name, environment, args, false);
  }

  /** The same, but what it prints is read through {@link #out}, and it can be written to; only what it says on its standard error goes to the file. */
  static Jvm piped(Path dir, String name, List<String> args) {
    return start(dir, name, Map.of(), args, true);
  }

  private static Jvm start(Path dir, String name, Map<String, String> environment, List<String> args, boolean piped) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(args);
    Path log = dir.resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(dir.toFile());
    if (piped) {
      builder.redirectError(log.toFile());
    } else {
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
    }
    builder.environment().putAll(environment);
    try {
      Jvm jvm = new Jvm(builder.start(), log);
      Runtime.getRuntime().addShutdownHook(new Thread(jvm.process::destroyForcibly));
      return jvm;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The classes of this program. */
  static List<String> own(Class<?> main, String... args) {
    List<String> command =
        new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    return command;
  }

  BufferedReader out() {
    return process.inputReader(StandardCharsets.UTF_8);
  }

  BufferedWriter in() {
    return process.outputWriter(StandardCharsets.UTF_8);
  }

  Proc proc() {
    return new Proc(process.pid());
  }

  boolean alive() {
    return process.isAlive();
  }

  String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the processes that it started and whose command line has this word; returns how many. */
  int killChildren(String word) {
    List<ProcessHandle> children =
        process.descendants().filter(child -> child.info().commandLine().orElse("").contains(word)).toList();
    children.forEach(ProcessHandle::destroyForcibly);
    return children.size();
  }

  /** Has {@code jcmd} tell the process something; returns the answer. */
  String command(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    command.add("" + process.pid());
    command.addAll(List.of(words));
    try {
      Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (jcmd.waitFor() != 0) {
        throw new IllegalStateException(said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void kill() {
    process.destroyForcibly();
    await();
  }

  int await() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void terminate() {
    process.destroy();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(40, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }
}
