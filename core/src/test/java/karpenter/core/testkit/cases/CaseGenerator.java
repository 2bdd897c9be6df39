package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;

/// Draws a scheduling problem from a seed: at least 20 pods, 3 pools and 20 types, and constraints
/// so tight that they decide.
public final class CaseGenerator {
  private final Dice dice;
  private final Mix mix;

  private CaseGenerator(Dice dice) {
    this.dice = dice;
    this.mix = Mix.draw(dice.split());
  }

  public static SchedulingProblem generate(long seed) {
    return new CaseGenerator(new Dice(seed)).problem();
  }

  private SchedulingProblem problem() {
    var types = new CatalogueDraw(dice.split(), mix).types();
    var pools = new PoolDraw(dice.split(), mix, types).pools();
    var pods = new PodDraw(dice.split(), mix);
    var nodes = new NodeDraw(dice.split(), mix, pools, pods).nodes();
    List<Pod> pending = new ArrayList<>(pods.pending());
    if (dice.chance(0.15)) addLeaving(pending, nodes.bound());
    return new SchedulingProblem(
        pools, nodes.nodes(), pending, nodes.bound(), daemons(), namespaces(), options());
  }

  /// Pods of a node that is being emptied are bound and pending at once.
  private static void addLeaving(List<Pod> pending, List<BoundPod> bound) {
    bound.stream().limit(2).forEach(one -> pending.add(one.pod()));
  }

  private List<Daemon> daemons() {
    if (!mix.has(ConstraintKind.DAEMONS)) return List.of();
    List<Daemon> daemons = new ArrayList<>();
    int count = dice.between(1, 3);
    for (int i = 0; i < count; i++) daemons.add(daemon("daemon-" + i));
    return daemons;
  }

  private Daemon daemon(String name) {
    Map<String, Long> requests = new TreeMap<>();
    requests.put(Resources.CPU, dice.pick(50L, 200L, 600L, 1100L));
    if (dice.chance(0.5)) requests.put(Resources.MEMORY, dice.pick(64L, 512L) << 20);
    var builder = PodSpec.builder().namespace("kube-system").requests(Resources.of(requests));
    builder.nodeAlternatives(
        switch (dice.between(0, 6)) {
          case 0 -> List.of(Requirements.of(Keys.ARCH, ValueSet.in("arm64")));
          case 1 -> List.of(Requirements.of(Keys.REGISTERED, ValueSet.in("true")));
          case 2 ->
              List.of(
                  Requirements.of(Keys.TIER, ValueSet.in(dice.pick(mix.tiers()))),
                  Requirements.of(Keys.GENERATION, ValueSet.greaterThan(2)));
          case 3 -> List.of(Requirements.of(Keys.ZONE, ValueSet.in(dice.pick(mix.zones()))));
          default -> List.of(Requirements.none());
        });
    if (dice.chance(0.6)) {
      builder.tolerate(new Toleration("", Toleration.Operator.EXISTS, "", Optional.empty()));
    }
    if (mix.has(ConstraintKind.DAEMON_PORTS) && dice.chance(0.6)) {
      builder.hostPort(new PodDraw(dice, mix).port());
    }
    return new Daemon(name, builder.build());
  }

  private static List<Namespace> namespaces() {
    return List.of(
        namespace("blue", "prod"), namespace("default", "prod"), namespace("green", "test"));
  }

  private static Namespace namespace(String name, String environment) {
    return new Namespace(name, new TreeMap<>(Map.of("env", environment)));
  }

  private Options options() {
    PreferencePolicy preferences = new PreferencePolicy.Respect();
    if (mix.has(ConstraintKind.PREFERENCES_WEIGHED)) {
      preferences = new PreferencePolicy.Weigh(dice.pick(0.0, 0.125, 0.25, 0.5));
    }
    if (mix.has(ConstraintKind.PREFERENCES_IGNORED)) preferences = new PreferencePolicy.Ignore();
    return new Options(
        preferences,
        mix.has(ConstraintKind.MIN_VALUES_BEST_EFFORT)
            ? MinValuesPolicy.BEST_EFFORT
            : MinValuesPolicy.STRICT,
        mix.has(ConstraintKind.RESERVED_STRICT) ? ReservedMode.STRICT : ReservedMode.FALLBACK,
        Keys.WELL_KNOWN,
        Keys.RESERVATION,
        Options.DEFAULT_IMPROVEMENT_WORK);
  }
}
