package karpenter.app.fuzz;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/// Feeds a target with inputs made from a seed. Input `n` of a seed is the same in every run, so a
/// finding is replayed by target, seed and number, or from the file it was written to.
///
/// Inputs are read on a thread of their own. One that takes longer than [#LIMIT] is a finding like
/// one that fails.
final class Fuzzer {
  static final Duration LIMIT = Duration.ofSeconds(2);

  /// A machine that does other things as well may stop a thread for a while: it is processor time
  /// that counts, unless nothing comes of an input for this long.
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /// All threads together, the compiler's and the collector's included.
  private static final Duration PROCESS_LIMIT = Duration.ofSeconds(10);

  /// As many as anybody will look at.
  private static final int MAX_FINDINGS = 20;

  private final Target target;
  private final long seed;
  private final Path directory;
  private final List<Finding> findings = new ArrayList<>();
  private final AtomicReference<@Nullable Started> current = new AtomicReference<>();

  /// @param what an exception, or how long it took, with the place in the code
  record Finding(String target, long seed, long number, String what, Path file) {}

  private record Started(long number, byte[] input, long nanos, long cpu, long process) {}

  record Run(long inputs, List<Finding> findings) {}

  Fuzzer(Target target, long seed, Path directory) {
    this.target = target;
    this.seed = seed;
    this.directory = directory;
  }

  static byte[] input(Target target, long seed, long number) {
    var random = new SplittableRandom(seed * 1_000_003 + number * 31 + target.name().hashCode());
    return input(target, random);
  }

  private static byte[] input(Target target, RandomGenerator random) {
    var corpus = target.corpus();
    boolean isNew = corpus.isEmpty() || random.nextInt(3) == 0;
    var base = isNew ? target.generate(random) : corpus.get(random.nextInt(corpus.size()));
    // Some of the new ones are read as they are, because changes mostly break what they change.
    return isNew && random.nextBoolean()
        ? base
        : new Mutation(random, corpus, target.words()).of(base);
  }

  /// @param most inputs
  /// @param time of the processor, after which no further one is read
  Run run(long most, Duration time) throws InterruptedException {
    long end = processTime() + time.toNanos();
    long next = 0;
    while (next < most && processTime() < end && findings.size() < MAX_FINDINGS) {
      next = runFrom(next, most, end);
    }
    return new Run(next, List.copyOf(findings));
  }

  /// Returns the number to go on with: after an input that does not come to an end, on a new
  /// thread.
  private long runFrom(long first, long most, long end) throws InterruptedException {
    var done = new long[] {first};
    var worker =
        Thread.ofPlatform()
            .daemon()
            .name("fuzz-" + target.name())
            .start(
                () -> {
                  long number = first;
                  while (number < most
                      && processTime() < end
                      && findings.size() < MAX_FINDINGS
                      && !Thread.currentThread().isInterrupted()) {
                    one(number);
                    done[0] = ++number;
                  }
                });
    while (worker.isAlive()) {
      worker.join(50);
      var started = current.get();
      if (started != null && worker.isAlive() && isTooLong(started, worker)) {
        var stack = worker.getStackTrace();
        found(
            started.number(),
            started.input(),
            "takes longer than %s s%s".formatted(LIMIT.toSeconds(), at(stack)));
        // It may end yet; if not, it is left behind, and takes time from what follows.
        worker.interrupt();
        worker.join(Duration.ofSeconds(30));
        return started.number() + 1;
      }
    }
    return done[0];
  }

  private static boolean isTooLong(Started started, Thread worker) {
    long wall = System.nanoTime() - started.nanos();
    long cpu = ManagementFactory.getThreadMXBean().getThreadCpuTime(worker.threadId());
    return cpu - started.cpu() > LIMIT.toNanos()
        || processTime() - started.process() > PROCESS_LIMIT.toNanos()
        || wall > PATIENCE.toNanos();
  }

  private static long processTime() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : System.nanoTime();
  }

  private void one(long number) {
    var input = input(target, seed, number);
    var cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    current.set(new Started(number, input, System.nanoTime(), cpu, processTime()));
    try {
      target.read(input);
    } catch (Throwable wrong) {
      found(number, input, told(wrong));
    } finally {
      current.set(null);
    }
  }

  private synchronized void found(long number, byte[] input, String what) {
    // The same place found again says nothing new.
    var first = what.lines().findFirst().orElse("").replaceAll("[0-9]+", "0");
    for (var known : findings) {
      if (known.what().replaceAll("[0-9]+", "0").endsWith(place(what)) && !place(what).isEmpty()
          || known.what().replaceAll("[0-9]+", "0").startsWith(first)) {
        return;
      }
    }
    try {
      Files.createDirectories(directory);
      var file = directory.resolve("%s-%d-%d.bin".formatted(target.name(), seed, number));
      Files.write(file, input);
      findings.add(new Finding(target.name(), seed, number, what, file));
    } catch (IOException e) {
      findings.add(
          new Finding(target.name(), seed, number, what + " (not written: " + e + ")", directory));
    }
  }

  private static String place(String what) {
    int at = what.indexOf(" at karpenter.");
    return at < 0 ? "" : what.substring(at).replaceAll("[0-9]+", "0");
  }

  static String told(Throwable wrong) {
    var text = String.valueOf(wrong);
    return (text.length() > 600 ? text.substring(0, 600) + "…" : text) + at(wrong.getStackTrace());
  }

  private static String at(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> frame.getClassName().startsWith("karpenter."))
        .filter(frame -> !frame.getClassName().equals(Breach.class.getName()))
        .limit(3)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" < ", " at ", ""));
  }

  /// `TARGET SECONDS SEED`, `replay TARGET FILE`, or nothing for the names of all targets.
  public static void main(String[] arguments) throws Exception {
    silence();
    if (arguments.length == 0) {
      Targets.all().forEach(target -> System.out.println(target.name()));
    } else if (arguments[0].equals("replay")) {
      Targets.named(arguments[1]).read(Files.readAllBytes(Path.of(arguments[2])));
      System.out.println("read without a finding");
    } else {
      run(arguments[0], Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
    }
    System.exit(0);
  }

  private static void run(String name, long seconds, long seed) throws InterruptedException {
    var directory = Path.of(System.getProperty("karpenter.fuzz", "target/fuzz"));
    long began = processTime();
    var run =
        new Fuzzer(Targets.named(name), seed, directory)
            .run(Long.MAX_VALUE, Duration.ofSeconds(seconds));
    for (var finding : run.findings()) {
      System.out.printf(
          Locale.ROOT,
          "FINDING %s seed %d input %d: %s%n  replay: java … %s replay %s %s%n",
          finding.target(),
          finding.seed(),
          finding.number(),
          finding.what(),
          Fuzzer.class.getName(),
          finding.target(),
          finding.file());
    }
    System.out.printf(
        Locale.ROOT,
        "%s\t%d\t%d\t%d\t%d%n",
        name,
        seed,
        (processTime() - began) / 1_000_000_000,
        run.inputs(),
        run.findings().size());
  }

  static void silence() {
    if (LoggerFactory.getLogger("ROOT") instanceof ch.qos.logback.classic.Logger root) {
      root.setLevel(ch.qos.logback.classic.Level.OFF);
    }
  }
}
