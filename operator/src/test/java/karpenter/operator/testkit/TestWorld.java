package karpenter.operator.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.journal.Decision;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.settings.Settings;

/// A cluster, a cloud, some loops and everything they said. Nothing happens until [#run].
public final class TestWorld {
  public static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

  public final TestClock clock = new TestClock(START);
  public final TestCluster cluster = new TestCluster(clock);
  public final TestCloud cloud = new TestCloud();
  public final TestKube kube = new TestKube(cluster);
  public final TestMetrics metrics = new TestMetrics();
  public final List<EventNote> events = new ArrayList<>();
  public final List<Decision> decisions = new ArrayList<>();
  public final TestRuntime runtime = new TestRuntime(clock);
  private final LoopContext context;

  public TestWorld(Function<LoopContext, List<LoopPlan<?>>> loops) {
    this(loops, settings -> settings);
  }

  public TestWorld(
      Function<LoopContext, List<LoopPlan<?>>> loops, UnaryOperator<Settings> settings) {
    context =
        new LoopContext(
            cluster,
            cluster,
            kube,
            cloud,
            events::add,
            metrics,
            decisions::add,
            clock,
            runtime,
            settings.apply(Settings.DEFAULT));
    runtime.start(loops.apply(context), cluster);
  }

  /// Lets the loops do whatever falls due in this time.
  public TestWorld run(Duration time) {
    runtime.run(time);
    return this;
  }

  /// Lets the loops do what is due now, and no more.
  public TestWorld settle() {
    return run(Duration.ZERO);
  }

  public List<String> eventReasons() {
    return events.stream().map(EventNote::reason).toList();
  }

  public LoopContext context() {
    return context;
  }
}
