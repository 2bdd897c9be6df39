package karpenter.app.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.app.Main;
import karpenter.app.against.LivingCluster;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLogsTest {
  @TempDir Path folder;

  /// What another process printed: only that has a standard output that loggers know.
  private record Printed(String out, String err) {}

  @Test
  void nothing_is_logged_unless_it_is_asked_for() {
    assertThat(root(Map.of()).isErrorEnabled()).isFalse();
    assertThat(root(Map.of("LOG_LEVEL", "")).isErrorEnabled()).isFalse();
    assertThat(root(Map.of("LOG_LEVEL", "loud")).isErrorEnabled()).isFalse();
  }

  @Test
  void the_level_is_honoured() {
    assertThat(root(Map.of("LOG_LEVEL", "debug")).isDebugEnabled()).isTrue();
    assertThat(root(Map.of("LOG_LEVEL", "info")).isDebugEnabled()).isFalse();
    assertThat(root(Map.of("LOG_LEVEL", "info")).isInfoEnabled()).isTrue();
  }

  @Test
  void json_survives_debug_logs() throws Exception {
    var snapshot = snapshot();

    var logged = print("debug", "plan", "--against", snapshot, "-o", "json");

    assertThat(Json.JSON.readTree(logged.out()).isObject()).isTrue();
    assertThat(logged.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("{\"level\":"));
  }

  @Test
  void without_a_level_a_command_prints_its_answer_and_nothing_else() throws Exception {
    var snapshot = snapshot();

    var plan = print("", "plan", "--against", snapshot, "-o", "json");
    var explained =
        print("", "explain", "nodepool", "general", "--against", snapshot, "-o", "json");
    var top = print("", "top", "--once", "--against", snapshot);

    for (var printed : List.of(plan, explained, top)) {
      assertThat(printed.err()).isEmpty();
      assertThat(printed.out()).isNotEmpty().doesNotContain("DEBUG", "INFO", "[main]");
    }
    assertThat(Json.JSON.readTree(plan.out()).isObject()).isTrue();
    assertThat(Json.JSON.readTree(explained.out()).isContainerNode()).isTrue();
  }

  private String snapshot() throws Exception {
    var file = folder.resolve("cluster.json");
    Driver.call(
        (Callable<Boolean>)
            () -> {
              try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
                var run =
                    CliRun.on(
                        cluster.clusters(new TreeSet<>()), "", "snapshot", "-o", file.toString());
                assertThat(run.exitCode()).as(run.err()).isZero();
              }
              return true;
            });
    return file.toString();
  }

  private Printed print(String level, String... words) throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command =
        Stream.concat(
                Stream.of(java, "-cp", System.getProperty("java.class.path"), Main.class.getName()),
                Stream.of(words))
            .toList();
    var out = folder.resolve("out");
    var err = folder.resolve("err");
    var builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("LOG_LEVEL", level);
    builder.start().waitFor();
    return new Printed(Files.readString(out), withoutJvmWarnings(Files.readString(err)));
  }

  /// The launcher's flags silence them.
  private static String withoutJvmWarnings(String err) {
    return String.join("\n", err.lines().filter(line -> !line.startsWith("WARNING: ")).toList());
  }

  private static Logger root(Map<String, String> environment) {
    var context = new LoggerContext();
    CommandLogs.configure(context, environment);
    return context.getLogger(Logger.ROOT_LOGGER_NAME);
  }
}
