package karpenter.core.testkit.cases;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// Draws pods, a few alike at a time, as Deployments make them.
final class PodDraw {
  private static final long MIB = 1L << 20;
  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
  static final List<String> NAMESPACES = List.of("blue", "default", "green");
  private static final List<String> APPS = List.of("api", "cache", "db", "web");

  private final Dice dice;
  private final Mix mix;

  PodDraw(Dice dice, Mix mix) {
    this.dice = dice;
    this.mix = mix;
  }

  List<Pod> pending() {
    int count = dice.between(20, 26);
    List<Pod> pods = new ArrayList<>();
    while (pods.size() < count) {
      PodSpec spec = spec();
      int replicas = Math.min(count - pods.size(), dice.between(1, 6));
      for (int i = 0; i < replicas; i++) pods.add(pod("p%02d".formatted(pods.size()), spec));
    }
    return pods;
  }

  Pod pod(String name, PodSpec spec) {
    return new Pod("uid-" + name, name, EPOCH.plusSeconds(dice.between(0, 3)), spec);
  }

  /// A pod that runs already: where it may go no longer matters, whom it keeps away does.
  PodSpec boundSpec() {
    var builder = named().requests(requests());
    if (has(ConstraintKind.BOUND_ANTI_AFFINITY, 0.5)) builder.awayFrom(term(0.7));
    return builder.build();
  }

  private PodSpecBuilder named() {
    return PodSpec.builder()
        .namespace(dice.pick("default", "default", "default", "blue", "green"))
        .labels(Map.of("app", dice.pick(APPS), "track", dice.pick("stable", "stable", "canary")));
  }

  private PodSpec spec() {
    var builder = named().requests(requests());
    builder.nodeAlternatives(nodeAlternatives());
    tolerations(builder);
    preferences(builder);
    spread(builder);
    // Which nodes are counted matters where a pod cannot use all of them.
    if (has(ConstraintKind.NODE_AFFINITY_POLICY, 0.4)) {
      builder.nodeAlternatives(List.of(oneKey()));
    }
    if (has(ConstraintKind.AFFINITY, 0.22)) builder.near(term(0.35));
    if (has(ConstraintKind.ANTI_AFFINITY, 0.35)) builder.awayFrom(term(0.5));
    if (has(ConstraintKind.ANTI_AFFINITY, 0.08)) builder.awayFrom(term(0.5));
    if (has(ConstraintKind.POD_PORTS, 0.4)) builder.hostPort(port());
    volumes(builder);
    if (has(ConstraintKind.PRIORITY, 0.5)) builder.priority(dice.pick(10, 100));
    if (has(ConstraintKind.VIRTUAL_POD, 0.3)) builder.virtual();
    return builder.build();
  }

  private boolean has(ConstraintKind kind, double chance) {
    return mix.has(kind) && dice.chance(chance);
  }

  private Resources requests() {
    Map<String, Long> amounts = new TreeMap<>();
    amounts.put(Resources.CPU, dice.pick(100L, 300L, 500L, 700L, 900L, 1500L, 3000L));
    amounts.put(Resources.MEMORY, dice.pick(64L, 256L, 700L, 1500L, 3000L) * MIB);
    if (dice.chance(0.06)) amounts.put("example.com/gpu", 1L);
    if (dice.chance(0.02)) amounts.put("example.com/rare", dice.pick(0L, 1L));
    return Resources.of(amounts);
  }

  private List<Requirements> nodeAlternatives() {
    if (has(ConstraintKind.OR_TERMS, 0.5)) {
      List<Requirements> alternatives = new ArrayList<>();
      int count = dice.between(2, 3);
      for (int i = 0; i < count; i++) alternatives.add(nodeTerm());
      return alternatives;
    }
    return List.of(has(ConstraintKind.NODE_SELECTOR, 0.5) ? nodeTerm() : Requirements.none());
  }

  private Requirements nodeTerm() {
    Requirements one = oneKey();
    return dice.chance(0.2) ? one.and(oneKey()) : one;
  }

  private Requirements oneKey() {
    String zone = dice.pick(mix.zones());
    String tier = dice.pick(mix.tiers());
    return switch (dice.between(0, 13)) {
      case 0, 1 -> Requirements.of(Keys.ZONE, ValueSet.in(zone));
      case 2 -> Requirements.of(Keys.ZONE, ValueSet.notIn(zone));
      case 3, 4 -> Requirements.of(Keys.CAPACITY_TYPE, ValueSet.in(dice.pick("spot", "on-demand")));
      case 5 -> Requirements.of(Keys.CAPACITY_TYPE, ValueSet.in("reserved", "on-demand"));
      case 6 -> Requirements.of(Keys.ARCH, ValueSet.in(dice.pick("amd64", "arm64")));
      case 7 -> Requirements.of(Keys.GENERATION, ValueSet.greaterThan(dice.between(0, 3)));
      case 8 -> Requirements.of(Keys.GENERATION, ValueSet.lessThan(dice.between(2, 4)));
      case 9 -> Requirements.of(Keys.TIER, ValueSet.in(tier));
      case 10 -> Requirements.of(Keys.TIER, ValueSet.notIn(tier));
      case 11 ->
          Requirements.of(
              Keys.TIER, dice.pick(ValueSet.exists(), ValueSet.doesNotExist(), ValueSet.in("tin")));
      case 12 -> Requirements.of(Keys.NODE_POOL, ValueSet.in("pool-a", "pool-b"));
      default ->
          Requirements.of(
              Keys.HOSTNAME,
              dice.pick(ValueSet.in("node-1"), ValueSet.notIn("node-1"), ValueSet.notIn("node-2")));
    };
  }

  private void tolerations(PodSpecBuilder builder) {
    if (!has(ConstraintKind.TOLERATION, 0.6)) return;
    builder.tolerate(
        switch (dice.between(0, 7)) {
          case 0 -> new Toleration("", Toleration.Operator.EXISTS, "", Optional.empty());
          case 1, 2 -> team(Toleration.Operator.EXISTS, "");
          case 3 -> team(Toleration.Operator.EQUAL, dice.pick("1", "2"));
          case 4 -> team(Toleration.Operator.LESS_THAN, "2");
          case 5 -> team(Toleration.Operator.GREATER_THAN, "1");
          case 6 ->
              new Toleration(
                  "example.com/team",
                  Toleration.Operator.EXISTS,
                  "",
                  Optional.of(dice.pick(Effect.NO_SCHEDULE, Effect.NO_EXECUTE)));
          default ->
              new Toleration("example.com/soft", Toleration.Operator.EXISTS, "", Optional.empty());
        });
  }

  private static Toleration team(Toleration.Operator operator, String value) {
    return new Toleration("example.com/team", operator, value, Optional.empty());
  }

  private void preferences(PodSpecBuilder builder) {
    if (has(ConstraintKind.NODE_PREFERENCE, 0.4)) {
      int count = dice.pick(1, 1, 2, 3);
      for (int i = 0; i < count; i++) {
        builder.prefer(new Preference.OfNode(weight(), oneKey()));
      }
    }
    if (has(ConstraintKind.NEAR_PREFERENCE, 0.35)) {
      builder.prefer(new Preference.NearPods(weight(), term(0.3)));
    }
    if (has(ConstraintKind.AWAY_PREFERENCE, 0.35)) {
      builder.prefer(new Preference.AwayFromPods(weight(), term(0.5)));
    }
    if (dice.chance(0.01)) {
      for (int i = 0; i < 7; i++) builder.prefer(new Preference.OfNode(weight(), oneKey()));
    }
  }

  private int weight() {
    return dice.pick(1, 5, 10, 50, 50, 100, 100);
  }

  private void spread(PodSpecBuilder builder) {
    if (has(ConstraintKind.SPREAD_ZONE, 0.4)) {
      builder.spread(spread(Keys.ZONE, Strength.DO_NOT_SCHEDULE));
    }
    if (has(ConstraintKind.SPREAD_HOSTNAME, 0.35)) {
      builder.spread(spread(Keys.HOSTNAME, Strength.DO_NOT_SCHEDULE));
    }
    if (has(ConstraintKind.SPREAD_CAPACITY_TYPE, 0.35)) {
      builder.spread(spread(Keys.CAPACITY_TYPE, Strength.DO_NOT_SCHEDULE));
    }
    if (has(ConstraintKind.SPREAD_CUSTOM_KEY, 0.4)) {
      builder.spread(spread(Keys.TIER, Strength.DO_NOT_SCHEDULE));
    }
    if (has(ConstraintKind.SCHEDULE_ANYWAY, 0.4)) {
      String key = dice.pick(Keys.ZONE, Keys.ZONE, Keys.HOSTNAME, Keys.CAPACITY_TYPE, Keys.TIER);
      builder.spread(spread(key, Strength.SCHEDULE_ANYWAY));
    }
  }

  private SpreadConstraint spread(String key, Strength strength) {
    return new SpreadConstraint(
        key,
        has(ConstraintKind.MAX_SKEW, 0.5) ? dice.between(2, 3) : 1,
        has(ConstraintKind.MIN_DOMAINS, 0.5)
            ? OptionalInt.of(dice.between(2, 4))
            : OptionalInt.empty(),
        strength,
        countsMany() ? LabelSelector.EVERYTHING : selector(),
        has(ConstraintKind.NODE_AFFINITY_POLICY, 0.6) ? Inclusion.IGNORE : Inclusion.HONOR,
        has(ConstraintKind.NODE_TAINTS_POLICY, 0.6) ? Inclusion.HONOR : Inclusion.IGNORE);
  }

  /// Which nodes are counted shows only where pods sit on nodes of both kinds.
  private boolean countsMany() {
    return has(ConstraintKind.NODE_AFFINITY_POLICY, 0.35)
        || has(ConstraintKind.NODE_TAINTS_POLICY, 0.35);
  }

  private LabelSelector selector() {
    return switch (dice.between(0, 9)) {
      case 0 -> LabelSelector.EVERYTHING;
      case 1 -> dice.chance(0.3) ? LabelSelector.NOTHING : LabelSelector.EVERYTHING;
      case 2 -> LabelSelector.ofLabels(Map.of("track", "stable"));
      case 3 -> new LabelSelector.Matching(Requirements.of("app", ValueSet.notIn(dice.pick(APPS))));
      case 4 -> new LabelSelector.Matching(Requirements.of("app", ValueSet.in("api", "web")));
      default -> LabelSelector.ofLabels(Map.of("app", dice.pick(APPS)));
    };
  }

  /// @param onHost how often the term is about the host alone
  private AffinityTerm term(double onHost) {
    String key =
        dice.chance(onHost)
            ? Keys.HOSTNAME
            : dice.pick(Keys.ZONE, Keys.ZONE, Keys.CAPACITY_TYPE, Keys.TIER, Keys.RACK);
    var namespaces = new TreeSet<String>();
    if (has(ConstraintKind.NAMESPACE_LIST, 0.6)) namespaces.addAll(dice.some(NAMESPACES, 1));
    Optional<LabelSelector> selector = Optional.empty();
    if (has(ConstraintKind.NAMESPACE_SELECTOR, 0.6)) {
      selector =
          Optional.of(
              dice.pick(
                  LabelSelector.EVERYTHING,
                  LabelSelector.ofLabels(Map.of("env", "prod")),
                  LabelSelector.ofLabels(Map.of("env", "prod")),
                  LabelSelector.ofLabels(Map.of("env", "test"))));
    }
    return new AffinityTerm(key, selector(), namespaces, selector);
  }

  HostPort port() {
    return new HostPort(
        dice.pick("", "", "0.0.0.0", "10.0.0.1", "10.0.0.2"),
        dice.pick(80, 80, 443),
        dice.pick("TCP", "TCP", "TCP", "UDP"));
  }

  private void volumes(PodSpecBuilder builder) {
    if (has(ConstraintKind.ATTACH_LIMIT, 0.6)) {
      var uses = new TreeSet<VolumeUse>();
      int count = dice.between(1, 2);
      for (int i = 0; i < count; i++) uses.add(volume());
      builder.volumes(uses);
    }
    if (has(ConstraintKind.VOLUME_ALTERNATIVES, 0.4)) {
      List<Requirements> alternatives = new ArrayList<>();
      int count = dice.between(1, 2);
      for (int i = 0; i < count; i++) alternatives.add(volumeTerm());
      builder.volumeAlternatives(alternatives);
    }
  }

  VolumeUse volume() {
    return new VolumeUse(dice.pick("block", "block", "file"), "claim-" + dice.between(1, 6));
  }

  private Requirements volumeTerm() {
    var inZone = Requirements.of(Keys.ZONE, ValueSet.in(dice.some(mix.zones(), 1)));
    return switch (dice.between(0, 5)) {
      case 0 -> Requirements.of(Keys.TIER, ValueSet.in(dice.pick(mix.tiers())));
      case 1 -> inZone.and(Keys.ARCH, ValueSet.in("amd64"));
      default -> inZone;
    };
  }
}
