package karpenter.operator.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import karpenter.api.Problem;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.Churn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  private static final Map<String, String> NOTHING = Map.of();

  @Test
  void without_any_input_the_defaults_hold() {
    var answer = SettingsReader.read(List.of(), NOTHING);

    assertThat(answer.problems()).isEmpty();
    assertThat(answer.settings()).isEqualTo(Settings.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-metrics-port 9",
        "--metrics-port 9",
        "--metrics-port=9",
        "-metrics-port=9",
        "--metrics-port=7 --metrics-port=9"
      })
  void flags_are_written_as_in_go(String line) {
    var answer = SettingsReader.read(List.of(line.split(" ")), NOTHING);

    assertThat(answer.problems()).isEmpty();
    assertThat(answer.settings().metricsPort()).isEqualTo(9);
  }

  @Test
  void a_switch_needs_no_value() {
    var settings =
        read(List.of("-enable-profiling", "--ignore-dra-requests=false"), NOTHING).settings();

    assertThat(settings.enableProfiling()).isTrue();
    assertThat(settings.ignoreDraRequests()).isFalse();
  }

  @Test
  void a_flag_beats_the_environment_and_the_environment_beats_the_default() {
    var environment = Map.of("BATCH_MAX_DURATION", "5s", "BATCH_IDLE_DURATION", "250ms");

    var answer = read(List.of("--batch-max-duration", "1m30s"), environment);

    assertThat(answer.settings().batchMaxDuration()).isEqualTo(Duration.ofSeconds(90));
    assertThat(answer.settings().batchIdleDuration()).isEqualTo(Duration.ofMillis(250));
    assertThat(answer.given().get(Setting.BATCH_IDLE_DURATION.ordinal()).source())
        .isEqualTo(Given.Source.ENVIRONMENT);
  }

  @Test
  void every_setting_can_come_from_either_side() {
    for (var setting : Setting.values()) {
      var value = other(setting);

      var byFlag = read(List.of("--" + setting.flag() + "=" + value), NOTHING);
      var byVariable = read(List.of(), Map.of(setting.variable(), value));

      assertThat(byFlag.text(setting)).isEqualTo(value);
      assertThat(byVariable.text(setting)).isEqualTo(value);
      assertThat(byFlag.settings()).isEqualTo(byVariable.settings());
      if (!runsOnly(setting)) {
        assertThat(byFlag.settings()).as(setting.flag()).isNotEqualTo(Settings.DEFAULT);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "METRICS_PORT          | 80a     | a port from 0 to 65535",
        "METRICS_PORT          | 65536   | a port from 0 to 65535",
        "KUBE_CLIENT_QPS       | 0       | a number above 0",
        "ENABLE_PROFILING      | yes     | true or false",
        "MEMORY_LIMIT          | 1Gi     | bytes as a plain number, such as 1073741824, or -1",
        "LOG_LEVEL             | warn    | debug, info or error",
        "BATCH_MAX_DURATION    | 10      | a duration of 0 or more, such as 10s or 1m30s",
        "BATCH_IDLE_DURATION   | -1s     | a duration of 0 or more, such as 10s or 1m30s",
        "PREFERENCE_POLICY     | Respct  | Respect or Ignore or Weigh; did you mean \"Respect\"?",
        "FEATURE_GATES         | NodeRepair | switches such as NodeRepair=true,NodeOverlay=false",
        "NODE_COST             | cheap   | dollars an hour, 0 or more, such as 0.02",
        "NODE_COST             | -0.02   | dollars an hour, 0 or more, such as 0.02",
        "NODE_COST             | 2e-2    | dollars an hour, 0 or more, such as 0.02",
        "NODE_COST             | NaN     | dollars an hour, 0 or more, such as 0.02",
        "NODE_COST             | 2000000 | at most 1000000 dollars an hour",
        "EVICTION_PRICE        | cheap   | dollars, 0 or more, such as 0.02",
        "KARPENTER_MODE        | dry     | act or observe",
      })
  void a_value_that_cannot_be_read_is_told_with_its_variable(
      String variable, String value, String expected) {
    var answer = SettingsReader.read(List.of(), Map.of(variable, value));

    assertThat(answer.problems())
        .containsExactly(Problem.at(variable).found('"' + value + '"').expected(expected));
  }

  @Test
  void evictions_cost_nothing_where_that_is_said() {
    assertThat(read(List.of(), NOTHING).settings().evictionPrice()).isEqualTo(Churn.DEFAULT_PRICE);
    assertThat(read(List.of("--eviction-price=0"), NOTHING).settings().evictionPrice()).isZero();
    assertThat(read(List.of(), Map.of("EVICTION_PRICE", ".05")).settings().evictionPrice())
        .isEqualTo(0.05);
  }

  @Test
  void a_node_costs_nothing_beside_its_instance_where_that_is_said() {
    assertThat(read(List.of(), NOTHING).settings().nodeCost()).isEqualTo(NodeCost.DEFAULT);
    assertThat(read(List.of("--node-cost=0"), NOTHING).settings().nodeCost()).isZero();
    assertThat(read(List.of(), Map.of("NODE_COST", ".05")).settings().nodeCost()).isEqualTo(0.05);
  }

  @Test
  void all_problems_are_told_together_and_flags_by_their_name() {
    var answer =
        SettingsReader.read(
            List.of("--metrics-prot=1", "--health-probe-port=x", "stray", "--log-level"), NOTHING);

    assertThat(answer.problems())
        .extracting(Problem::sentence)
        .containsExactly(
            "--metrics-prot=1: found no flag of that name; expected a flag that --help lists;"
                + " did you mean \"metrics-port\"?",
            "stray: found a word that belongs to no flag; expected flags only; a switch takes its"
                + " value as --flag=false",
            "--log-level: found nothing after it; expected its value",
            "--health-probe-port: found \"x\"; expected a port from 0 to 65535");
  }

  @Test
  void unknown_gates_are_ignored_and_those_not_named_keep_their_default() {
    var gates =
        read(List.of("--feature-gates=NodeRepair=true,Sparkle=true"), NOTHING)
            .settings()
            .featureGates();

    assertThat(gates).isEqualTo(new FeatureGates(true, true, false, false, false, false));
  }

  @Test
  void what_a_chart_leaves_empty_was_not_said() {
    var answer = read(List.of(), Map.of("METRICS_PORT", "", "LOG_LEVEL", "", "CPU_REQUESTS", "0"));

    assertThat(answer.settings()).isEqualTo(Settings.DEFAULT);
  }

  @Test
  void a_memory_limit_below_one_is_none() {
    assertThat(read(List.of("--memory-limit=-1"), NOTHING).settings().memoryLimit()).isEmpty();
    assertThat(read(List.of("--memory-limit=9"), NOTHING).settings().memoryLimit())
        .isEqualTo(OptionalLong.of(9));
  }

  @Test
  void scheduler_config_is_strict() {
    var config =
        """
        podTopologySpread:
          defaultConstraints:
          - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}
        """;

    var answer = SettingsReader.read(List.of("--scheduler-config", config), NOTHING);

    assertThat(answer.problems())
        .extracting(Problem::path)
        .containsExactly(
            "--scheduler-config.podTopologySpread.defaultConstraints[0].labelSelector");
  }

  @Test
  void scheduler_config_with_a_key_twice_is_refused() {
    var answer =
        SettingsReader.read(
            List.of(), Map.of("SCHEDULER_CONFIG", "podTopologySpread: {}\npodTopologySpread: {}"));

    assertThat(answer.problems()).hasSize(1);
    assertThat(answer.problems().getFirst().sentence())
        .startsWith("SCHEDULER_CONFIG: found text that is no YAML")
        .contains("podTopologySpread");
  }

  private static SettingsReader.Answer read(List<String> arguments, Map<String, String> env) {
    var answer = SettingsReader.read(arguments, env);
    assertThat(answer.problems()).isEmpty();
    return answer;
  }

  /// Those only the executable reads.
  private static boolean runsOnly(Setting setting) {
    return switch (setting) {
      case KUBECONFIG, JOURNAL_FILE, CLOUD_PROVIDER, INSTANCE_TYPES_FILE_PATH -> true;
      default -> false;
    };
  }

  private static String other(Setting setting) {
    return switch (setting.form()) {
      case TEXT -> "other";
      case WORDS -> "a,b";
      case PORT, COUNT, BYTES, MILLICORES -> "77";
      case SWITCH -> setting.fallback().equals("true") ? "false" : "true";
      case DURATION -> "77s";
      case MONEY, AMOUNT -> "0.5";
      case LOG_LEVEL -> "debug";
      case PREFERENCES -> "Ignore";
      case MIN_VALUES -> "BestEffort";
      case GATES -> "NodeOverlay=true";
      case SCHEDULER_CONFIG ->
          "{podTopologySpread: {defaultConstraints: [{maxSkew: 1, topologyKey: zone,"
              + " whenUnsatisfiable: ScheduleAnyway}]}}";
      case MODE -> "observe";
    };
  }
}
