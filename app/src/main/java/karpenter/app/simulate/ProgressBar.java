package karpenter.app.simulate;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import karpenter.simulator.trace.Simulation;
import karpenter.simulator.trace.Times;

/// How far it is, on one line that is written over and over.
final class ProgressBar implements Simulation.Progress, AutoCloseable {
  private static final int WIDTH = 24;

  private final PrintWriter out;
  private final String name;
  private final boolean isShown;

  private ProgressBar(PrintWriter out, String name, boolean isShown) {
    this.out = out;
    this.name = name;
    this.isShown = isShown;
  }

  static ProgressBar on(PrintWriter out, String name, boolean isShown) {
    return new ProgressBar(out, name, isShown);
  }

  @Override
  public void at(Duration played, Duration length, int machines, double cost) {
    if (!isShown) {
      return;
    }
    double part = length.isZero() ? 1 : (double) played.toNanos() / length.toNanos();
    int full = (int) Math.round(part * WIDTH);
    out.print(
        String.format(
            Locale.ROOT,
            "\r\u001b[K%s [%s%s] %3.0f %%  %s  %d machines  $%,.2f",
            name,
            "#".repeat(full),
            "-".repeat(WIDTH - full),
            100 * part,
            Times.shown(played),
            machines,
            cost));
    out.flush();
  }

  @Override
  public void close() {
    if (isShown) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }
}
