package karpenter.core.testkit.cases;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// The same cluster, read by somebody who shares nothing: every pod has a spec of its own.
public final class Scattered {
  private final Map<String, Pod> pods = new HashMap<>();

  private Scattered() {}

  public static SchedulingProblem of(SchedulingProblem problem) {
    return new Scattered().problem(problem);
  }

  public static ClusterCase of(ClusterCase cluster) {
    var scattered = new Scattered();
    var problem = scattered.problem(cluster.problem());
    var movable = new TreeMap<String, List<Pod>>();
    cluster
        .movable()
        .forEach((node, moving) -> movable.put(node, moving.stream().map(scattered::pod).toList()));
    return new ClusterCase(problem, movable, cluster.closed());
  }

  private SchedulingProblem problem(SchedulingProblem problem) {
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes(),
        problem.pending().stream().map(this::pod).toList(),
        problem.bound().stream()
            .map(bound -> new BoundPod(pod(bound.pod()), bound.node()))
            .toList(),
        problem.daemons(),
        problem.namespaces(),
        problem.options(),
        problem.devices());
  }

  private Pod pod(Pod pod) {
    return pods.computeIfAbsent(
        pod.uid(), _ -> new Pod(pod.uid(), pod.name(), pod.created(), spec(pod.spec())));
  }

  public static PodSpec spec(PodSpec spec) {
    return new PodSpec(
        spec.namespace(),
        new TreeMap<>(spec.labels()),
        Resources.of(spec.requests().toMap()),
        spec.nodeAlternatives(),
        spec.preferences(),
        spec.tolerations(),
        spec.spread(),
        spec.affinity(),
        spec.antiAffinity(),
        spec.hostPorts(),
        spec.volumeAlternatives(),
        new TreeSet<>(spec.volumes()),
        spec.priority(),
        spec.isVirtual(),
        spec.deviceClaims());
  }
}
