package karpenter.simulator.trace;

import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/// What happens to a cluster, in the order in which it happens. Can be played any number of times.
public interface Trace {
  /// In order. A long trace makes them while they are asked for.
  Iterator<TraceEvent> events();

  /// From the beginning until nothing more happens by itself.
  Duration length();

  /// For people: what it is and where it comes from.
  String title();

  /// @param length at least until the last event
  static Trace of(String title, List<TraceEvent> events, Duration length) {
    var sorted = events.stream().sorted(Comparator.comparing(TraceEvent::at)).toList();
    return new Trace() {
      @Override
      public Iterator<TraceEvent> events() {
        return sorted.iterator();
      }

      @Override
      public Duration length() {
        return length;
      }

      @Override
      public String title() {
        return title;
      }
    };
  }
}
