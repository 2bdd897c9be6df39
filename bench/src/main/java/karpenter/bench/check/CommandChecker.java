package karpenter.bench.check;

import static karpenter.bench.check.Fault.Code.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Carries out commands on the frozen cluster and holds each against the rules: every pod of the
/// nodes that go has a place, nobody is evicted who must not be, and what comes costs less than
/// what goes. Money is counted here, from the catalogue.
public final class CommandChecker {
  private final LivingCluster cluster;
  private final double nodeCost;
  private final EvictionBudgets budgets;
  private final List<Fault> faults = new ArrayList<>();
  private final List<Double> savings = new ArrayList<>();
  private int evictions;

  private CommandChecker(LivingCluster cluster, double nodeCost, EvictionBudgets budgets) {
    this.cluster = cluster;
    this.nodeCost = nodeCost;
    this.budgets = budgets;
  }

  /// @param savings hourly, one entry per command
  /// @param evictions pods that had to leave a node, each time they had to; those of DaemonSets,
  ///   which go with their node, do not count
  public record Report(List<Fault> faults, List<Double> savings, int evictions) {
    public Report {
      faults = List.copyOf(faults);
      savings = List.copyOf(savings);
    }

    public double saving() {
      return savings.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  /// With nodes that cost nothing beside their prices.
  public static Report check(Path workload, JsonNode commands) throws IOException {
    return check(workload, 0, commands);
  }

  /// @param workload a directory with a frozen cluster
  /// @param nodeCost what a node costs beside its price, in NodePools that do not say
  /// @param commands a list, in the order of their execution
  public static Report check(Path workload, double nodeCost, JsonNode commands) throws IOException {
    var checker =
        new CommandChecker(
            new LivingCluster(Workload.Files.read(workload)),
            nodeCost,
            EvictionBudgets.read(Json.readList(workload.resolve("poddisruptionbudgets.json"))));
    for (var command : commands) checker.check(Command.read(checker.savings.size() + 1, command));
    return new Report(checker.faults, checker.savings, checker.evictions);
  }

  private void check(Command command) throws IOException {
    var workload = cluster.without(command.nodes());
    for (var fault : Checker.checkMove(workload, command.placement()).faults())
      report(command, fault.code(), fault.subject() + ": " + fault.sentence());
    command.placement().unplaced().forEach(pod -> report(command, POD_HOMELESS, pod));
    command.nodes().forEach(node -> checkCandidate(command, workload, node));
    checkPods(command);
    double before =
        command.nodes().stream().mapToDouble(node -> costOf(workload, cluster.node(node))).sum();
    checkCosts(command, workload, before);
    checkLaunches(command, workload);
    savings.add(
        before - command.launched().stream().mapToDouble(node -> costOf(workload, node)).sum());
    cluster.carryOut(command);
  }

  private void checkCandidate(Command command, Workload workload, String name) {
    var labels = Json.labels(cluster.node(name).path("metadata").path("labels"));
    if (cluster.node(name).isMissingNode())
      report(command, NOT_A_CANDIDATE, name + " is no node of the cluster");
    else if (!workload.pools().containsKey(labels.getOrDefault(LabelKeys.NODE_POOL, ""))
        || !labels.getOrDefault(LabelKeys.INITIALIZED, "").equals("true"))
      report(command, NOT_A_CANDIDATE, name + " is not an initialized node of a NodePool");
  }

  private void checkPods(Command command) {
    for (var pod : cluster.podsOn(command.nodes())) {
      var meta = pod.path("metadata");
      if (!Pod.isOwnedBy(meta, "DaemonSet")) evictions++;
      if (Json.find(meta.path("annotations"), "karpenter.sh/do-not-disrupt").isPresent())
        report(command, POD_PROTECTED, Json.text(meta, "name"));
      var objection = budgets.objection(pod);
      if (!objection.isEmpty())
        report(command, EVICTION_FORBIDDEN, Json.text(meta, "name") + ": " + objection);
    }
  }

  /// Any listed type may be launched, so each has to be cheaper than all that goes; and a move that
  /// only deletes has to delete something of value.
  private void checkCosts(Command command, Workload workload, double before) {
    var market = new Market(workload);
    double cheapest = 0;
    for (var claim : command.placement().claims()) {
      var pool = workload.pools().get(claim.pool());
      if (pool == null) continue;
      var node = new NewNode(claim, pool, market);
      double more = pool.nodeCost().orElse(nodeCost);
      cheapest += node.price() + more;
      for (var type : node.candidates())
        if (!ListedTypes.isLess(type.price() + more, before))
          report(
              command,
              NOT_CHEAPER,
              "%s at %s for nodes of %s".formatted(type.name(), type.price() + more, before));
    }
    if (!ListedTypes.isLess(cheapest, before))
      report(command, NOT_CHEAPER, "%s for nodes of %s".formatted(cheapest, before));
  }

  /// What was launched must be what the claim allows, or every later command is judged on a cluster
  /// that could not be.
  private void checkLaunches(Command command, Workload workload) {
    var claims = command.placement().claims();
    if (claims.size() != command.launched().size())
      report(
          command,
          LAUNCH_WRONG,
          "%d nodes for %d claims".formatted(command.launched().size(), claims.size()));
    for (int i = 0; i < Math.min(claims.size(), command.launched().size()); i++) {
      var node = Node.read(command.launched().get(i), workload.pools());
      var type = Optional.ofNullable(workload.types().get(typeOf(node)));
      if (type.isEmpty() || !claims.get(i).types().contains(typeOf(node)))
        report(command, LAUNCH_WRONG, typeOf(node) + " is not a type of the claim");
      else if (!type.get().allocatable().equals(node.allocatable()))
        report(command, LAUNCH_WRONG, node.name() + " has not the room of its type");
      else if (offering(workload, command.launched().get(i)).isEmpty())
        report(command, LAUNCH_WRONG, node.name() + " is not offered where it is");
      else if (!claims
          .get(i)
          .requirements()
          .without(List.of(LabelKeys.INSTANCE_TYPE, LabelKeys.HOSTNAME))
          .surelyHoldFor(key -> label(node, key)))
        report(command, LAUNCH_WRONG, node.name() + " has not the labels of its claim");
    }
  }

  private static LabelValues label(Node node, String key) {
    var value = node.labels().get(key);
    return value == null ? LabelValues.ABSENT : LabelValues.only(value);
  }

  private static String typeOf(Node node) {
    return node.labels().getOrDefault(LabelKeys.INSTANCE_TYPE, "");
  }

  /// Price and node cost; nothing for a node that no NodePool has bought.
  private double costOf(Workload workload, JsonNode node) {
    var labels = Json.labels(node.path("metadata").path("labels"));
    return Optional.ofNullable(workload.pools().get(labels.getOrDefault(LabelKeys.NODE_POOL, "")))
        .flatMap(
            pool ->
                offering(workload, node)
                    .map(offering -> offering.price() + pool.nodeCost().orElse(nodeCost)))
        .orElse(0.0);
  }

  private static Optional<InstanceType.Offering> offering(Workload workload, JsonNode json) {
    var node = Node.read(json, workload.pools());
    return Optional.ofNullable(workload.types().get(typeOf(node))).stream()
        .flatMap(type -> type.offerings().stream())
        .filter(InstanceType.Offering::available)
        .filter(offering -> offering.requirements().surelyHoldFor(key -> label(node, key)))
        .findFirst();
  }

  private void report(Command command, Fault.Code code, String sentence) {
    faults.add(new Fault(code, command.name(), sentence));
  }
}
