package karpenter.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import karpenter.simulator.runtime.Driver;

/// Which seeds of a generated test are played: `-Dkarpenter.NAME=N` so many,
/// `-Dkarpenter.NAME.first=S` from that one on, `-Dkarpenter.NAME.threads=2` on several threads,
/// `-Dkarpenter.NAME.seed=S` one alone.
record Seeds(String name, List<Integer> all, int threads, boolean isOneAlone) {
  private static final int PROGRESS = 50;
  private static final int MAX_SHOWN = 10;

  /// Plays one, and returns what was wrong.
  interface Play {
    List<String> of(int seed) throws Exception;
  }

  static Seeds of(String name, int count) {
    var property = "karpenter." + name;
    int alone = Integer.getInteger(property + ".seed", 0);
    int first = Integer.getInteger(property + ".first", 1);
    int number = Integer.getInteger(property, count);
    return new Seeds(
        name,
        alone > 0 ? List.of(alone) : IntStream.range(first, first + number).boxed().toList(),
        Integer.getInteger(property + ".threads", 1),
        alone > 0);
  }

  /// What was wrong, and how to see it again. Ends early when there is more than anybody reads.
  List<String> play(Play play) throws Exception {
    var failures = new ArrayList<String>();
    try (var pool = Executors.newFixedThreadPool(threads)) {
      List<Future<List<String>>> runs = new ArrayList<>();
      for (int seed : all) {
        Callable<List<String>> run = () -> played(play, seed);
        runs.add(pool.submit(run));
      }
      int done = 0;
      for (var run : runs) {
        var wrong = run.get();
        // At once: the others may take an hour.
        wrong.forEach(System.out::println);
        failures.addAll(wrong);
        if (++done % PROGRESS == 0) {
          System.out.printf("%s: %d of %d, %d wrong%n", name, done, all.size(), failures.size());
        }
        if (failures.size() >= MAX_SHOWN) {
          pool.shutdownNow();
          break;
        }
      }
    }
    return failures;
  }

  private List<String> played(Play play, int seed) throws InterruptedException {
    var wrong = new ArrayList<String>();
    try {
      Driver.call(() -> wrong.addAll(play.of(seed)));
    } catch (RuntimeException | AssertionError broken) {
      wrong.add(String.valueOf(broken));
    }
    return wrong.stream()
        .map(one -> "%s%n  alone: -Dkarpenter.%s.seed=%d".formatted(one, name, seed))
        .toList();
  }
}
