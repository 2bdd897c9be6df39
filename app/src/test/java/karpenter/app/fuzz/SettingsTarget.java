package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.operator.settings.Setting;
import karpenter.operator.settings.SettingsReader;

/// Flags and variables: a line each, `--flag=value` or `VARIABLE=value`.
final class SettingsTarget implements Target {
  private final List<byte[]> corpus =
      Corpus.texts(
          "--metrics-port=8080\n--kube-client-qps\n200\nFEATURE_GATES=NodeRepair=true,NodeOverlay=false\n",
          "BATCH_MAX_DURATION=10s\nBATCH_IDLE_DURATION=1s\nMEMORY_LIMIT=-1\nLOG_LEVEL=debug\n",
          "--preference-policy=Ignore\n--min-values-policy=BestEffort\n--enable-profiling\n--mode=observe\n",
          "--scheduler-config={podTopologySpread: {defaultConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: ScheduleAnyway}]}}\n");

  @Override
  public String name() {
    return "settings";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "--",
        "-",
        "=",
        ",",
        "\n",
        "true",
        "false",
        "-1",
        "99999999999",
        "10s",
        "1e9h",
        "{",
        "[",
        "maxSkew: ",
        "&a [*a]",
        "NodeRepair=",
        "--feature-gates=",
        "--scheduler-config=",
        "9223372036854775807");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    var grammar = new Grammar(random);
    var text = new StringBuilder();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      var setting = grammar.one(List.of(Setting.values()));
      text.append(random.nextBoolean() ? "--" + setting.flag() : setting.variable());
      text.append(random.nextInt(5) == 0 ? "\n" : "=");
      text.append(
          switch (random.nextInt(5)) {
            case 0 -> grammar.duration();
            case 1 -> grammar.number();
            case 2 -> grammar.yaml().replace('\n', ' ');
            case 3 -> setting.fallback();
            default -> grammar.trap();
          });
      text.append("\n");
    }
    return text.toString().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) {
    var arguments = new java.util.ArrayList<String>();
    var environment = new HashMap<String, String>();
    for (var line : new String(input, UTF_8).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (line.startsWith("-") || equals < 0) {
        arguments.add(line);
      } else {
        environment.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    var answer = SettingsReader.read(arguments, environment);
    Breach.unlessTold(answer.problems());
    var settings = answer.settings();
    Breach.unless(!settings.nominationWindow().isNegative(), "a window has a length");
    Breach.unless(settings.kubeClientQps() > 0 && settings.kubeClientBurst() > 0, "rates");
    Breach.unless(settings.metricsPort() >= 0 && settings.metricsPort() < 65_536, "a port");
  }
}
