package karpenter.bench.optimum;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import karpenter.bench.run.YardstickArguments;

/// Where the search says how it gets on: the terminal, and a log that is short enough to publish.
/// The log is added to, and has what was found so far if the search is broken off.
final class SearchReport implements AutoCloseable {
  private static final Duration TOLD_EVERY = Duration.ofSeconds(5);
  private static final Duration LOGGED_EVERY = Duration.ofSeconds(30);

  private final Pace terminal;
  private final Optional<Pace> log;

  /// A stream with its own pace of progress.
  private static final class Pace {
    private final PrintStream out;
    private final long nanos;
    private final boolean isQuiet;
    private long toldAt = System.nanoTime();

    Pace(PrintStream out, Duration every, boolean isQuiet) {
      this.out = out;
      this.nanos = every.toNanos();
      this.isQuiet = isQuiet;
    }

    void progress(String line, boolean isSpecial) {
      long now = System.nanoTime();
      if (isQuiet || !isSpecial && now - toldAt < nanos) return;
      toldAt = now;
      out.print(line);
    }
  }

  private final long started = System.nanoTime();

  private SearchReport(Pace terminal, Optional<Pace> log) {
    this.terminal = terminal;
    this.log = log;
  }

  static SearchReport to(PrintStream out, YardstickArguments arguments) throws IOException {
    Optional<Pace> log = Optional.empty();
    if (arguments.log().isPresent()) log = Optional.of(log(arguments.log().get()));
    return new SearchReport(new Pace(out, TOLD_EVERY, arguments.isQuiet()), log);
  }

  private static Pace log(Path file) throws IOException {
    var stream = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new Pace(new PrintStream(stream, true, StandardCharsets.UTF_8), LOGGED_EVERY, false);
  }

  /// Only in the log.
  void logged(String line) {
    log.ifPresent(pace -> pace.out.printf("%s%n", line));
  }

  void line(String format, Object... details) {
    var line = String.format(Locale.ROOT, format + "%n", details);
    terminal.out.print(line);
    log.ifPresent(pace -> pace.out.print(line));
  }

  void progress(ColumnGeneration.Progress at) {
    var line =
        String.format(
            Locale.ROOT,
            "%5d s  round %4d  columns %6d  solved exactly %4d  LP %12s  lower bound %12s%n",
            Duration.ofNanos(System.nanoTime() - started).toSeconds(),
            at.round(),
            at.columns(),
            at.exact(),
            OptimumCli.number(at.value()),
            OptimumCli.number(at.lowerBound()));
    boolean isSpecial = at.round() == 1 || at.last();
    terminal.progress(line, isSpecial);
    log.ifPresent(pace -> pace.progress(line, isSpecial));
  }

  @Override
  public void close() {
    log.ifPresent(pace -> pace.out.close());
  }
}
