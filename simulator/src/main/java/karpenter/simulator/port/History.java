package karpenter.simulator.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What happened, one line each: equal seeds must give equal lines.
public final class History {
  private static final int MAX_LINES = 200_000;

  private final List<String> lines = new ArrayList<>();
  private int dropped;

  public void add(long ticks, String line) {
    if (lines.size() == MAX_LINES) {
      dropped++;
      return;
    }
    lines.add("%12.6f %s".formatted(Duration.ofNanos(ticks).toNanos() / 1e9, line));
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /// Lines that were too many to keep.
  public int dropped() {
    return dropped;
  }

  /// The last lines, for a failure to show.
  public String tail(int count) {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }
}
