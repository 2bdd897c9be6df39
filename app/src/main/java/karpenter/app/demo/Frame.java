package karpenter.app.demo;

import java.util.List;

/// All that the page is told at once. Its field names are those of the page's JSON.
///
/// @param story whether the story goes on by itself
/// @param history what the cluster cost
/// @param lines what happened lately
record Frame(
    Picture picture,
    double speed,
    boolean paused,
    boolean story,
    long seed,
    List<Bill.Point> history,
    List<Told> lines) {

  /// @param number counts from 1
  record Told(long number, String at, String tone, String text) {
    static Told of(Feed.Line line) {
      return new Told(
          line.number(), Painter.CLOCK.format(line.at()), line.tone().word(), line.text());
    }
  }

  /// With the lines after this one only.
  Frame since(long number) {
    return new Frame(
        picture,
        speed,
        paused,
        story,
        seed,
        history,
        lines.stream().filter(line -> line.number() > number).toList());
  }
}
