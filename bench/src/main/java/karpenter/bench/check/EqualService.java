package karpenter.bench.check;

import java.util.ArrayList;
import java.util.TreeMap;
import java.util.TreeSet;

/// A workload whose pods demand what a placement gives them on new nodes: the wishes about nodes
/// and hostnames that hold there, and a NodePool that serves as well. Its packings are those at
/// equal service.
final class EqualService {
  private final Workload workload;
  private final Scene scene;
  private final GrantedClaims grants;

  private EqualService(Workload workload, Placement placement) {
    this.workload = workload;
    this.scene = Scene.of(workload, placement, 0, _ -> {});
    this.grants = new GrantedClaims(scene);
  }

  static Workload demanded(Workload workload, Placement placement) {
    var service = new EqualService(workload, placement);
    var pods = new TreeMap<String, Pod>();
    workload.pods().forEach((id, pod) -> pods.put(id, service.demanded(pod)));
    return workload.withPods(pods);
  }

  private Pod demanded(Pod pod) {
    if (!(scene.homes().get(pod) instanceof NewNode node)) return pod;
    var demands = nodePools(pod, node);
    var wishes = new ArrayList<Pod.PreferredNodes>();
    for (var preferred : pod.preferredNodes())
      if (GrantedClaims.has(pod, node, preferred.wish())) demands = demands.and(preferred.wish());
      else wishes.add(preferred);
    var every = demands;
    return pod.demanding(
        new NodeSelection(pod.selection().alternatives().stream().map(every::and).toList()),
        wishes,
        grants.spreads(pod).map(EqualService::hard).toList(),
        grants.antiAffinity(pod).toList());
  }

  private Requirements nodePools(Pod pod, NewNode node) {
    var serving = new TreeSet<String>();
    for (var pool : workload.pools().values())
      if (GrantedClaims.servesAsWell(pool, pod, node.pool())) serving.add(pool.name());
    return serving.size() == workload.pools().size()
        ? Requirements.NONE
        : Requirements.NONE.and(LabelKeys.NODE_POOL, LabelValues.only(serving));
  }

  private static Spread hard(Spread spread) {
    return new Spread(
        spread.topologyKey(),
        spread.maxSkew(),
        spread.minDomains(),
        spread.soft() && !spread.topologyKey().equals(LabelKeys.HOSTNAME),
        spread.matcher(),
        spread.selection(),
        spread.tolerations());
  }
}
