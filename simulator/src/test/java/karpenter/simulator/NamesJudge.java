package karpenter.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// No NodeClaim has the name of another, not even of one that is gone: logs, events, metrics and
/// tags of two machines would run together.
final class NamesJudge implements InMemoryKube.Listener {
  private final SimulatedCluster cluster;
  private final Map<String, String> uids = new HashMap<>();
  private final List<String> violations = new ArrayList<>();

  NamesJudge(SimulatedCluster cluster) {
    this.cluster = cluster;
    cluster.kube().onChange(this);
  }

  List<String> violations() {
    return violations;
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (!resource.equals(Resource.NODE_CLAIMS)) {
      return;
    }
    var first = uids.putIfAbsent(Metas.name(object), Metas.uid(object));
    if (first != null && !first.equals(Metas.uid(object))) {
      uids.put(Metas.name(object), Metas.uid(object));
      violations.add("%s: the name %s is given again".formatted(cluster.now(), Metas.name(object)));
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {}
}
