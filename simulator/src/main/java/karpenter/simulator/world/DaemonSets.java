package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.NodeTaint;
import karpenter.core.pod.Toleration;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// One pod of each DaemonSet on every node it may run on.
public final class DaemonSets implements Controller {
  private static final List<String> TOLERATED_FOR_EVER =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
  private static final List<String> TOLERATED_TO_START =
      List.of(
          "node.kubernetes.io/disk-pressure",
          "node.kubernetes.io/memory-pressure",
          "node.kubernetes.io/pid-pressure",
          "node.kubernetes.io/unschedulable");

  private final InMemoryKube kube;
  private final Facts facts = new Facts();

  public DaemonSets(InMemoryKube kube) {
    this.kube = kube;
  }

  @Override
  public String name() {
    return "daemonset";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.DAEMON_SETS)
        || resource.equals(Resource.NODES)
        || (resource.equals(Resource.PODS)
            && Pods.controller(object)
                .filter(owner -> owner.path("kind").asText().equals("DaemonSet"))
                .isPresent());
  }

  @Override
  public Optional<Instant> step(Instant now) {
    for (var set : kube.view(Resource.DAEMON_SETS)) {
      if (!Metas.isTerminating(set)) {
        cover(set);
      }
    }
    return Optional.empty();
  }

  private void cover(ObjectNode set) {
    var byNode = new TreeMap<String, ObjectNode>();
    for (var pod : Workloads.podsOf(kube, set)) {
      if (Workloads.isActive(pod)) {
        byNode.put(target(pod), pod);
      }
    }
    int wanted = 0;
    for (var node : kube.view(Resource.NODES)) {
      var pod = pod(set, Metas.name(node));
      var there = byNode.remove(Metas.name(node));
      if (mayRun(pod, node)) {
        wanted++;
        if (there == null) {
          kube.create(Resource.PODS, pod);
        }
      } else if (there != null && !Pods.isBound(there)) {
        remove(there);
      }
    }
    byNode.values().stream().filter(pod -> !Pods.isBound(pod)).forEach(this::remove);
    report(set, wanted);
  }

  private void remove(ObjectNode pod) {
    kube.delete(Resource.PODS, Metas.key(pod), Deletion.of(Metas.uid(pod)));
  }

  private boolean mayRun(ObjectNode pod, ObjectNode node) {
    // Read as a pod that is there, so that one and the same rule decides here and at scheduling.
    var template = pod.deepCopy();
    template.withObject("/metadata").put("name", "template");
    template.withObject("/spec").remove("affinity");
    var read = facts.pod(template);
    var there = facts.node(node);
    return Fit.labels(read, there)
        && Toleration.firstUntolerated(
                read.spec().tolerations(),
                there.taints().stream().map(NodeTaint::taint).toList(),
                Toleration.SoftTaints.IGNORED)
            .isEmpty();
  }

  private static ObjectNode pod(ObjectNode set, String node) {
    var pod = Workloads.pod(set);
    pod.withObject("/metadata").put("generateName", Metas.name(set) + "-");
    var spec = pod.withObject("/spec");
    var tolerations = spec.withArray("/tolerations");
    for (var key : TOLERATED_FOR_EVER) {
      tolerations.addObject().put("key", key).put("operator", "Exists").put("effect", "NoExecute");
    }
    for (var key : TOLERATED_TO_START) {
      tolerations.addObject().put("key", key).put("operator", "Exists").put("effect", "NoSchedule");
    }
    var required =
        spec.withObject("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution");
    var terms = required.withArray("/nodeSelectorTerms");
    if (terms.isEmpty()) {
      terms.addObject();
    }
    for (var term : terms) {
      var field = ((ObjectNode) term).putArray("matchFields").addObject();
      field.put("key", "metadata.name").put("operator", "In").putArray("values").add(node);
    }
    return pod;
  }

  private static String target(ObjectNode pod) {
    return KubeScheduler.onlyNode(pod).orElse(Pods.nodeName(pod));
  }

  private void report(ObjectNode set, int wanted) {
    int ready = Workloads.ready(Workloads.podsOf(kube, set));
    kube.edit(
        Resource.DAEMON_SETS,
        Metas.key(set),
        object ->
            object
                .withObject("/status")
                .put("observedGeneration", object.at("/metadata/generation").asLong())
                .put("desiredNumberScheduled", wanted)
                .put("numberReady", ready));
  }
}
