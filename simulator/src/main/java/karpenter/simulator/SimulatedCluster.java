package karpenter.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.LoopListener;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.BatonKube;
import karpenter.simulator.port.BatonProvider;
import karpenter.simulator.port.Gate;
import karpenter.simulator.port.History;
import karpenter.simulator.port.LaggingCourier;
import karpenter.simulator.port.Latency;
import karpenter.simulator.runtime.Life;
import karpenter.simulator.runtime.SimulatedRuntime;
import karpenter.simulator.runtime.Timeline;
import karpenter.simulator.scenario.Scene;
import karpenter.simulator.world.ControlPlane;
import karpenter.simulator.world.Kubelets;
import org.jspecify.annotations.Nullable;

/// A cluster in virtual time, with an operator that can be killed and is started again.
///
/// For one thread: what it does not do itself, it lets happen in [#await] and [#pass].
public final class SimulatedCluster implements Scene, AutoCloseable {
  /// How often a condition is looked at, at most.
  private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

  private static final int LINES_SHOWN = 60;

  private final Circumstances circumstances;
  private @Nullable Program program;
  private final Timeline timeline;
  private final LaggingCourier courier;
  private final InMemoryKube kube;
  private final ControlPlane controlPlane;
  private final Ledger ledger = new Ledger();
  private final History history = new History();
  private final Gate.Rules rules;
  private final List<Running> lives = new ArrayList<>();
  private SimulatedRuntime.Looks looks = SimulatedRuntime.Looks.LEFT_OUT;

  private record Running(SimulatedRuntime runtime, BatonKube kube) {
    void kill() {
      runtime.kill();
      kube.disconnect();
    }
  }

  /// A cluster without an operator.
  public SimulatedCluster(Circumstances circumstances) {
    var seeds = new SplittableRandom(circumstances.seed());
    this.circumstances = circumstances;
    this.timeline = new Timeline(seeds.nextLong(), circumstances.start());
    this.courier = new LaggingCourier(seeds.nextLong(), timeline);
    this.kube = InMemoryKube.shared(seeds.nextLong(), timeline, courier);
    this.rules = new Gate.Rules(history, Latency.usual(seeds.nextLong(), circumstances.launch()));
    courier.lag(circumstances.lag());
    kube.onChange(ledger);
    this.controlPlane = new ControlPlane(seeds.nextLong(), kube, timeline);
    rules.faults(circumstances.faults());
    rules.killer(circumstances.killer(), () -> timeline.after(circumstances.rebirth(), this::live));
  }

  /// Starts the operator, which is started again whenever it is killed.
  public SimulatedCluster run(Program operator) {
    program = operator;
    live();
    return this;
  }

  private void live() {
    lives.forEach(Running::kill);
    liveBeside();
  }

  private void liveBeside() {
    if (program == null) {
      throw new IllegalStateException("there is no operator to start");
    }
    var life = new Life("life-" + (lives.size() + 1));
    var runtime = new SimulatedRuntime(timeline, life, LoopListener.NONE);
    runtime.looks(looks);
    var gate = new Gate(timeline, life, rules);
    var wire = new BatonKube(kube, gate);
    lives.add(new Running(runtime, wire));
    history.add(timeline.ticks(), life + " begins");
    program.start(new Program.Ports(runtime, wire, cloud -> new BatonProvider(cloud, gate)));
  }

  /// Whether the operators that are started from now on are run only to look and rest again.
  public SimulatedCluster looks(SimulatedRuntime.Looks now) {
    looks = now;
    return this;
  }

  /// Reconciles that were not run, because they would have done nothing.
  public int leftOut() {
    return lives.stream().mapToInt(life -> life.runtime().leftOut()).sum();
  }

  public Timeline timeline() {
    return timeline;
  }

  /// What is stored, without the wire.
  @Override
  public InMemoryKube kube() {
    return kube;
  }

  @Override
  public Instant now() {
    return timeline.instant();
  }

  @Override
  public void await(String what, Duration atMost, Condition condition)
      throws Unreachable, InterruptedException {
    long until = timeline.ticks() + atMost.toNanos();
    long seen = -1;
    long next = 0;
    do {
      if (ledger.changes() != seen && timeline.ticks() >= next) {
        seen = ledger.changes();
        next = timeline.ticks() + LOOK_NANOS;
        if (condition.holds()) {
          return;
        }
      }
    } while (timeline.step(until));
    timeline.runUntil(until);
    if (!condition.holds()) {
      throw new Unmet(
          "seed %d: it did not come about within %s that %s%n%s"
              .formatted(circumstances.seed(), atMost, what, history.tail(LINES_SHOWN)));
    }
  }

  @Override
  public void pass(Duration time) {
    timeline.runUntil(timeline.ticks() + time.toNanos());
  }

  @Override
  public void restartOperator() {
    kill();
    live();
  }

  /// Another takes over, and the one before goes on for a moment.
  public void takeOver(Duration both) {
    history.add(timeline.ticks(), "another operator takes over");
    var before = lives.getLast();
    liveBeside();
    timeline.after(both, before::kill);
  }

  /// Nobody starts another.
  public void kill() {
    history.add(timeline.ticks(), "the operator is killed");
    lives.getLast().kill();
  }

  @Override
  public void restartApiServer() {
    history.add(timeline.ticks(), "all watches are cut");
    kube.cutWatches("the server restarts");
    timeline.after(Duration.ofSeconds(1), kube::restoreWatches);
  }

  /// Sets the clock on the wall.
  public void jump(Duration by) {
    history.add(timeline.ticks(), "the clock jumps by " + by);
    timeline.jump(by);
  }

  public Kubelets kubelets() {
    return controlPlane.kubelets();
  }

  public ControlPlane controlPlane() {
    return controlPlane;
  }

  public Gate.Rules rules() {
    return rules;
  }

  public History history() {
    return history;
  }

  /// Points of the port calls at which the operator could have been killed so far.
  public int points() {
    return rules.points();
  }

  /// Machines ever launched.
  public int launched() {
    return ledger.launched();
  }

  public int lives() {
    return lives.size();
  }

  /// What must hold whatever happened: no machine without a claim, none launched twice.
  public void check() {
    var wrong = new ArrayList<>(ledger.violations());
    var claims = kube.view(Resource.NODE_CLAIMS);
    for (var node : kube.view(Resource.NODES)) {
      var id = node.path("spec").path("providerID").asText();
      boolean isClaimed =
          claims.stream()
              .anyMatch(claim -> claim.path("status").path("providerID").asText().equals(id));
      if (!isClaimed) {
        wrong.add("node %s has no claim".formatted(Metas.name(node)));
      }
    }
    if (!wrong.isEmpty()) {
      throw new Unmet(
          "seed %d: %s%n%s".formatted(circumstances.seed(), wrong, history.tail(LINES_SHOWN)));
    }
  }

  @Override
  public void close() {
    lives.forEach(Running::kill);
    timeline.unwind();
  }
}
