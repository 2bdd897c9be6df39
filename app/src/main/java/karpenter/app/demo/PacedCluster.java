package karpenter.app.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import karpenter.app.demo.DemoCluster.Consolidation;
import org.jspecify.annotations.Nullable;

/// A [DemoCluster] whose time passes beside the time on the wall. One thread, in [#run], does
/// everything; others read the last frame and hand in wishes, which are carried out between two
/// slices.
final class PacedCluster {
  /// On the wall: how often a new frame is drawn.
  private static final Duration FRAME = Duration.ofMillis(100);

  /// Of the cluster's time: how far a step goes at most if nothing is decided.
  private static final Duration STEP_LIMIT = Duration.ofMinutes(2);

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final long seed;
  private final LinkedBlockingQueue<Wish> wishes = new LinkedBlockingQueue<>();
  private final Pace pace;
  private final Story story = new Story();
  private boolean isTold;
  private final CountDownLatch isDrawn = new CountDownLatch(1);
  private volatile @Nullable Frame frame;
  private volatile boolean isEnding;

  private record Wish(
      Function<DemoCluster, Optional<String>> act, CompletableFuture<Optional<String>> answer) {}

  /// @param isTold whether the story goes on by itself
  PacedCluster(long seed, Pace pace, boolean isTold) {
    this.seed = seed;
    this.pace = pace;
    this.isTold = isTold;
  }

  /// Until [#end], or until its thread is interrupted.
  void run() throws InterruptedException {
    try (var cluster = new DemoCluster(seed, Consolidation.ON)) {
      frame = draw(cluster);
      isDrawn.countDown();
      long last = System.nanoTime();
      while (!isEnding) {
        var wish = wishes.poll(FRAME.toMillis(), TimeUnit.MILLISECONDS);
        while (wish != null) {
          carryOut(wish, cluster);
          wish = wishes.poll();
        }
        long now = System.nanoTime();
        int slices = pace.due(Duration.ofNanos(now - last));
        last = now;
        long until = now + FRAME.toNanos();
        for (int i = 0; i < slices && System.nanoTime() < until; i++) {
          pass(cluster);
        }
        frame = draw(cluster);
      }
    }
  }

  /// What fails is told whoever wished it.
  private static void carryOut(Wish wish, DemoCluster cluster) {
    try {
      wish.answer().complete(wish.act().apply(cluster));
    } catch (RuntimeException bug) {
      wish.answer().completeExceptionally(bug);
    }
  }

  private void pass(DemoCluster cluster) {
    if (isTold) {
      story.follow(cluster);
    }
    cluster.pass();
  }

  private Frame draw(DemoCluster cluster) {
    return new Frame(
        Painter.paint(cluster),
        pace.speed(),
        pace.isPaused(),
        isTold,
        seed,
        cluster.bill().points(),
        cluster.feed().lines().stream().map(Frame.Told::of).toList());
  }

  /// The last one drawn. Waits for the first; empty if that takes too long.
  Optional<Frame> frame() throws InterruptedException {
    var _ = isDrawn.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return Optional.ofNullable(frame);
  }

  void end() {
    isEnding = true;
  }

  /// Does something to the cluster and waits until it is done.
  ///
  /// @return why that cannot be; empty when it is done
  Optional<String> act(Function<DemoCluster, Optional<String>> wish) throws InterruptedException {
    var answer = new CompletableFuture<Optional<String>>();
    wishes.add(new Wish(wish, answer));
    try {
      return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return Optional.of("the cluster is too busy to answer");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  Optional<String> pause() throws InterruptedException {
    return act(
        _ -> {
          pace.pause();
          return Optional.empty();
        });
  }

  Optional<String> resume() throws InterruptedException {
    return act(
        _ -> {
          pace.resume();
          return Optional.empty();
        });
  }

  Optional<String> speed(double times) throws InterruptedException {
    return act(
        _ ->
            pace.runAt(times)
                ? Optional.empty()
                : Optional.of("the speed is 1 to %.0f".formatted(Pace.MAX_SPEED)));
  }

  /// Whether the story goes on by itself. What would have happened while it did not is left out.
  Optional<String> tell(boolean goesOn) throws InterruptedException {
    return act(
        cluster -> {
          if (goesOn && !isTold) {
            story.skip(cluster);
          }
          isTold = goesOn;
          return Optional.empty();
        });
  }

  /// Pauses, and goes on to the next thing that is told.
  Optional<String> step() throws InterruptedException {
    return act(
        cluster -> {
          pace.pause();
          long told = cluster.feed().told();
          var limit = cluster.elapsed().plus(STEP_LIMIT);
          do {
            pass(cluster);
          } while (cluster.feed().told() == told && cluster.elapsed().compareTo(limit) < 0);
          return Optional.empty();
        });
  }
}
