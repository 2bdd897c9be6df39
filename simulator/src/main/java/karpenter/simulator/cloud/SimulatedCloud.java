package karpenter.simulator.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
import karpenter.operator.provider.Notice;
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

  /// Also of those that are gone: a token never buys a second machine.
  private final Map<String, Machine> byToken = new HashMap<>();

  private final Map<String, Integer> launches = new TreeMap<>();
  private final Map<String, Notice> notices = new LinkedHashMap<>();
  private final Stock stock = new Stock();
  private int launched;
  private int stillborn;
  private int refused;
  private int overlooked;
  private int warnings;

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

  /// What came of an order.
  sealed interface Bought {
    record This(Machine machine) implements Bought {}

    record NothingLeft() implements Bought {}

    record Broken() implements Bought {}
  }

  /// One machine for each token, as clouds do.
  Bought launch(String token, ClaimFacts claim) {
    var before = byToken.get(token);
    if (before != null) {
      return new Bought.This(before);
    }
    if (refused > 0) {
      refused--;
      return new Bought.Broken();
    }
    for (var order : Order.of(claim, catalogue)) {
      if (!stock.isSoldOut(order, timeline.instant())) {
        var machine = launch(claim, order);
        byToken.put(token, machine);
        launches.merge(claim.meta().uid(), 1, Integer::sum);
        return new Bought.This(machine);
      }
    }
    return new Bought.NothingLeft();
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
      if (node.path("spec").path("providerID").asText().equals(machine.providerId())
          && node.path("metadata").path("finalizers").isEmpty()) {
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

  /// As [#machines], but for one that was overlooked.
  Collection<Machine> listed() {
    var all = new ArrayList<>(machines());
    if (overlooked > 0 && !all.isEmpty()) {
      overlooked--;
      all.remove(random.nextInt(all.size()));
    }
    return all;
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

  /// So many of the next launches fail, for no reason of ours.
  public void refuse(int count) {
    refused = count;
  }

  /// So many of the next lists lack one machine or other, as lists of real clouds may for a while.
  public void overlook(int count) {
    overlooked = count;
  }

  /// Ends a machine behind everybody's back.
  public void lose(String providerId) {
    find(providerId).ifPresent(machine -> machine.become(Machine.Stage.GONE));
  }

  /// Takes a machine back, and says so before.
  ///
  /// @param then told when it is gone
  public void interrupt(String providerId, Duration notice, Runnable then) {
    if (find(providerId).isEmpty()) {
      return;
    }
    var id = "warning-" + ++warnings;
    notices.put(
        id,
        new Notice(
            id,
            providerId,
            "SpotInterrupted",
            "The machine is taken back in %d seconds".formatted(notice.toSeconds()),
            timeline.instant(),
            Notice.Response.REPLACE));
    timeline.after(
        notice,
        () -> {
          lose(providerId);
          then.run();
        });
  }

  List<Notice> notices() {
    return List.copyOf(notices.values());
  }

  void acknowledge(String notice) {
    notices.remove(notice);
  }

  /// Whether there is such a machine, ending or not.
  public boolean has(String providerId) {
    return find(providerId).isPresent();
  }

  /// The uid of the claim that a machine was bought for.
  public Optional<String> buyer(String providerId) {
    return find(providerId).map(Machine::claimUid);
  }

  /// Claims for which more than one machine was ever launched.
  public List<String> launchedTwice() {
    return launches.entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Duration about(Duration usual) {
    return usual.multipliedBy(50 + random.nextInt(100)).dividedBy(100);
  }
}
