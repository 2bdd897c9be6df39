package karpenter.simulator.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleBiFunction;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.api.Taints;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.TypesAnswer;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.runtime.Timeline;

/// The cloud's own side: it outlives every process of ours.
///
/// A machine boots for a while, and then its kubelet makes the Node; told to end, it takes a while
/// too, and its Node stays behind for us to remove.
public final class SimulatedCloud {
  private static final String PROVIDER_PREFIX = "sim:///";

  private final Timeline timeline;
  private final InMemoryKube kube;
  private final List<InstanceType> listed;
  private List<InstanceType> catalogue;
  private final SplittableRandom random;
  private final Duration boot;
  private final Duration end;
  private final Map<String, Machine> machines = new TreeMap<>();

  /// Also of those that are gone: a claim never gets a second machine.
  private final Map<String, Machine> byClaim = new HashMap<>();

  private final Stock stock = new Stock();
  private int launched;
  private int stillborn;

  /// @param boot how long a machine takes to appear, give or take a half
  /// @param end how long it takes to be gone, give or take a half
  public SimulatedCloud(
      long seed,
      Timeline timeline,
      InMemoryKube kube,
      List<InstanceType> catalogue,
      Duration boot,
      Duration end) {
    this.random = new SplittableRandom(seed);
    this.timeline = timeline;
    this.kube = kube;
    this.listed = List.copyOf(catalogue);
    this.catalogue = listed;
    this.boot = boot;
    this.end = end;
  }

  /// What is known to be for sale.
  TypesAnswer.Types types() {
    return stock.types(catalogue, timeline.instant());
  }

  /// From now on these cannot be had; nobody knows before trying.
  public void sellOut(BiPredicate<InstanceType, Offering> which) {
    stock.sellOut(which);
  }

  /// What everything costs from now on, made of what it cost at the beginning. Whoever asks next is
  /// told.
  public void reprice(ToDoubleBiFunction<InstanceType, Offering> price) {
    var repriced = new ArrayList<InstanceType>(listed.size());
    for (var type : listed) {
      repriced.add(
          new InstanceType(
              type.name(),
              type.requirements(),
              type.offerings().stream()
                  .map(o -> o.withPrice(price.applyAsDouble(type, o)))
                  .toList(),
              type.capacity(),
              type.overhead(),
              type.devices()));
    }
    catalogue = List.copyOf(repriced);
    stock.changed();
  }

  /// One machine for each claim uid, as clouds do for a client token.
  Optional<Machine> launch(ClaimFacts claim) {
    var before = byClaim.get(claim.meta().uid());
    if (before != null) {
      return Optional.of(before);
    }
    for (var order : Order.of(claim, catalogue)) {
      if (!stock.isSoldOut(order, timeline.instant())) {
        return Optional.of(launch(claim, order));
      }
    }
    return Optional.empty();
  }

  private Machine launch(ClaimFacts claim, Order order) {
    var id = "i-%06d".formatted(++launched);
    var machine =
        new Machine(
            new Instance(
                PROVIDER_PREFIX + id,
                Optional.of(claim.meta().uid()),
                Optional.empty(),
                order.labels(),
                Map.of(),
                order.capacity(),
                order.allocatable(),
                timeline.instant(),
                false));
    machines.put(machine.providerId(), machine);
    byClaim.put(machine.claimUid(), machine);
    if (stillborn > 0) {
      stillborn--;
    } else {
      timeline.after(about(boot), () -> register(machine, id));
    }
    return machine;
  }

  private void register(Machine machine, String id) {
    if (machine.stage() == Machine.Stage.BOOTING) {
      machine.become(Machine.Stage.RUNNING);
      kube.create(Resource.NODES, node(machine.instance(), id));
    }
  }

  private static ObjectNode node(Instance instance, String id) {
    var node = JsonNodeFactory.instance.objectNode();
    var metadata = node.putObject("metadata").put("name", id);
    var labels = metadata.putObject("labels").put(Labels.HOSTNAME, id);
    instance.labels().forEach(labels::put);
    metadata.putObject("annotations").put(Annotations.KWOK_NODE, "fake");
    var spec = node.putObject("spec").put("providerID", instance.providerId());
    spec.putArray("taints")
        .addObject()
        .put("key", Taints.UNREGISTERED_KEY)
        .put("effect", Taints.NO_EXECUTE);
    var status = node.putObject("status");
    var capacity = status.putObject("capacity");
    instance.capacity().toQuantities().forEach((name, q) -> capacity.put(name, q.toString()));
    var allocatable = status.putObject("allocatable");
    instance.allocatable().toQuantities().forEach((name, q) -> allocatable.put(name, q.toString()));
    return node;
  }

  void terminate(Machine machine) {
    if (machine.stage() == Machine.Stage.BOOTING || machine.stage() == Machine.Stage.RUNNING) {
      machine.become(Machine.Stage.ENDING);
      timeline.after(about(end), () -> end(machine));
    }
  }

  /// A Node that nobody holds goes with its machine, as the controllers of real clouds see to.
  private void end(Machine machine) {
    machine.become(Machine.Stage.GONE);
    machines.remove(machine.providerId());
    for (var node : kube.view(Resource.NODES)) {
      if (node.at("/spec/providerID").asText().equals(machine.providerId())
          && node.at("/metadata/finalizers").isEmpty()) {
        kube.delete(Resource.NODES, Metas.key(node), Deletion.of(Metas.uid(node)));
      }
    }
  }

  Optional<Machine> find(String providerId) {
    return Optional.ofNullable(machines.get(providerId))
        .filter(machine -> machine.stage() != Machine.Stage.GONE);
  }

  Collection<Machine> machines() {
    return machines.values().stream()
        .filter(machine -> machine.stage() != Machine.Stage.GONE)
        .toList();
  }

  /// Machines that still cost money, by provider id.
  public List<String> running() {
    return machines().stream().map(Machine::providerId).toList();
  }

  /// Machines ever launched.
  public int launched() {
    return launched;
  }

  /// So many of the next machines never boot.
  public void stillborn(int count) {
    stillborn = count;
  }

  /// Ends a machine behind everybody's back.
  public void lose(String providerId) {
    find(providerId).ifPresent(machine -> machine.become(Machine.Stage.GONE));
  }

  private Duration about(Duration usual) {
    return usual.multipliedBy(50 + random.nextInt(100)).dividedBy(100);
  }
}
