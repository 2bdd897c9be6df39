package karpenter.core.wire.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.control.DriftPolicy;
import karpenter.core.disruption.control.DriftPolicy.Approved;
import karpenter.core.disruption.control.DriftPolicy.WaveSize;

/// Understands `observe`, and approvals such as `approve=4217-3; waves=1,10%,50%`.
final class DriftReader {
  private static final Duration DAY = Duration.ofHours(24);
  private static final int MAX_NODES = 100_000;
  private static final String WAVE = "waves such as 1, 10%, 50%, 100%, none smaller than the last";

  private DriftReader() {}

  static Optional<DriftPolicy> read(Value value) {
    if (value.text().equals("observe")) {
      return Optional.of(new DriftPolicy.Observe());
    }
    if (!value.text().contains("=")) {
      return value.refuse("observe, or approve=… with what the NodePool says there is to approve");
    }
    return Fields.of(value, List.of("approve", "waves", "settle", "patience", "attempt"))
        .flatMap(fields -> approved(value, fields));
  }

  private static Optional<DriftPolicy> approved(Value value, Fields fields) {
    var version =
        fields.get("approve").word("the version that the NodePool says is to be approved");
    var waves = fields.has("waves") ? waves(fields.get("waves")) : Optional.of(Approved.AT_ONCE);
    var settle =
        fields.has("settle") ? fields.get("settle").duration(DAY) : Optional.of(Approved.SETTLE);
    var patience =
        fields.has("patience")
            ? fields.get("patience").duration(DAY)
            : Optional.of(Approved.PATIENCE);
    if (fields.has("attempt")) {
      fields.get("attempt").word("anything that differs from the last attempt");
    }
    return version.isPresent() && waves.isPresent() && settle.isPresent() && patience.isPresent()
        ? Optional.of(
            new Approved(version.get(), waves.get(), settle.get(), patience.get(), value.text()))
        : Optional.empty();
  }

  private static Optional<List<WaveSize>> waves(Value value) {
    var waves = new ArrayList<WaveSize>();
    for (var part : value.text().split(",", -1)) {
      var word = value.part(part);
      var size =
          word.text().endsWith("%")
              ? value
                  .part(word.text().substring(0, word.text().length() - 1))
                  .count(1, 100, WAVE)
                  .<WaveSize>map(WaveSize.Percent::new)
              : word.count(1, MAX_NODES, WAVE).<WaveSize>map(WaveSize.Count::new);
      if (size.isEmpty()) {
        return Optional.empty();
      }
      waves.add(size.get());
    }
    return areRising(waves) ? Optional.of(waves) : value.refuse(WAVE);
  }

  /// Counts and shares cannot be compared without knowing the pool; each kind can.
  private static boolean areRising(List<WaveSize> waves) {
    int count = 0;
    int percent = 0;
    for (var wave : waves) {
      switch (wave) {
        case WaveSize.Count(var nodes) -> {
          if (nodes < count) {
            return false;
          }
          count = nodes;
        }
        case WaveSize.Percent(var share) -> {
          if (share < percent) {
            return false;
          }
          percent = share;
        }
      }
    }
    return true;
  }
}
