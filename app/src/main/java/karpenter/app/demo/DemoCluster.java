package karpenter.app.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.app.demo.Feed.Tone;
import karpenter.core.disruption.Verdict;
import karpenter.operator.Operator;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.FeatureGates;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterState;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.Circumstances;
import karpenter.simulator.OperatorProgram;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.cloud.SimulatedProvider;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// The demo's cluster: the operator that runs in production, on a cloud whose machines take half a
/// minute to boot. What happens in it is a function of its seed and of what is done to it.
///
/// For one thread, which lets time pass by [#pass].
final class DemoCluster implements AutoCloseable {
  /// Time passes in pieces of this size, whatever the pace: so a story is the same at any.
  static final Duration SLICE = Duration.ofSeconds(1);

  /// How long a spot machine is left after the warning.
  static final Duration WARNING = Duration.ofMinutes(2);

  static final int MAX_REPLICAS = 60;

  /// A spot machine may be replaced by a cheaper one too; without that a shop that has shrunk would
  /// keep its large machines.
  private static final Settings SETTINGS =
      Settings.DEFAULT.with(new FeatureGates(false, true, true, false, false, false));

  private static final Duration BOOT = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofSeconds(10);
  private static final String NAMESPACE = "shop";

  private final Catalogue catalogue = KwokCatalogue.standard();
  private final PriceList prices = new PriceList(catalogue.types());
  private final SpotMarket market = new SpotMarket();
  private final Feed feed = new Feed();
  private final Bill bill = new Bill();
  private final SortedMap<String, Machine> machines = new TreeMap<>();
  private final TreeSet<String> lost = new TreeSet<>();
  private final SimulatedCluster cluster;
  private final SimulatedCloud cloud;
  private final Instant start;
  private @Nullable Operator operator;
  private Optional<Instant> stormUntil = Optional.empty();

  /// Whether nodes that are not needed go. The same story without shows what that is worth.
  enum Consolidation {
    ON,
    OFF
  }

  /// With the shop's manifests applied, and nothing bought yet.
  DemoCluster(long seed, Consolidation consolidation) {
    cluster = new SimulatedCluster(Circumstances.calm(seed));
    start = cluster.now();
    cloud =
        new SimulatedCloud(seed, cluster.timeline(), cluster.kube(), catalogue.types(), BOOT, END);
    var program = new OperatorProgram(new Plan(), SETTINGS, new Translation(feed, this::ofClaim));
    cluster.run(ports -> operator = program.open(ports));
    Manifests.all().forEach(object -> apply(object, consolidation));
  }

  private void apply(ObjectNode object, Consolidation consolidation) {
    var resource = Manifests.resource(object);
    if (resource.equals(Resource.NODE_POOLS) && consolidation == Consolidation.OFF) {
      object.withObject("/spec/disruption").put("consolidateAfter", "Never");
    }
    if (!(cluster.kube().create(resource, object) instanceof Answer.Done)) {
      throw new IllegalStateException("the shop's manifests are not accepted: " + object);
    }
  }

  /// Lets a [#SLICE] of time pass.
  void pass() {
    cluster.pass(SLICE);
    for (var claim : kube().view(Resource.NODE_CLAIMS)) {
      notice(claim);
    }
    bill.charge(elapsed(), SLICE, perHour());
  }

  private void notice(ObjectNode claim) {
    if (!claim.at("/status/providerID").asText().isEmpty()) {
      machines.computeIfAbsent(Metas.name(claim), _ -> Machine.of(claim, prices));
    }
  }

  private double perHour() {
    var running = new TreeSet<>(cloud.running());
    return machines.values().stream()
        .filter(machine -> running.contains(machine.providerId()))
        .mapToDouble(Machine::price)
        .sum();
  }

  /// What was bought for a claim, also when both are gone.
  Optional<Machine> ofClaim(String claim) {
    kube().find(Resource.NODE_CLAIMS, ObjectKey.cluster(claim)).ifPresent(this::notice);
    return Optional.ofNullable(machines.get(claim));
  }

  /// What the cluster would like of a workload.
  ///
  /// @return why that cannot be; empty when it is done
  Optional<String> scale(String workload, int replicas) {
    if (replicas < 0 || replicas > MAX_REPLICAS) {
      return Optional.of("%s may have 0 to %d replicas".formatted(workload, MAX_REPLICAS));
    }
    for (var resource : List.of(Resource.DEPLOYMENTS, Resource.STATEFUL_SETS)) {
      var key = ObjectKey.of(NAMESPACE, workload);
      var found = kube().find(resource, key);
      if (found.isPresent()) {
        int before = found.get().at("/spec/replicas").asInt(1);
        var spec = found.get().objectNode();
        spec.putObject("spec").put("replicas", replicas);
        if (!(kube().patch(resource, key, Patch.merge(spec)) instanceof Answer.Done)) {
          throw new IllegalStateException("scaling " + workload + " was refused");
        }
        tell(Tone.EVENT, "%s is scaled from %d to %d".formatted(workload, before, replicas));
        return Optional.empty();
      }
    }
    return Optional.of("there is no workload " + workload);
  }

  /// Ends a machine without a word: its kubelet falls silent, the cloud knows it no more.
  ///
  /// @return why that cannot be; empty when it is done
  Optional<String> kill(String node) {
    var machine = machines().stream().filter(m -> m.name().equals(node)).findFirst();
    machine.ifPresent(
        found -> {
          tell(Tone.EVENT, "the machine of %s dies".formatted(node));
          lose(found);
        });
    return machine.isPresent() ? Optional.empty() : Optional.of("no machine is called " + node);
  }

  /// The node whose loss hurts most.
  Optional<String> busiest() {
    return machines().stream()
        .map(Machine::name)
        .max(Comparator.comparingLong(this::pods).thenComparing(Comparator.reverseOrder()));
  }

  private long pods(String node) {
    return kube().view(Resource.PODS).stream()
        .filter(pod -> pod.at("/spec/nodeName").asText().equals(node))
        .count();
  }

  private void lose(Machine machine) {
    cloud.lose(machine.providerId());
    lost.add(machine.providerId());
    cluster.kubelets().silence(node -> lost.contains(node.at("/spec/providerID").asText()));
  }

  /// The cloud wants its spot machines back, all of them, and sells none for a while.
  ///
  /// @return why that cannot be; empty when it is done
  Optional<String> storm(Duration lasts) {
    if (stormUntil.isPresent()) {
      return Optional.of("a spot storm is under way");
    }
    var warned = machines().stream().filter(Machine::isSpot).toList();
    tell(
        Tone.EVENT,
        "spot storm: %d spot machines go within %d minutes, and none is sold for %d"
            .formatted(warned.size(), WARNING.toMinutes(), lasts.toMinutes()));
    stormUntil = Optional.of(now().plus(lasts));
    market.close();
    cloud.sellOut((_, offering) -> !market.isSold(offering));
    for (var machine : warned) {
      market.warn(
          machine.providerId(),
          "the cloud takes the spot machine back in %d minutes".formatted(WARNING.toMinutes()),
          now());
    }
    cluster.timeline().after(WARNING, () -> take(warned));
    cluster.timeline().after(lasts, this::calm);
    return Optional.empty();
  }

  private void take(List<Machine> warned) {
    var running = new TreeSet<>(cloud.running());
    for (var machine : warned) {
      if (running.contains(machine.providerId())) {
        tell(Tone.WARN, "%s was not empty in time and is taken".formatted(machine.name()));
        lose(machine);
      }
    }
  }

  private void calm() {
    market.open();
    stormUntil = Optional.empty();
    tell(Tone.EVENT, "the spot storm is over");
  }

  void tell(Tone tone, String text) {
    feed.tell(now(), tone, text);
  }

  /// Those that run, by the name of their claims.
  List<Machine> machines() {
    var running = new TreeSet<>(cloud.running());
    return machines.values().stream()
        .filter(machine -> running.contains(machine.providerId()))
        .toList();
  }

  boolean isLost(String providerId) {
    return lost.contains(providerId);
  }

  Optional<Instant> stormUntil() {
    return stormUntil;
  }

  InMemoryKube kube() {
    return cluster.kube();
  }

  Instant now() {
    return cluster.now();
  }

  Duration elapsed() {
    return Duration.between(start, now());
  }

  Bill bill() {
    return bill;
  }

  Feed feed() {
    return feed;
  }

  /// Machines ever launched.
  int launched() {
    return cloud.launched();
  }

  /// By claim name.
  SortedMap<String, Verdict> verdicts() {
    return operator == null ? new TreeMap<>() : operator.verdicts().all();
  }

  @Override
  public void close() {
    cluster.close();
  }

  private final class Plan implements ProviderPlan {
    @Override
    public List<NodeClassKind> nodeClassKinds() {
      return List.of(new NodeClassKind(KwokProvider.NODE_CLASSES));
    }

    @Override
    public ProviderLabels labels() {
      return KwokProvider.labels(catalogue);
    }

    @Override
    public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
      var provider = new SimulatedProvider(cloud, nodeClassKinds().getFirst(), labels());
      return new SpotProvider(provider, market);
    }
  }
}
