package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.run.Engine;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.scheduling.Placement;
import karpenter.operator.kube.Resource;

/// A command as `docs/workload-format.md` has it, with the nodes that were launched for it.
record WrittenCommand(Command command, ObjectNode json, List<Launches.Launched> launched) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static WrittenCommand of(Command command, Launches launches) {
    var written = JSON.createObjectNode();
    written.put("method", command.method().consolidationType()).put("saving", command.saving());
    command.candidates().stream().map(Candidate::nodeName).forEach(written.withArray("nodes")::add);
    var nodes = written.putArray("launched");
    var placement = written.putObject("placement");
    placement.putArray("claims");
    placement.putArray("existing");
    placement.putArray("unplaced");
    command.simulation().ifPresent(simulation -> write(simulation, placement));
    List<Launches.Launched> launched = new ArrayList<>();
    for (var replacement : command.replacements()) {
      var made = launches.launch(replacement);
      launched.add(made);
      nodes.add(made.node());
      placement.withArray("claims").add(JSON.<JsonNode>valueToTree(Engine.claim(replacement)));
    }
    return new WrittenCommand(command, written, launched);
  }

  private static void write(Placement simulation, ObjectNode placement) {
    for (var use : simulation.existing()) {
      var entry = placement.withArray("existing").addObject();
      entry.put("node", use.node());
      use.pods().forEach(pod -> entry.withArray("pods").add(pod.uid()));
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

  /// Makes the cluster what it will be.
  void carryOut(FrozenCluster cluster) {
    command
        .simulation()
        .ifPresent(
            simulation ->
                simulation
                    .existing()
                    .forEach(
                        use -> use.pods().forEach(pod -> cluster.move(pod.uid(), use.node()))));
    for (int i = 0; i < launched.size(); i++) {
      var made = launched.get(i);
      cluster.tell(Resource.NODES, made.node());
      cluster.tell(Resource.NODE_CLAIMS, made.claim());
      command.replacements().get(i).pods().forEach(pod -> cluster.move(pod.uid(), made.name()));
    }
    command.candidates().forEach(candidate -> cluster.remove(candidate.nodeName()));
  }
}
