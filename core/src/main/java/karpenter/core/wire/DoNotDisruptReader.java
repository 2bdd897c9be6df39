package karpenter.core.wire;

import java.time.Duration;
import karpenter.api.DurationText;
import karpenter.core.facts.DoNotDisrupt;

/// Reads the value of a pod's `karpenter.sh/do-not-disrupt` annotation (spec 02 §2.4).
public final class DoNotDisruptReader {
  private DoNotDisruptReader() {}

  public static DoNotDisrupt read(String text) {
    return switch (text) {
      case "true" -> new DoNotDisrupt.Always();
      case "false" -> new DoNotDisrupt.Never();
      default ->
          DurationText.parse(text)
              .filter(Duration::isPositive)
              .<DoNotDisrupt>map(DoNotDisrupt.For::new)
              .orElseGet(() -> new DoNotDisrupt.Unclear(text));
    };
  }
}
