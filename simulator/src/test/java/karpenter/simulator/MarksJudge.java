package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Sees nodes that are kept from pods. A command writes itself down on a claim before it taints the
/// node, and forgets itself after the taint is off, so no command begins on a node that is tainted
/// already, and no taint outlasts its command by more than faults can explain.
final class MarksJudge implements InMemoryKube.Listener {
  /// Calls may fail for ten minutes, and the operator may be killed meanwhile.
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final String DISRUPTED = "karpenter.sh/disrupted";

  private final SimulatedCluster cluster;

  /// The last command of each claim.
  private final Map<String, String> commands = new HashMap<>();

  /// Since when nodes have been kept from pods for nobody, by claim.
  private final Map<String, Long> leftSince = new HashMap<>();

  private final List<String> violations = new ArrayList<>();

  MarksJudge(SimulatedCluster cluster) {
    this.cluster = cluster;
    cluster.kube().onChange(this);
  }

  List<String> violations() {
    return violations;
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (!resource.equals(Resource.NODE_CLAIMS)
        || !Picture.candidates(object).contains(Metas.name(object))
        || Picture.isGoing(object)) {
      return;
    }
    var command = Picture.annotation(object, "command");
    if (!command.equals(commands.put(Metas.name(object), command))) {
      var node = picture().node(object);
      if (isTainted(node) && !Picture.isGoing(node)) {
        wrong("a command begins on %s, whose node an earlier one has left tainted", object);
      }
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {}

  /// To be called now and then.
  void look() {
    look(PATIENCE);
  }

  /// To be called when everybody has had their time.
  void lookAtLast() {
    look(Duration.ZERO);
  }

  private void look(Duration patience) {
    var picture = picture();
    long now = cluster.timeline().ticks();
    for (var claim : picture.claims()) {
      var node = picture.node(claim);
      boolean isLeft =
          isTainted(node)
              && !Picture.isGoing(claim)
              && !Picture.isGoing(node)
              && Picture.candidates(claim).isEmpty();
      if (!isLeft) {
        leftSince.remove(Metas.name(claim));
      } else if (leftSince.computeIfAbsent(Metas.name(claim), _ -> now)
          <= now - patience.toNanos()) {
        wrong("the node of %s is kept from pods, and no command has it", claim);
      }
    }
  }

  private Picture picture() {
    return Picture.of(cluster.kube(), 0, cluster.now());
  }

  private static boolean isTainted(JsonNode node) {
    for (var taint : node.path("spec").path("taints")) {
      if (taint.path("key").asText().equals(DISRUPTED)) {
        return true;
      }
    }
    return false;
  }

  private void wrong(String sentence, JsonNode about) {
    violations.add(cluster.now() + ": " + sentence.formatted(Metas.name(about)));
  }
}
