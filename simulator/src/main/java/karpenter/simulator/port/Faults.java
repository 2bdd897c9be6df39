package karpenter.simulator.port;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;

/// Which calls go wrong.
public interface Faults {
  Faults NONE = _ -> Optional.empty();

  Optional<Fault> strike(PortCall call);

  /// So many of a thousand calls, in all the ways there are.
  static Faults random(long seed, int perThousand) {
    var random = new SplittableRandom(seed);
    return call -> {
      if (random.nextInt(1000) >= perThousand) {
        return Optional.empty();
      }
      Fault fault =
          switch (random.nextInt(4)) {
            case 0 -> new Fault.NotSent();
            case 1 -> new Fault.AnswerLost();
            case 2 -> new Fault.Throttled(Duration.ofSeconds(1 + random.nextInt(5)));
            default -> new Fault.Conflicted();
          };
      return Optional.of(fault);
    };
  }

  /// So many of a thousand calls to the cloud are too many for it.
  static Faults throttling(long seed, int perThousand) {
    var random = new SplittableRandom(seed);
    return call ->
        call.port() == PortCall.Port.CLOUD && random.nextInt(1000) < perThousand
            ? Optional.of(new Fault.Throttled(Duration.ofSeconds(1 + random.nextInt(10))))
            : Optional.empty();
  }

  /// Those of the other where these have none.
  default Faults or(Faults other) {
    return call -> strike(call).or(() -> other.strike(call));
  }
}
