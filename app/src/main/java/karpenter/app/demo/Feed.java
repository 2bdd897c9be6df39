package karpenter.app.demo;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// What happened, newest last, in sentences.
final class Feed {
  private static final int MAX_LINES = 400;

  private final Deque<Line> lines = new ArrayDeque<>();
  private Consumer<Line> listener = _ -> {};
  private long told;

  /// @param number counts from 1
  record Line(long number, Instant at, Tone tone, String text) {}

  /// What a line is about.
  enum Tone {
    /// A chapter of the story begins.
    ACT,
    /// Somebody outside did something: the user, the cloud.
    EVENT,
    /// Machines are bought.
    BUY,
    /// A node can be used.
    READY,
    /// A pod finds no place.
    WAIT,
    /// Nodes go because that saves money.
    SAVE,
    /// Machines were lost, or will be.
    WARN,
    /// A node is gone.
    GONE,
    /// For those who want to know everything.
    DETAIL;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  void onLine(Consumer<Line> hearer) {
    listener = hearer;
  }

  void tell(Instant at, Tone tone, String text) {
    var line = new Line(++told, at, tone, text);
    lines.addLast(line);
    if (lines.size() > MAX_LINES) {
      lines.removeFirst();
    }
    listener.accept(line);
  }

  /// Lines ever told.
  long told() {
    return told;
  }

  /// Those that are kept.
  List<Line> lines() {
    return new ArrayList<>(lines);
  }
}
