package karpenter.core.wire.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import karpenter.api.Problem;
import karpenter.core.disruption.control.ControlSet;
import karpenter.core.disruption.control.DriftPolicy;
import karpenter.core.disruption.control.MinimumSaving;
import karpenter.core.disruption.control.Pause;
import karpenter.core.disruption.control.Payback;
import karpenter.core.disruption.control.Rate;
import karpenter.core.disruption.control.Rotation;
import karpenter.core.disruption.control.Scope;
import karpenter.core.disruption.control.SpotBreaker;
import karpenter.core.disruption.control.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlReaderTest {
  private static ControlReader.Answer read(Scope scope, Map<String, String> controls) {
    var annotations = new TreeMap<String, String>();
    controls.forEach((key, value) -> annotations.put("karpenter-jvm.dev/" + key, value));
    annotations.put("app.kubernetes.io/name", "x");
    annotations.put("z.example.com/last", "x");
    return ControlReader.read(scope, annotations);
  }

  private static ControlSet good(String key, String value) {
    var answer = read(Scope.pool("general"), Map.of(key, value));
    assertThat(answer.problems()).isEmpty();
    return answer.set();
  }

  @Test
  void least_saving_is_money_or_a_share_or_both() {
    assertThat(good("min-saving", "0.05").minimumSaving())
        .contains(new MinimumSaving(OptionalDouble.of(0.05), OptionalDouble.empty()));
    assertThat(good("min-saving", "12.5%").minimumSaving())
        .contains(new MinimumSaving(OptionalDouble.empty(), OptionalDouble.of(12.5)));
    assertThat(good("min-saving", "0.05, 10%").minimumSaving())
        .contains(new MinimumSaving(OptionalDouble.of(0.05), OptionalDouble.of(10)));
  }

  @Test
  void an_eviction_may_cost_nothing() {
    assertThat(good("eviction-price", "0.01").evictionPrice()).hasValue(0.01);
    assertThat(good("eviction-price", "0").evictionPrice()).hasValue(0);
    assertThat(read(Scope.node("n"), Map.of("eviction-price", "cheap")).problems())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.sentence()).contains("dollars, 0 or more, such as 0.02"));
  }

  @Test
  void fields_are_read_in_any_order() {
    assertThat(good("payback", "per-pod=0.01; within=6h").payback())
        .contains(new Payback(Duration.ofHours(6), 0.01));
    assertThat(good("rate", "5/1h").rate()).contains(new Rate(5, Duration.ofHours(1)));
    assertThat(
            good("pause", "reason=launch = big; until=2026-12-01T00:00:00+01:00; by=anna;").pause())
        .contains(new Pause(Instant.parse("2026-11-30T23:00:00Z"), "anna", "launch = big"));
    assertThat(
            good("spot-breaker", "interruptions=5; within=10m; on-demand=1h; return=30m")
                .spotBreaker())
        .contains(
            new SpotBreaker(
                5, Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(30)));
  }

  @Test
  void rotation_is_a_moment_and_may_say_who_asked() {
    var moment = Instant.parse("2026-11-15T10:00:00Z");

    assertThat(good("rotate", "2026-11-15T10:00:00Z").rotation())
        .contains(new Rotation(moment, "", ""));
    assertThat(good("rotate", "before=2026-11-15T10:00:00Z; by=anna; reason=CVE").rotation())
        .contains(new Rotation(moment, "anna", "CVE"));
  }

  @Test
  void drift_is_observed_or_approved() {
    assertThat(good("drift", "observe").drift()).contains(new DriftPolicy.Observe());
    var approved =
        (DriftPolicy.Approved)
            good("drift", "approve=42-1; waves=1, 10%, 100%; settle=1m").drift().orElseThrow();
    assertThat(approved.version()).isEqualTo("42-1");
    assertThat(approved.waves()).hasSize(3);
    assertThat(approved.settle()).isEqualTo(Duration.ofMinutes(1));
    assertThat(approved.patience()).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void windows_of_all_kinds_are_read() {
    var windows =
        good(
                "deny-windows",
                "0 22 * * mon-fri 8h Europe/Berlin; @daily 1h UTC; 2026-12-24 Europe/Berlin;"
                    + " 2026-12-24T18:00/2026-12-26 America/New_York;"
                    + " 2026-12-24T00:00:00Z/2026-12-27T00:00:00+01:00")
            .deny();

    assertThat(windows)
        .hasExactlyElementsOfTypes(
            Window.Repeating.class,
            Window.Repeating.class,
            Window.Dated.class,
            Window.Dated.class,
            Window.Fixed.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "min-saving    | a lot                                | money an hour",
        "min-saving    | -1                                   | money an hour",
        "min-saving    | 10%,20%                              | money an hour",
        "min-saving    | 101%                                 | money an hour",
        "payback       | 6h                                   | within, per-pod",
        "payback       | within=6h                            | money such as",
        "payback       | within=-6h; per-pod=1                | a duration",
        "allow-windows | ''                                   | a cron line",
        "allow-windows | 0 22 * * mon-fri 8h                  | a cron line",
        "allow-windows | 0 22 * * mon-fri 8h Europe/Berlim    | an IANA time zone",
        "allow-windows | 0 22 * * mon-fri 8h +01:00           | an IANA time zone",
        "allow-windows | 0 22 * * mon-fri soon Europe/Berlin  | a duration",
        "allow-windows | 0 22 30 2 * 8h Europe/Berlin         | comes some day",
        "deny-windows  | 2026-12-27/2026-12-24 Europe/Berlin  | a beginning before",
        "deny-windows  | 2026-12-24T00:00/2026-12-27T00:00    | moments such as",
        "deny-windows  | 2026-13-24 Europe/Berlin             | dates and a zone",
        "rate          | 5                                    | such as 5/1h",
        "rate          | five/1h                              | a number of nodes",
        "rate          | 5/1000h                              | at most 48h",
        "pause         | true                                 | until, by, reason",
        "pause         | until=tomorrow; by=a; reason=b       | a time with its offset",
        "pause         | until=2026-12-01T00:00:00Z; reason=b | who pauses it",
        "pause         | until=2026-12-01T00:00:00Z; by=a     | why it is paused",
        "pause         | until=2026-12-01T00:00:00Z; by=a; by=b; reason=c | each field once",
        "pause         | until=2026-12-01T00:00:00Z; author=a | fields of",
        "drift         | yes                                  | observe",
        "drift         | approve=                             | the version",
        "drift         | approve=1; waves=10%,1%              | none smaller",
        "drift         | approve=1; waves=0                   | none smaller",
        "spot-breaker  | interruptions=0; within=1m; on-demand=1h; return=1h | above zero",
        "spot-breaker  | interruptions=3; within=1m           | a duration",
        "rotate        | now                                  | a time with its offset",
        "split         | yes                                  | allow or deny",
        "node-cost     | cheap                                | dollars an hour",
        "node-cost     | -0.01                                | dollars an hour",
        "node-cost     | 1e-2                                 | dollars an hour",
        "node-cost     | 1000001                              | dollars an hour",
        "node-cots     | 0.02                                 | did you mean"
            + " karpenter-jvm.dev/node-cost",
        "pasue         | x                                    | did you mean"
            + " karpenter-jvm.dev/pause",
      })
  void what_cannot_be_understood_is_a_problem_that_says_where_and_what_would_be_right(
      String key, String value, String expected) {
    var answer = read(Scope.pool("general"), Map.of(key, value));

    assertThat(answer.problems()).isNotEmpty();
    var problem = answer.problems().getFirst();
    assertThat(problem.path()).startsWith("metadata.annotations[karpenter-jvm.dev/" + key + "]");
    assertThat(problem.expected()).contains(expected);
    assertThat(answer.set().problems())
        .isEqualTo(answer.problems().stream().map(Problem::sentence).toList());
  }

  @Test
  void node_cost_is_no_control_and_a_good_one_holds_nothing_back() {
    assertThat(good("node-cost", "0.05").isEmpty()).isTrue();
    assertThat(good("node-cost", "0").isEmpty()).isTrue();
  }

  @Test
  void node_cost_belongs_on_node_pools_only() {
    var onNode = read(Scope.node("n"), Map.of("node-cost", "0.05"));
    var onNamespace = read(Scope.cluster("karpenter"), Map.of("node-cost", "0.05"));

    assertThat(onNode.problems())
        .extracting(Problem::sentence)
        .containsExactly(
            "metadata.annotations[karpenter-jvm.dev/node-cost]: found it on a node; expected it on"
                + " a NodePool");
    assertThat(onNamespace.problems())
        .extracting(Problem::found)
        .containsExactly("it on a Namespace");
  }

  @Test
  void all_problems_are_told_at_once_and_the_rest_is_read() {
    var answer = read(Scope.pool("general"), Map.of("rate", "x", "pause", "y", "drift", "observe"));

    assertThat(answer.problems()).hasSize(2);
    assertThat(answer.set().drift()).contains(new DriftPolicy.Observe());
  }

  @Test
  void what_means_many_nodes_is_refused_on_one() {
    assertThat(read(Scope.node("a"), Map.of("rate", "1/1h")).problems()).hasSize(1);
    assertThat(read(Scope.node("a"), Map.of("rotate", "2026-11-15T10:00:00Z")).problems())
        .isEmpty();
  }

  @Test
  void annotations_we_write_ourselves_are_not_controls() {
    var answer =
        read(
            Scope.pool("general"),
            Map.of("recent-starts", "x", "drift-progress", "y", "recent-interruptions", "z"));

    assertThat(answer.problems()).isEmpty();
    assertThat(answer.set().isEmpty()).isTrue();
    assertThat(answer.set().pause()).isEqualTo(Optional.empty());
  }
}
