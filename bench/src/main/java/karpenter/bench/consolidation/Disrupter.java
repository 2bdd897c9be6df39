package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.bench.run.Meter;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.Workload;
import karpenter.bench.workload.WorkloadDirectory;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.MultiNodeSearch;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.disruption.Assessments;
import karpenter.operator.disruption.Consolidator;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.settings.Settings;

/// Our disruption on one frozen cluster. The state is told of the cluster before any clock runs, as
/// upstream's is, and the catalogue is compiled once, as in a controller, whose prices seldom
/// change. Everything else is made anew for every answer, and timed.
final class Disrupter {
  private final Workload workload;
  private final FrozenProvider provider;
  private final FrozenCluster frozen;
  private final TypeSource types;
  private final Settings settings;
  private final Foresight foresight;
  private final int nodesPerCommand;
  private Assessments assessments;
  private Consolidator consolidator;

  /// With nodes that cost nothing beside their instances.
  Disrupter(Workload workload) {
    this(workload, MultiNodeSearch.MAX_NODES, 0);
  }

  /// @param nodesPerCommand that may go together
  /// @param nodeCost what a node costs an hour beside its instance
  Disrupter(Workload workload, int nodesPerCommand, double nodeCost) {
    this.nodesPerCommand = nodesPerCommand;
    this.workload = workload;
    this.provider = new FrozenProvider(workload.part(Part.INSTANCE_TYPES), workload.options());
    this.frozen = new FrozenCluster(workload, provider);
    this.types = new TypeSource(provider);
    this.settings = Settings.DEFAULT.withNodeCost(nodeCost);
    this.foresight = new Foresight(settings, provider, types, new VirtualPods());
    this.assessments = new Assessments(types, provider, settings);
    this.consolidator = new Consolidator(InstantSource.system(), false, nodesPerCommand);
  }

  int nodes() {
    return frozen.size();
  }

  private Look freshLook(FrozenCluster cluster) {
    forget();
    return look(cluster);
  }

  private void forget() {
    foresight.forget();
    assessments = new Assessments(types, provider, settings);
    consolidator = new Consolidator(InstantSource.system(), false, nodesPerCommand);
  }

  private Look look(FrozenCluster cluster) {
    return new Look(cluster.snapshot(), assessments, foresight, consolidator, false);
  }

  Answers.Commands first() throws IOException {
    var metered = Meter.measure(() -> freshLook(frozen).command());
    // Carried out on a copy, for the sake of what is launched.
    var launches = new Launches(provider.catalogue(), workload.part(Part.NODE_POOLS));
    List<JsonNode> commands = new ArrayList<>();
    metered
        .result()
        .ifPresent(
            command ->
                commands.add(carryOut(command, new FrozenCluster(workload, provider), launches)));
    return new Answers.Commands(
        metered.seconds(), commands, commands.isEmpty(), frozen.size(), Meter.peakRssBytes(), null);
  }

  Answers.Verdicts verdicts() throws IOException {
    var metered = Meter.measure(() -> freshLook(frozen).verdicts());
    long movable =
        metered.result().values().stream().filter(Weighed.Good.class::isInstance).count();
    return new Answers.Verdicts(
        metered.result().size(),
        metered.seconds(),
        metered.result().size(),
        (int) movable,
        Meter.peakRssBytes(),
        null);
  }

  /// A whole look at the cluster, nothing known from before.
  Answers.Pass pass() throws IOException {
    forget();
    return pass(Meter.measure(() -> pass(frozen)));
  }

  private Look pass(FrozenCluster cluster) {
    var look = look(cluster);
    look.command();
    look.reasons();
    return look;
  }

  private static Answers.Pass pass(Meter.Metered<Look> metered) throws IOException {
    return new Answers.Pass(metered.seconds(), metered.result().size(), Meter.peakRssBytes());
  }

  /// Looks at a cluster that is known but for a change.
  Answers.Changes changes() throws IOException {
    forget();
    var after =
        new AfterChanges(
            frozen,
            now -> {
              var look =
                  new Look(frozen.snapshot(), assessments, foresight, consolidator, false, now);
              look.command();
              look.reasons();
              return look;
            });
    return new Answers.Changes(after.measure(), Meter.peakRssBytes());
  }

  /// What is said of single nodes, with the commands.
  ///
  /// @param names of nodes; none means all
  Answers.Judgements judge(Set<String> names) {
    var look = freshLook(frozen);
    var launches = new Launches(provider.catalogue(), workload.part(Part.NODE_POOLS));
    List<NodeVerdict> verdicts = new ArrayList<>();
    look.verdicts()
        .forEach(
            (node, weighed) -> {
              if (names.isEmpty() || names.contains(node)) {
                verdicts.add(verdict(node, weighed, launches));
              }
            });
    look.obstacles()
        .forEach(
            (node, why) -> {
              if (names.contains(node)) {
                verdicts.add(new NodeVerdict(node, null, why.getFirst().sentence()));
              }
            });
    return new Answers.Judgements(verdicts);
  }

  /// Writes the cluster that the first command leaves: it has less room than the frozen one, so
  /// that verdicts are harder.
  Answers.Written writeAfterFirst(Path directory) throws IOException {
    var cluster = new FrozenCluster(workload, provider);
    // Names of their own: what is launched in that cluster is numbered from one again.
    var launches = new Launches(provider.catalogue(), workload.part(Part.NODE_POOLS), "first");
    freshLook(cluster).command().ifPresent(command -> carryOut(command, cluster, launches));
    WorkloadDirectory.write(cluster.in(workload), directory);
    return new Answers.Written(cluster.size());
  }

  /// Claims of frozen clusters have the names of their nodes.
  private static NodeVerdict verdict(String node, Weighed weighed, Launches launches) {
    return switch (weighed) {
      case Weighed.Good(var plan, var _) ->
          new NodeVerdict(node, WrittenCommand.of(plan.command(""), launches).json(), null);
      case Weighed.Bad(var why, var _, var _) -> new NodeVerdict(node, null, why.sentence());
    };
  }

  Answers.Commands fixedPoint(int seconds) throws IOException {
    var cluster = new FrozenCluster(workload, provider);
    var launches = new Launches(provider.catalogue(), workload.part(Part.NODE_POOLS));
    List<JsonNode> commands = new ArrayList<>();
    double spent = 0;
    while (spent < seconds) {
      var metered =
          Meter.measure(
              () -> {
                var look = freshLook(cluster);
                return Map.entry(look, look.command());
              });
      spent += metered.seconds();
      var command = metered.result().getValue();
      if (command.isEmpty()) {
        return new Answers.Commands(
            spent,
            commands,
            true,
            cluster.size(),
            Meter.peakRssBytes(),
            metered.result().getKey().kinds());
      }
      commands.add(carryOut(command.get(), cluster, launches));
    }
    return new Answers.Commands(spent, commands, false, cluster.size(), Meter.peakRssBytes(), null);
  }

  /// Makes the cluster what it will be, and writes down what was done.
  private static JsonNode carryOut(Command command, FrozenCluster cluster, Launches launches) {
    var written = WrittenCommand.of(command, launches);
    written.carryOut(cluster);
    return written.json();
  }
}
