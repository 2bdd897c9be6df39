package karpenter.simulator.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What happened, one line each: equal seeds must give equal lines.
public final class History {
  private static final int MAX_LINES = 200_000;

  private final List<String> lines = new ArrayList<>();
  private int most = MAX_LINES;
  private int dropped;

  /// How many lines are kept from now on: nobody reads those of a simulation of months.
  public void keep(int atMost) {
    most = atMost;
  }

  /// Whether nobody would read another line.
  boolean isFull() {
    return lines.size() >= most;
  }

  public void add(long ticks, String line) {
    if (isFull()) {
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
