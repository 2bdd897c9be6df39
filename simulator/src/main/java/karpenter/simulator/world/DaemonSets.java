package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.NodeTaint;
import karpenter.core.pod.Toleration;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
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
  private final Changes sets;

  /// Nodes that changed, or a pod on or for them.
  private final Changes nodes;

  private final TreeMap<ObjectKey, Cover> covers = new TreeMap<>();

  /// The nodes a set is to run on.
  ///
  /// @param template the generation of the set that this was found for
  private record Cover(String uid, long template, TreeSet<String> wanted) {
    static Cover of(ObjectNode set) {
      return new Cover(
          Metas.uid(set), set.path("metadata").path("generation").asLong(), new TreeSet<>());
    }

    boolean isOf(ObjectNode set) {
      return uid.equals(Metas.uid(set))
          && template == set.path("metadata").path("generation").asLong();
    }
  }

  public DaemonSets(InMemoryKube kube) {
    this.kube = kube;
    this.sets = Changes.of(kube, Resource.DAEMON_SETS);
    this.nodes =
        Changes.of(
            kube,
            (resource, object) -> {
              if (resource.equals(Resource.NODES)) {
                return Optional.of(Metas.key(object));
              }
              return resource.equals(Resource.PODS) && isOfSet(object)
                  ? Optional.of(ObjectKey.cluster(target(object)))
                  : Optional.empty();
            });
  }

  private static boolean isOfSet(ObjectNode pod) {
    return Pods.controller(pod)
        .filter(owner -> owner.path("kind").asText().equals("DaemonSet"))
        .isPresent();
  }

  @Override
  public String name() {
    return "daemonset";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.DAEMON_SETS)
        || resource.equals(Resource.NODES)
        || (resource.equals(Resource.PODS) && isOfSet(object));
  }

  @Override
  public Optional<Instant> step(Instant now) {
    var touched = nodes.take();
    var whole = new TreeSet<ObjectKey>();
    for (var key : sets.take()) {
      var set = kube.find(Resource.DAEMON_SETS, key);
      if (set.isEmpty()) {
        covers.remove(key);
      } else if (!covers.containsKey(key) || !covers.get(key).isOf(set.get())) {
        covers.put(key, Cover.of(set.get()));
        whole.add(key);
      }
    }
    covers.forEach(
        (key, cover) -> {
          if (whole.contains(key) || !touched.isEmpty()) {
            kube.find(Resource.DAEMON_SETS, key)
                .filter(set -> !Metas.isTerminating(set))
                .ifPresent(set -> cover(set, cover, whole.contains(key) ? everywhere() : touched));
          }
        });
    return Optional.empty();
  }

  private List<ObjectKey> everywhere() {
    return kube.view(Resource.NODES).stream().map(Metas::key).toList();
  }

  private void cover(ObjectNode set, Cover cover, List<ObjectKey> names) {
    var byNode = new TreeMap<String, ObjectNode>();
    for (var pod : Workloads.podsOf(kube, set)) {
      if (Workloads.isActive(pod)) {
        byNode.put(target(pod), pod);
      }
    }
    for (var key : names) {
      cover(set, cover, key, Optional.ofNullable(byNode.get(key.name())));
    }
    report(set, cover.wanted.size());
  }

  private void cover(ObjectNode set, Cover cover, ObjectKey key, Optional<ObjectNode> there) {
    var pod = pod(set, key.name());
    if (kube.find(Resource.NODES, key).filter(node -> mayRun(pod, node)).isPresent()) {
      cover.wanted.add(key.name());
      if (there.isEmpty()) {
        kube.create(Resource.PODS, pod);
      }
    } else {
      cover.wanted.remove(key.name());
      there.filter(one -> !Pods.isBound(one)).ifPresent(this::remove);
    }
  }

  private void remove(ObjectNode pod) {
    kube.delete(Resource.PODS, Metas.key(pod), Deletion.of(Metas.uid(pod)));
  }

  private boolean mayRun(ObjectNode pod, ObjectNode node) {
    // Read as a pod that is there, so that one and the same rule decides here and at scheduling.
    var template = pod.deepCopy();
    template.withObjectProperty("metadata").put("name", "template");
    template.withObjectProperty("spec").remove("affinity");
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
    pod.withObjectProperty("metadata").put("generateName", Metas.name(set) + "-");
    var spec = pod.withObjectProperty("spec");
    var tolerations = spec.withArrayProperty("tolerations");
    for (var key : TOLERATED_FOR_EVER) {
      tolerations.addObject().put("key", key).put("operator", "Exists").put("effect", "NoExecute");
    }
    for (var key : TOLERATED_TO_START) {
      tolerations.addObject().put("key", key).put("operator", "Exists").put("effect", "NoSchedule");
    }
    var required =
        spec.withObjectProperty("affinity")
            .withObjectProperty("nodeAffinity")
            .withObjectProperty("requiredDuringSchedulingIgnoredDuringExecution");
    var terms = required.withArrayProperty("nodeSelectorTerms");
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
                .withObjectProperty("status")
                .put("observedGeneration", object.path("metadata").path("generation").asLong())
                .put("desiredNumberScheduled", wanted)
                .put("numberReady", ready));
  }
}
