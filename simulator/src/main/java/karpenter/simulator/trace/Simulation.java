package karpenter.simulator.trace;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Kube;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.state.ClusterState;
import karpenter.simulator.Circumstances;
import karpenter.simulator.OperatorProgram;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.cloud.SimulatedProvider;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.Killer;
import karpenter.simulator.runtime.Driver;

/// Plays a trace in a simulated cluster with the operator that runs in production.
///
/// The same trace, setup and terms give the same answer to the last digit.
public final class Simulation {
  private static final Duration LAUNCH = Duration.ofMillis(800);
  private static final Duration LAG = Duration.ofMillis(50);
  private static final Duration REBIRTH = Duration.ofSeconds(2);
  private static final Duration END = Duration.ofSeconds(20);
  private static final int REPORTS = 400;

  private final Trace trace;
  private final Setup setup;
  private final Terms terms;
  private final Progress progress;

  /// Who is told now and then how far it is.
  public interface Progress {
    Progress NONE = (_, _, _, _) -> {};

    void at(Duration played, Duration length, int machines, double cost);
  }

  private Simulation(Trace trace, Setup setup, Terms terms, Progress progress) {
    this.trace = trace;
    this.setup = setup;
    this.terms = terms;
    this.progress = progress;
  }

  public static Played play(Trace trace, Setup setup, Terms terms, Progress progress)
      throws InterruptedException {
    return Driver.call(new Simulation(trace, setup, terms, progress)::play);
  }

  private Played play() {
    var random = new SplittableRandom(terms.seed());
    long end = terms.length(trace).toNanos();
    var circumstances =
        new Circumstances(
            random.nextLong(),
            terms.start(),
            LAUNCH,
            LAG,
            terms.faults().failingCalls() == 0
                ? Faults.NONE
                : Faults.random(random.nextLong(), terms.faults().failingCalls()),
            Killer.NEVER,
            REBIRTH);
    try (var cluster = new SimulatedCluster(circumstances)) {
      cluster.history().keep(0);
      var types = setup.market().types();
      var cloud =
          new SimulatedCloud(
              random.nextLong(), cluster.timeline(), cluster.kube(), types, terms.boot(), END);
      var meter =
          new Meter(
              cluster.timeline(),
              new PriceList(types),
              setup.settings().nodeCost(),
              end,
              terms.stretches());
      cluster.kube().onChange(meter);
      var refused = new TreeMap<>(furnish(cluster));
      cluster.run(new OperatorProgram(new CloudPlan(cloud), setup.settings(), meter));
      var player = new Player(cluster, cloud, trace, terms.patience(), random.split());
      player.begin();
      new Mishaps(cluster, player, terms.faults(), random.split()).begin();
      pass(cluster, meter, end);
      refused.putAll(player.refusals());
      return played(meter, player, refused, end);
    }
  }

  /// What is not taken from the start, and why.
  private TreeMap<String, String> furnish(SimulatedCluster cluster) {
    var refused = new TreeMap<String, String>();
    for (var given : setup.objects()) {
      var answer = cluster.kube().create(given.resource(), given.object());
      if (!(answer instanceof Answer.Done)) {
        refused.put(
            given.resource().kind() + " " + Metas.key(given.object()), String.valueOf(answer));
      }
    }
    return refused;
  }

  private void pass(SimulatedCluster cluster, Meter meter, long end) {
    var length = Duration.ofNanos(end);
    for (int i = 1; i <= REPORTS; i++) {
      long until = i == REPORTS ? end : end / REPORTS * i;
      cluster.timeline().runUntil(until);
      progress.at(
          Duration.ofNanos(until),
          length,
          (int) meter.machinesThere.value(),
          meter.cost.hours(until));
    }
  }

  private Played played(Meter meter, Player player, TreeMap<String, String> refused, long end) {
    double there = meter.cpuThere.hours(end);
    return new Played(
        setup.name(),
        Duration.ofNanos(end),
        new Played.Pods(
            player.arrived(),
            player.done(),
            player.givenUp(),
            (int) meter.running.value(),
            (int) meter.waiting.value(),
            meter.evicted,
            player.lost()),
        new Played.Machines(
            meter.launched,
            meter.ended,
            (int) meter.machinesThere.value(),
            (int) meter.machinesThere.peak(),
            player.killed(),
            meter.machinesThere.hours(end),
            there == 0 ? 0 : meter.cpuAsked.hours(end) / there,
            new TreeMap<>(meter.launchedByType)),
        meter.cost.hours(end),
        meter.nodeCost.hours(end),
        meter.firstWaits.percentiles(),
        meter.laterWaits.percentiles(),
        curves(meter, end),
        new TreeMap<>(meter.decisions),
        refused);
  }

  private Played.Curves curves(Meter meter, long end) {
    var asked = meter.cpuAsked.means(end);
    var there = meter.cpuThere.means(end);
    var used = new ArrayList<Double>(asked.length);
    for (int i = 0; i < asked.length; i++) {
      used.add(there[i] == 0 ? 0 : asked[i] / there[i]);
    }
    return new Played.Curves(
        Duration.ofNanos(Math.max(1, Math.ceilDiv(end, terms.stretches()))),
        list(meter.cost.means(end)),
        list(meter.machinesThere.means(end)),
        list(meter.running.means(end)),
        list(meter.waiting.means(end)),
        used);
  }

  private static List<Double> list(double[] values) {
    var list = new ArrayList<Double>(values.length);
    for (var value : values) {
      list.add(value);
    }
    return list;
  }

  /// The simulated cloud, which sells what the setup's catalogue has.
  private final class CloudPlan implements ProviderPlan {
    private final SimulatedCloud cloud;

    CloudPlan(SimulatedCloud cloud) {
      this.cloud = cloud;
    }

    @Override
    public List<NodeClassKind> nodeClassKinds() {
      return List.of(setup.market().nodeClass());
    }

    @Override
    public ProviderLabels labels() {
      return setup.market().labels();
    }

    @Override
    public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
      return new SimulatedProvider(cloud, nodeClassKinds().getFirst(), labels());
    }
  }
}
