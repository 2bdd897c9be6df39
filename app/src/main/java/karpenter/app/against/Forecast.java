package karpenter.app.against;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.DurationText;
import karpenter.api.Labels;
import karpenter.app.against.Outlook.Departure;
import karpenter.app.against.Outlook.Machine;
import karpenter.app.against.Outlook.State;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Kinds;
import karpenter.core.bound.LowerBound;
import karpenter.core.pod.PodSpec;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.operator.provisioning.Inquiry;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.runtime.Driver;

/// Plays a cluster and the changes to it to their end, and says what became of it.
public final class Forecast {
  /// The operator gets to know the cluster before anything is done to it.
  private static final Duration SETTLING = Duration.ofSeconds(3);

  /// Nothing that is only waiting for the next look takes longer, but for `consolidateAfter`.
  private static final Duration QUIET = Duration.ofMinutes(2);

  /// With more different pods the search for a bound takes too long.
  private static final int MAX_KINDS_FOR_BOUND = 300;

  private final ClusterImage image;
  private final Changes changes;
  private final Plan plan;
  private final Chronicle chronicle = new Chronicle();

  /// @param horizon how much virtual time there is
  public record Plan(Catalogue catalogue, Settings settings, Duration horizon) {}

  private Forecast(ClusterImage image, Changes changes, Plan plan) {
    this.image = image;
    this.changes = changes;
    this.plan = plan;
  }

  public static Outlook of(ClusterImage image, Changes changes, Plan plan)
      throws InterruptedException {
    return Driver.call(() -> new Forecast(image, changes, plan).play());
  }

  private Outlook play() {
    try (var stage = new Stage(image, plan.catalogue(), plan.settings(), chronicle)) {
      stage.kube().onChange(chronicle);
      stage.run();
      stage.pass(SETTLING);
      var refused = carryOut(stage.kube());
      boolean isAtRest = stage.rest(quiet(stage.kube()), plan.horizon());
      return outlook(stage, isAtRest, refused);
    }
  }

  private List<String> carryOut(InMemoryKube kube) {
    var priorities = Preparation.priorities(image);
    for (var step : changes.steps()) {
      if (step instanceof Changes.Change.Create(var resource, var object)
          && resource.equals(Kinds.PRIORITY_CLASSES)) {
        priorities.put(object.at("/metadata/name").asText(), object.path("value").asInt());
      }
    }
    var notes = new ArrayList<String>();
    for (var step : changes.steps()) {
      var refusal =
          switch (step) {
            case Changes.Change.Create(var resource, var object) -> {
              Preparation.prioritize(object, priorities);
              yield resource.kind().equals("Job")
                  ? kube.create(Resource.REPLICA_SETS, Preparation.lasting(object))
                  : kube.create(resource, object);
            }
            case Changes.Change.Replace(var resource, var object, var remakesPods) -> {
              Preparation.prioritize(object, priorities);
              var answer = kube.replace(resource, step.key(), object);
              if (remakesPods && !resource.equals(Resource.DEPLOYMENTS)) {
                remake(kube, object);
              }
              yield answer;
            }
            case Changes.Change.Delete(var resource, var key) ->
                kube.delete(resource, key, Deletion.PLAIN);
          };
      if (refusal instanceof Answer.Refused(_, _, var message, _)) {
        notes.add("%s %s was refused: %s".formatted(step.resource().kind(), step.key(), message));
      }
    }
    return notes;
  }

  /// Rolled out one after the other in a cluster; here at once.
  private static void remake(InMemoryKube kube, ObjectNode owner) {
    var uid = owner.at("/metadata/uid").asText();
    for (var pod : kube.view(Resource.PODS)) {
      if (pod.at("/metadata/ownerReferences/0/uid").asText().equals(uid)) {
        kube.delete(Resource.PODS, ClusterImage.key(pod), Deletion.PLAIN);
      }
    }
  }

  /// Nodes may be left alone for as long as their pool says.
  private static Duration quiet(InMemoryKube kube) {
    var longest = Duration.ZERO;
    for (var pool : kube.view(Resource.NODE_POOLS)) {
      var after = pool.at("/spec/disruption/consolidateAfter").asText();
      if (!after.isEmpty() && !after.equals("Never")) {
        var waits = DurationText.parse(after).orElse(Duration.ZERO);
        longest = waits.compareTo(longest) > 0 ? waits : longest;
      }
    }
    return longest.plus(QUIET);
  }

  private Outlook outlook(Stage stage, boolean isAtRest, List<String> refused) {
    var prices = Prices.of(plan.catalogue(), stage.operator());
    var before = new Picture(image.all(Resource.NODES), image.all(Resource.PODS), prices, Map.of());
    var kube = stage.kube();
    var zones = new TreeMap<>(chronicle.zones());
    image.all(Resource.NODES).forEach(node -> zones.remove(node.at("/metadata/name").asText()));
    var after = new Picture(kube.view(Resource.NODES), kube.view(Resource.PODS), prices, zones);
    var added = new ArrayList<Machine>();
    after.machines.forEach(
        (uid, machine) -> {
          if (!before.machines.containsKey(uid)) {
            added.add(machine);
          }
        });
    var claims = new TreeMap<String, String>();
    for (var claim : image.all(Resource.NODE_CLAIMS)) {
      claims.put(claim.at("/status/nodeName").asText(), claim.at("/metadata/name").asText());
    }
    var removed = new ArrayList<Departure>();
    before.machines.forEach(
        (uid, machine) -> {
          if (!after.machines.containsKey(uid)) {
            var claim = claims.getOrDefault(machine.name(), "");
            removed.add(new Departure(machine, chronicle.why(claim)));
          }
        });
    var snapshot = stage.operator().context().state().snapshot();
    var inquiry = new Inquiry(stage.operator().context(), stage.operator().types());
    var workloads = new TreeMap<String, String>();
    kube.view(Resource.PODS)
        .forEach(pod -> workloads.put(pod.at("/metadata/uid").asText(), Workload.of(pod)));
    var unplaced = Unplaced.of(inquiry.now(snapshot, stage.now()), snapshot, workloads);
    var notes = new ArrayList<>(changes.notes());
    notes.addAll(refused);
    after.unpriced.forEach(
        name ->
            notes.add("node %s: its price is not known, and counts as nothing".formatted(name)));
    return new Outlook(
        before.state(),
        after.state(),
        chronicle.purchases(prices, known()),
        sorted(added),
        removed.stream()
            .sorted((a, b) -> a.machine().name().compareTo(b.machine().name()))
            .toList(),
        List.copyOf(after.going),
        chronicle.decisions(),
        chronicle.moved(),
        unplaced,
        needed(inquiry, stage),
        stage.busy(),
        isAtRest,
        notes);
  }

  private Set<String> known() {
    var known = new TreeSet<String>();
    image
        .all(Resource.NODE_CLAIMS)
        .forEach(claim -> known.add(claim.at("/metadata/name").asText()));
    return known;
  }

  private static List<Machine> sorted(Collection<Machine> machines) {
    return machines.stream()
        .sorted(
            Comparator.comparing(Machine::pool)
                .thenComparing(Machine::type)
                .thenComparing(Machine::name))
        .toList();
  }

  private static OptionalDouble needed(Inquiry inquiry, Stage stage) {
    var anew = inquiry.anew(stage.operator().context().state().snapshot(), stage.now());
    var kinds = new HashSet<PodSpec>();
    anew.problem().pending().forEach(pod -> kinds.add(pod.spec()));
    if (kinds.isEmpty() || kinds.size() > MAX_KINDS_FOR_BOUND) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(LowerBound.of(anew.problem(), anew.placement()).value());
  }

  /// Nodes and pods of one moment.
  private static final class Picture {
    private final Map<String, Machine> machines = new LinkedHashMap<>();
    private final TreeSet<String> going = new TreeSet<>();
    private final TreeSet<String> unpriced = new TreeSet<>();
    private final int others;
    private final int pods;
    private final int unschedulable;

    /// @param zones of nodes that could have been elsewhere
    Picture(
        List<ObjectNode> nodes, List<ObjectNode> pods, Prices prices, Map<String, String> zones) {
      var byNode = new TreeMap<String, TreeMap<String, Integer>>();
      int counted = 0;
      int waiting = 0;
      for (var pod : pods) {
        if (Workload.isOver(pod) || Workload.isDaemon(pod)) {
          continue;
        }
        counted++;
        var node = pod.at("/spec/nodeName").asText();
        if (node.isEmpty()) {
          waiting += Workload.isUnschedulable(pod) ? 1 : 0;
        } else {
          byNode
              .computeIfAbsent(node, _ -> new TreeMap<>())
              .merge(Workload.of(pod), 1, Integer::sum);
        }
      }
      int unmanaged = 0;
      for (var node : nodes) {
        if (!node.at("/metadata/labels").has(Labels.NODE_POOL)) {
          unmanaged++;
          continue;
        }
        var name = node.at("/metadata/name").asText();
        var uid = node.at("/metadata/uid").asText();
        var zone = zones.getOrDefault(name, node.at("/metadata/labels").path(Labels.ZONE).asText());
        machines.put(uid, machine(node, prices, zone, byNode.getOrDefault(name, new TreeMap<>())));
        if (node.path("metadata").has("deletionTimestamp")) {
          going.add(name);
        }
        if (prices.of(node).isEmpty()) {
          unpriced.add(name);
        }
      }
      this.others = unmanaged;
      this.pods = counted;
      this.unschedulable = waiting;
    }

    private State state() {
      return new State(
          machines.size(),
          others,
          machines.values().stream().mapToDouble(Machine::price).sum(),
          machines.values().stream().mapToDouble(Machine::nodeCost).sum(),
          pods,
          unschedulable);
    }
  }

  static Machine machine(
      ObjectNode object, Prices prices, String zone, SortedMap<String, Integer> pods) {
    var labels = object.at("/metadata/labels");
    return new Machine(
        object.at("/metadata/name").asText(),
        labels.path(Labels.NODE_POOL).asText(),
        labels.path(Labels.INSTANCE_TYPE).asText(),
        zone,
        labels.path(Labels.CAPACITY_TYPE).asText(),
        prices.of(object).orElse(0),
        prices.nodeCost(object),
        pods);
  }
}
