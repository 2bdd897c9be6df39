package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import karpenter.bench.run.Engine;
import karpenter.bench.run.Meter;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.Workload;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.scheduling.Placement;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.disruption.Assessments;
import karpenter.operator.disruption.Consolidator;
import karpenter.operator.kube.Resource;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.Managed;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.settings.Settings;

/// Our disruption on one frozen cluster. The state is told of the cluster before any clock runs, as
/// upstream's is, and the catalogue is compiled once, as in a controller, whose prices seldom
/// change. Everything else is made anew for every answer, and timed.
final class Disrupter {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BINDINGS = 25;

  private final Workload workload;
  private final FrozenProvider provider;
  private final FrozenCluster frozen;
  private final TypeSource types;
  private final Foresight foresight;
  private Assessments assessments;
  private Consolidator consolidator;

  Disrupter(Workload workload) {
    this.workload = workload;
    this.provider = new FrozenProvider(workload.part(Part.INSTANCE_TYPES), workload.options());
    this.frozen = new FrozenCluster(workload, provider);
    this.types = new TypeSource(provider);
    this.foresight = new Foresight(Settings.DEFAULT, provider, types, new VirtualPods());
    this.assessments = new Assessments(types, Managed.by(provider));
    this.consolidator = new Consolidator(InstantSource.system(), false);
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
    assessments = new Assessments(types, Managed.by(provider));
    consolidator = new Consolidator(InstantSource.system(), false);
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
        Meter.peakRssBytes());
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

  /// A look at a cluster that is known, after one more pod was bound; the middling of some.
  Answers.Pass afterBinding() throws IOException {
    pass(frozen);
    List<Answers.Pass> passes = new ArrayList<>();
    for (int i = 0; i < BINDINGS; i++) {
      var pod = frozen.bindOneMore(i);
      passes.add(pass(Meter.measure(() -> pass(frozen))));
      frozen.removePod(pod);
      pass(frozen);
    }
    passes.sort(Comparator.comparingDouble(Answers.Pass::seconds));
    return passes.get(passes.size() / 2);
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
    var gone = command.candidates().stream().map(Candidate::nodeName).toList();
    var written = JSON.createObjectNode();
    written.put("method", command.method().consolidationType()).put("saving", command.saving());
    gone.forEach(written.withArray("nodes")::add);
    var launched = written.putArray("launched");
    var placement = written.putObject("placement");
    placement.putArray("claims");
    placement.putArray("existing");
    placement.putArray("unplaced");
    command.simulation().ifPresent(simulation -> move(simulation, placement, cluster));
    for (var replacement : command.replacements()) {
      var made = launches.launch(replacement);
      cluster.tell(Resource.NODES, made.node());
      cluster.tell(Resource.NODE_CLAIMS, made.claim());
      launched.add(made.node());
      placement.withArray("claims").add(JSON.<JsonNode>valueToTree(Engine.claim(replacement)));
      replacement.pods().forEach(pod -> cluster.move(pod.uid(), made.name()));
    }
    gone.forEach(cluster::remove);
    return written;
  }

  private static void move(Placement simulation, ObjectNode placement, FrozenCluster cluster) {
    for (var use : simulation.existing()) {
      var entry = placement.withArray("existing").addObject();
      entry.put("node", use.node());
      use.pods()
          .forEach(
              pod -> {
                entry.withArray("pods").add(pod.uid());
                cluster.move(pod.uid(), use.node());
              });
    }
    simulation
        .unplaced()
        .forEach(
            one ->
                placement
                    .withArray("unplaced")
                    .addObject()
                    .put("pod", one.pod().uid())
                    .put("error", "no place"));
    simulation.bindOrder().forEach(pod -> placement.withArray("order").add(pod.uid()));
  }
}
