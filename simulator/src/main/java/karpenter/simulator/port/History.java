package karpenter.simulator.port;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What happened, one line each: equal seeds must give equal lines.
public final class History {
  private static final int MAX_LINES = 200_000;

  private final List<Line> lines = new ArrayList<>();
  private int most = MAX_LINES;
  private int dropped;

  /// Written out when somebody reads it: most are never read.
  private record Line(long ticks, String text) {
    @Override
    public String toString() {
      return "%12.6f %s".formatted(ticks / 1e9, text);
    }
  }

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
    lines.add(new Line(ticks, line));
  }

  public List<String> lines() {
    return lines.stream().map(Line::toString).toList();
  }

  /// Lines that were too many to keep.
  public int dropped() {
    return dropped;
  }

  /// The last lines, for a failure to show.
  public String tail(int count) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size()).stream()
        .map(Line::toString)
        .collect(Collectors.joining("\n"));
  }
}
