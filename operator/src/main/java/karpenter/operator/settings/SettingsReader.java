package karpenter.operator.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import karpenter.api.Problem;
import karpenter.core.wire.DefaultSpread;
import karpenter.core.wire.Problems;
import karpenter.operator.settings.Given.Source;

/// Reads the settings: a flag beats the environment, the environment beats the default. A value
/// that cannot be read stops the start, where upstream would silently use the default.
public final class SettingsReader {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private SettingsReader() {}

  /// What was read. Only an answer without problems may be used.
  ///
  /// @param given every setting as it was given, in the order of [Setting]
  public record Answer(Settings settings, List<Given> given, List<Problem> problems) {
    public String text(Setting setting) {
      return given.get(setting.ordinal()).value();
    }
  }

  public static Answer read(List<String> arguments, Map<String, String> environment) {
    var problems = new Problems();
    var flags = Flags.read(arguments, problems);
    var all = new EnumMap<Setting, Given>(Setting.class);
    for (var setting : Setting.values()) {
      all.put(setting, given(setting, flags, environment));
    }
    var settings = settings(all, new Values(problems), problems);
    return new Answer(settings, new ArrayList<>(all.values()), problems.list());
  }

  private static Given given(
      Setting setting, Map<Setting, Given> flags, Map<String, String> environment) {
    var flag = flags.get(setting);
    if (flag != null) {
      return flag;
    }
    var variable = environment.get(setting.variable());
    // A chart writes out variables it has no value for; where no empty value makes sense, that is
    // the same as not writing them.
    if (variable == null || (variable.isEmpty() && !takesEmpty(setting))) {
      return new Given(setting, setting.fallback(), Source.DEFAULT);
    }
    return new Given(setting, variable, Source.ENVIRONMENT);
  }

  private static boolean takesEmpty(Setting setting) {
    return switch (setting.form()) {
      case TEXT -> setting.fallback().isEmpty();
      case SCHEDULER_CONFIG, GATES, LOG_LEVEL -> true;
      case WORDS,
          PORT,
          COUNT,
          BYTES,
          MILLICORES,
          SWITCH,
          DURATION,
          PREFERENCES,
          MIN_VALUES,
          MONEY,
          AMOUNT,
          MODE ->
          false;
    };
  }

  private static Settings settings(Map<Setting, Given> all, Values values, Problems problems) {
    return new Settings(
        text(all, Setting.KARPENTER_SERVICE),
        values.port(of(all, Setting.METRICS_PORT)),
        values.port(of(all, Setting.HEALTH_PROBE_PORT)),
        values.count(of(all, Setting.KUBE_CLIENT_QPS)),
        values.count(of(all, Setting.KUBE_CLIENT_BURST)),
        values.isOn(of(all, Setting.ENABLE_PROFILING)),
        values.isOn(of(all, Setting.DISABLE_CONTROLLER_WARMUP)),
        values.isOn(of(all, Setting.DISABLE_LEADER_ELECTION)),
        values.isOn(of(all, Setting.DISABLE_CLUSTER_STATE_OBSERVABILITY)),
        text(all, Setting.LEADER_ELECTION_NAME),
        text(all, Setting.LEADER_ELECTION_NAMESPACE),
        values.bytes(of(all, Setting.MEMORY_LIMIT)),
        values.millicores(of(all, Setting.CPU_REQUESTS)),
        logLevel(of(all, Setting.LOG_LEVEL), values),
        values.words(of(all, Setting.LOG_OUTPUT_PATHS)),
        values.words(of(all, Setting.LOG_ERROR_OUTPUT_PATHS)),
        values.duration(of(all, Setting.BATCH_MAX_DURATION)),
        values.duration(of(all, Setting.BATCH_IDLE_DURATION)),
        values.choice(
            of(all, Setting.PREFERENCE_POLICY),
            List.of("Respect", "Ignore", "Weigh"),
            Settings.Preferences.values()),
        values.choice(
            of(all, Setting.MIN_VALUES_POLICY),
            List.of("Strict", "BestEffort"),
            Settings.MinValues.values()),
        values.isOn(of(all, Setting.IGNORE_DRA_REQUESTS)),
        Gates.read(of(all, Setting.FEATURE_GATES), values),
        spread(of(all, Setting.SCHEDULER_CONFIG), problems),
        values.money(of(all, Setting.NODE_COST), "dollars an hour"),
        values.money(of(all, Setting.EVICTION_PRICE), "dollars"),
        values.choice(of(all, Setting.MODE), List.of("act", "observe"), Settings.Mode.values()));
  }

  private static Given of(Map<Setting, Given> all, Setting setting) {
    return java.util.Objects.requireNonNull(all.get(setting), "every setting has been read");
  }

  private static String text(Map<Setting, Given> all, Setting setting) {
    return of(all, setting).value();
  }

  private static String logLevel(Given given, Values values) {
    return switch (given.value()) {
      case "" -> given.setting().fallback();
      case "debug", "info", "error" -> given.value();
      default -> values.wrong(given, "debug, info or error", given.setting().fallback());
    };
  }

  private static DefaultSpread spread(Given given, Problems problems) {
    if (given.value().isBlank()) {
      return DefaultSpread.NONE;
    }
    try {
      var found = new Problems();
      var spread = DefaultSpread.read(YAML.readTree(given.value()), found);
      found.list().forEach(problem -> problems.add(problem.inside(given.place())));
      return spread;
    } catch (JsonProcessingException e) {
      problems.add(
          Problem.at(given.place())
              .found("text that is no YAML: " + e.getOriginalMessage())
              .expected("YAML or JSON with podTopologySpread.defaultConstraints"));
      return DefaultSpread.NONE;
    }
  }
}
