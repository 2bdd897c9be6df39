package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.disruption.control.Scope;
import karpenter.core.wire.control.ControlReader;

/// Annotations that hold disruption back or ask for it: a line each, `key=value`.
final class ControlsTarget implements Target {
  private static final List<String> KEYS = new ArrayList<>(ControlKeys.ALL);

  private final List<byte[]> corpus =
      Corpus.texts(
          ControlKeys.ALLOW_WINDOWS
              + "=0 22 * * mon-fri 8h Europe/Berlin; 2026-12-24/2026-12-26 UTC; 2026-12-24T00:00:00Z/2026-12-27T00:00:00Z\n",
          ControlKeys.DENY_WINDOWS + "=0 9 * * mon-fri 8h Europe/Berlin; @daily 1h\n",
          ControlKeys.MIN_SAVING + "=0.05, 10%\n" + ControlKeys.RATE + "=5/1h\n",
          ControlKeys.PAYBACK + "=within=24h, per-pod=0.01\n",
          ControlKeys.PAUSE + "=until=2026-11-20T08:00:00Z, by=me, reason=sale\n",
          ControlKeys.SPOT_BREAKER + "=interruptions=5, within=10m, on-demand=1h, return=30m\n",
          ControlKeys.ROTATE + "=2026-01-01T00:00:00Z\n" + ControlKeys.SPLIT + "=allow\n");

  @Override
  public String name() {
    return "controls";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "=",
        ",",
        ";",
        "\n",
        "until=",
        "2026-01-01",
        "+1000000000-01-01T00:00:00Z",
        "1e400",
        "NaN",
        "100.1%",
        "0/0s",
        "9999999999h",
        "Europe/Berlin",
        "@daily",
        "* * * * *",
        "within=");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    var grammar = new Grammar(random);
    var text = new StringBuilder();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      text.append(grammar.one(KEYS)).append("=");
      for (int part = random.nextInt(1, 4); part > 0; part--) {
        text.append(
            switch (random.nextInt(6)) {
              case 0 -> grammar.cron();
              case 1 -> grammar.duration();
              case 2 -> grammar.number();
              case 3 -> grammar.zone();
              case 4 -> grammar.one(List.of("within=", "until=", "by=", "reason=", "%", "/"));
              default -> grammar.trap();
            });
        text.append(grammar.one(List.of(" ", ", ", "; ", "/")));
      }
      text.append("\n");
    }
    return text.toString().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) {
    var annotations = new TreeMap<String, String>();
    for (var line : new String(input, UTF_8).split("\n", -1)) {
      int equals = line.indexOf('=');
      annotations.put(equals < 0 ? line : line.substring(0, equals), line.substring(equals + 1));
    }
    for (var scope : List.of(Scope.cluster("karpenter"), Scope.pool("a"), Scope.node("b"))) {
      Breach.unlessTold(ControlReader.read(scope, annotations).problems());
    }
  }
}
