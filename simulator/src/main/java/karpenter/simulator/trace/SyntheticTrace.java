package karpenter.simulator.trace;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SplittableRandom;
import karpenter.operator.kube.ObjectKey;

/// Pods as a busy cluster of services and batch jobs sees them, made up from a seed.
///
/// At the beginning so many pods come at once; from then on so many an hour, at moments that do not
/// depend on each other. Lifetimes are exponentially distributed with the mean at which arrivals
/// and departures keep the number of pods. Requests are drawn from a few sizes, as workloads have
/// them, scaled so that the pods fill the wanted number of nodes of [#CORES] cores.
///
/// @param nodes how many nodes of that size the pods of the beginning fill
public record SyntheticTrace(int nodes, int pods, int arrivalsPerHour, Duration length, long seed)
    implements Trace {
  /// The node that `nodes` counts in.
  static final int CORES = 8;

  /// How full nodes are to be on the average.
  private static final double FULL = 0.8;

  private static final List<Double> SIZES = List.of(0.25, 0.5, 0.5, 1.0, 1.0, 1.0, 1.5, 2.25);
  private static final List<Integer> GIB_PER_CORE = List.of(1, 2, 3);
  private static final int APPS = 40;
  private static final double NANOS_PER_HOUR = 3.6e12;

  @Override
  public String title() {
    return "generated: %d nodes, %d pods, %d arrivals an hour, %s, seed %d"
        .formatted(nodes, pods, arrivalsPerHour, Times.shown(length), seed);
  }

  @Override
  public Iterator<TraceEvent> events() {
    return new Stream();
  }

  private final class Stream implements Iterator<TraceEvent> {
    private final SplittableRandom random = new SplittableRandom(seed);
    private int made;
    private long at;

    @Override
    public boolean hasNext() {
      return made < pods || at < length.toNanos();
    }

    @Override
    public TraceEvent next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      var key = ObjectKey.of("default", "pod-" + made);
      var event =
          new TraceEvent.PodArrives(
              Duration.ofNanos(at), key, shape().pod(key), Optional.of(lifetime()));
      made++;
      if (made >= pods) {
        at += (long) (exponential() * NANOS_PER_HOUR / arrivalsPerHour);
      }
      return event;
    }

    private PodShape shape() {
      int app = random.nextInt(APPS);
      // The mean of SIZES is one.
      double cores = SIZES.get(app % SIZES.size()) * nodes * CORES * FULL / pods;
      long milli = Math.max(10, Math.round(cores * 1000));
      long mebi = Math.max(16, milli * 1024 * GIB_PER_CORE.get(app % 3) / 1000);
      return PodShape.asking(
          Map.of("cpu", milli + "m", "memory", mebi + "Mi"), Map.of("app", "app-" + app));
    }

    private Duration lifetime() {
      double mean = (double) pods / arrivalsPerHour * NANOS_PER_HOUR;
      return Duration.ofNanos(Math.max(1_000_000_000L, (long) (exponential() * mean)));
    }

    private double exponential() {
      return -Math.log(1 - random.nextDouble());
    }
  }
}
