package karpenter.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import karpenter.app.run.MetricFamilies;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.settings.Setting;
import org.junit.jupiter.api.Test;

/// The reference in `docs` is written by the code it describes. After a change run this test with
/// `-Dgolden.write=true` and commit what it writes.
class ReferenceTest {
  private static final Path REFERENCE = Path.of("../docs/reference");

  @Test
  void settings_are_those_the_reader_knows() throws IOException {
    var text = new StringBuilder();
    text.append(
        """
        # Settings

        Of `karpenter run`. A flag is written `-flag` or `--flag`, its value as `--flag=value` or `--flag value`; a switch
        needs none. The flag beats the variable, the variable beats the default. A variable that is set but empty counts as
        not set, unless the setting is a text. What cannot be read stops the start, with a sentence for each problem.
        `/config` on the metrics port shows what holds, and where it came from.

        | Flag | Variable | Default | What it does |
        |---|---|---|---|
        """);
    for (var setting : Setting.values()) {
      text.append(
          "| `--%s` | `%s` | %s | %s |\n"
              .formatted(
                  setting.flag(),
                  setting.variable(),
                  setting.fallback().isEmpty()
                      ? ""
                      : "`" + setting.fallback().replace(",", ", ") + "`",
                  setting.meaning()));
    }
    assertWritten("settings.md", text.toString());
  }

  @Test
  void metrics_are_those_that_are_registered() throws IOException {
    var families = MetricFamilies.all().stream().sorted(Comparator.comparing(Family::name));
    var rows =
        families
            .map(
                family ->
                    "| `%s` | %s | %s | %s |"
                        .formatted(
                            family.name(),
                            family.type().name().toLowerCase(Locale.ROOT),
                            family.labels().stream()
                                .map(label -> "`" + label + "`")
                                .collect(Collectors.joining(", ")),
                            family.help()))
            .collect(Collectors.joining("\n"));
    assertWritten(
        "metrics.md",
        """
        # Metrics

        At `/metrics` on the metrics port, in Prometheus' text format, under upstream's names. What is not upstream's
        begins with `karpenter_jvm_` or `jvm_`. Listed as with KWOK's node class; other providers have its name in place
        of `kwoknodeclass`.

        Figures about single pods, nodes, pools and conditions are worked out when they are scraped, and told by the
        leader alone; `--disable-cluster-state-observability` leaves them out. CPU is in cores, everything else in base
        units. Summaries have the quantiles 0, 0.5, 0.9, 0.99 and 1 of the last ten minutes.

        | Metric | Type | Labels | What it tells |
        |---|---|---|---|
        """
            + rows
            + "\n");
  }

  @Test
  void every_metric_of_a_loop_is_registered() {
    assertThat(MetricFamilies.all())
        .extracting(Family::name)
        .contains(
            java.util.Arrays.stream(Metric.values())
                .map(Metric::exposedName)
                .toArray(String[]::new));
  }

  private static void assertWritten(String name, String text) throws IOException {
    var file = REFERENCE.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(REFERENCE);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
