package karpenter.app.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A few inputs for each parser; `app/src/test/fuzz/run` reads millions.
class FuzzTest {
  private static final long SEED = 20_261_116;
  private static final Duration ENOUGH = Duration.ofSeconds(20);

  @TempDir Path directory;

  static Stream<String> targets() {
    return Targets.all().stream().map(Target::name);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void every_input_is_accepted_or_refused(String name) throws Exception {
    var target = Targets.named(name);
    boolean isDear = List.of("commands", "watch", "journal").contains(name);

    var run = new Fuzzer(target, SEED, directory).run(isDear ? 10 : 300, ENOUGH);

    assertThat(run.findings()).isEmpty();
    assertThat(run.inputs()).isPositive();
  }

  /// What was found once.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "yaml | a: !!int x",
        "yaml | a: !!float 0x",
        "yaml | '\"<<\": {metadata: 1}'",
        "yaml | a: 1e999999999",
        "yaml | a: !!int",
        "yaml | a: !!map%00",
        "yaml | a: \"1e3\"",
        "yaml | a: \"\\ud83d x\"",
        "yaml | a: \"\\N\"",
        "yaml | a: [\"\\n\\L\", \"\\n\\L\"]",
        "yaml | \uFEFF\uFEFF",
        "yaml | '\"\\ufeffa\": 1'",
        "json | {\"a\": 9999991e30999999999999999999999}",
        "objects | {\"apiVersion\":\"karpenter.sh/v1\",\"kind\":\"NodePool\",\"metadata\":{\"labels\":\"10%\"}}",
        "durations | 999999999999999d",
        "kubeconfig | 'current-context: \"\\u'",
        "quantities | -312.5Ki",
        "cel | 'cel.bind(x, \"a\", cel.bind(x, x + x, x.size() > 0))'",
        "traces | {\"at\":\"999999999999999d\",\"event\":\"end\"}",
      })
  void what_was_found_once_is_read(String target, String input) throws Exception {
    Targets.named(target).read(input.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_stack_that_overflowed_once_does_not() throws Exception {
    var deep = "1d".repeat(100_000);

    Targets.named("durations").read(deep.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_watch_goes_on_from_a_version() throws Exception {
    var event = "watch\n{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}";

    Targets.named("watch").read(event.getBytes(StandardCharsets.UTF_8));
  }

  /// The fuzzer itself: a crash, an answer that breaks a law and an input without end are found.
  @Test
  void a_target_that_fails_is_found_and_its_input_kept() throws Exception {
    var failing =
        new Stub(
            input -> {
              throw new IllegalStateException("deep inside");
            });

    var run = new Fuzzer(failing, SEED, directory).run(5, ENOUGH);

    assertThat(run.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.what()).contains("deep inside");
              assertThat(finding.file())
                  .hasBinaryContent(Fuzzer.input(failing, SEED, finding.number()));
            });
  }

  @Test
  void an_input_without_end_is_found() throws Exception {
    var endless =
        new Stub(
            input -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
              }
            });

    var run = new Fuzzer(endless, SEED, directory).run(1, ENOUGH);

    assertThat(run.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.what()).contains("takes longer"));
  }

  private interface Reader {
    void read(byte[] input);
  }

  private record Stub(Reader reader) implements Target {
    @Override
    public String name() {
      return "stub";
    }

    @Override
    public List<byte[]> corpus() {
      return List.of();
    }

    @Override
    public List<String> words() {
      return List.of();
    }

    @Override
    public byte[] generate(java.util.random.RandomGenerator random) {
      return new Grammar(random).json().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void read(byte[] input) {
      reader.read(input);
    }
  }
}
