package karpenter.simulator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.Parallel;
import org.junit.jupiter.api.Test;

class SimulatedRuntimeTest {
  private static final Pace PACE = Pace.of(4, Duration.ofMillis(100), Duration.ofSeconds(10));

  private final List<String> log = new ArrayList<>();

  @Test
  void a_reconcile_takes_the_time_its_calls_take() {
    var timeline = timeline(1);
    var runtime = runtime(timeline);
    var queue =
        runtime.register(
            loop(
                key -> {
                  note(timeline, "begin " + key);
                  timeline.pause(Duration.ofSeconds(30));
                  note(timeline, "end " + key);
                  return Outcome.DONE;
                }),
            PACE);
    queue.add("a");

    runtime.start();
    timeline.runUntil(Duration.ofMinutes(1).toNanos());

    assertThat(log).containsExactly("0 begin a", "30 end a");
  }

  @Test
  void other_keys_go_on_while_one_waits() {
    var timeline = timeline(1);
    var runtime = runtime(timeline);
    var queue =
        runtime.register(
            loop(
                key -> {
                  note(timeline, "begin " + key);
                  timeline.pause(Duration.ofSeconds(key.equals("slow") ? 30 : 1));
                  note(timeline, "end " + key);
                  return Outcome.DONE;
                }),
            PACE);
    queue.add("slow");
    queue.add("quick");

    runtime.start();
    timeline.runUntil(Duration.ofMinutes(1).toNanos());

    assertThat(log).endsWith("1 end quick", "30 end slow");
  }

  @Test
  void one_key_never_runs_twice_at_once() {
    var timeline = timeline(1);
    var runtime = runtime(timeline);
    var running = new TreeSet<String>();
    var queue =
        runtime.register(
            loop(
                key -> {
                  assertThat(running.add(key)).isTrue();
                  timeline.pause(Duration.ofSeconds(10));
                  running.remove(key);
                  note(timeline, "end " + key);
                  return Outcome.DONE;
                }),
            PACE);
    runtime.start();
    for (int second = 0; second < 5; second++) {
      timeline.at(Duration.ofSeconds(second).toNanos(), () -> queue.add("a"));
    }

    timeline.runUntil(Duration.ofMinutes(1).toNanos());

    assertThat(log).containsExactly("10 end a", "20 end a");
  }

  @Test
  void failures_back_off_and_delays_are_kept() {
    var timeline = timeline(1);
    var runtime = runtime(timeline);
    var queue =
        runtime.register(
            loop(
                _ -> {
                  log.add(timeline.ticks() / 1_000_000 + "ms");
                  return switch (log.size()) {
                    case 1 -> throw new Unreachable("no answer");
                    case 2 -> Outcome.failed("no");
                    case 3 -> Outcome.again(Duration.ofSeconds(5));
                    default -> Outcome.DONE;
                  };
                }),
            PACE);
    queue.add("a");

    runtime.start();
    timeline.runUntil(Duration.ofMinutes(1).toNanos());

    assertThat(log).containsExactly("0ms", "100ms", "300ms", "5300ms");
  }

  @Test
  void parallel_calls_take_turns_and_answer_in_order() {
    var timeline = timeline(1);
    var runtime = runtime(timeline);
    var queue =
        runtime.register(
            loop(
                _ -> {
                  var answers =
                      runtime
                          .parallel()
                          .map(
                              List.of(3, 1, 2),
                              2,
                              seconds -> {
                                timeline.pause(Duration.ofSeconds(seconds));
                                if (seconds == 1) {
                                  throw new Unreachable("no answer");
                                }
                                return seconds;
                              });
                  note(timeline, shown(answers));
                  return Outcome.DONE;
                }),
            PACE);
    queue.add("a");

    runtime.start();
    timeline.runUntil(Duration.ofMinutes(1).toNanos());

    assertThat(log).containsExactly("3 3 none 2");
  }

  @Test
  void a_killed_process_does_nothing_more() {
    var timeline = timeline(1);
    var runtime = runtime(timeline);
    var queue =
        runtime.register(
            loop(
                key -> {
                  note(timeline, "begin " + key);
                  timeline.pause(Duration.ofSeconds(10));
                  note(timeline, "end " + key);
                  return Outcome.DONE;
                }),
            PACE);
    queue.add("a");
    queue.addAfter("b", Duration.ofSeconds(20));
    runtime.start();
    timeline.runUntil(Duration.ofSeconds(5).toNanos());

    runtime.kill();
    timeline.runUntil(Duration.ofMinutes(1).toNanos());

    assertThat(log).containsExactly("0 begin a");
    assertThat(runtime.running()).isZero();
  }

  @Test
  void a_history_is_a_function_of_its_seed() {
    assertThat(history(7)).isEqualTo(history(7));
    assertThat(history(7)).isNotEqualTo(history(8));
  }

  private List<String> history(long seed) {
    log.clear();
    var timeline = timeline(seed);
    var runtime = runtime(timeline);
    var queue =
        runtime.register(
            loop(
                key -> {
                  for (int step = 0; step < 3; step++) {
                    note(timeline, key + step);
                    timeline.pause(Duration.ofSeconds(1));
                  }
                  return Outcome.DONE;
                }),
            PACE);
    for (var key : List.of("a", "b", "c", "d", "e", "f")) {
      queue.add(key);
    }
    runtime.start();
    timeline.runUntil(Duration.ofMinutes(1).toNanos());
    return List.copyOf(log);
  }

  private interface Body {
    Outcome of(String key) throws Unreachable, InterruptedException;
  }

  private static Loop<String> loop(Body body) {
    return new Loop<>() {
      @Override
      public String name() {
        return "loop";
      }

      @Override
      public Outcome reconcile(String key) throws Unreachable, InterruptedException {
        return body.of(key);
      }
    };
  }

  private void note(Timeline timeline, String what) {
    log.add(timeline.ticks() / 1_000_000_000 + " " + what);
  }

  private static String shown(List<Parallel.Result<Integer>> answers) {
    var shown = new ArrayList<String>();
    for (var answer : answers) {
      shown.add(
          switch (answer) {
            case Parallel.Result.Answered<Integer>(var value) -> value.toString();
            case Parallel.Result.Unanswered<Integer> _ -> "none";
          });
    }
    return String.join(" ", shown);
  }

  private static Timeline timeline(long seed) {
    return new Timeline(seed, Instant.parse("2026-01-05T09:00:00Z"));
  }

  private static SimulatedRuntime runtime(Timeline timeline) {
    return new SimulatedRuntime(timeline, new Life("life-1"), LoopListener.NONE);
  }
}
