package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Keeps the taints of nodes as their Ready condition has it.
public final class NodeLifecycle implements Controller {
  static final String NOT_READY = "node.kubernetes.io/not-ready";
  static final String UNREACHABLE = "node.kubernetes.io/unreachable";

  private final InMemoryKube kube;
  private final Changes changed;

  private record Mark(String key, String effect) implements Comparable<Mark> {
    @Override
    public int compareTo(Mark other) {
      return toString().compareTo(other.toString());
    }
  }

  public NodeLifecycle(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.of(kube, Resource.NODES);
  }

  @Override
  public String name() {
    return "node-lifecycle";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Resource.NODES) && !isGone;
  }

  @Override
  public Optional<Instant> step(Instant now) {
    for (var key : changed.take()) {
      kube.find(Resource.NODES, key).ifPresent(node -> keep(node, now));
    }
    return Optional.empty();
  }

  private void keep(ObjectNode node, Instant now) {
    var wanted = marks(node);
    if (!wanted.equals(has(node))) {
      kube.edit(Resource.NODES, Metas.key(node), marked -> mark(marked, wanted, now));
    }
  }

  /// A node that never reported keeps the taint that admission gave it.
  private static Set<Mark> marks(ObjectNode node) {
    var ready = Pods.condition(node, "Ready").path("status").asText();
    return new TreeSet<>(
        switch (ready) {
          case "True" -> List.<Mark>of();
          case "" -> List.of(new Mark(NOT_READY, "NoSchedule"));
          case "Unknown" ->
              List.of(new Mark(UNREACHABLE, "NoSchedule"), new Mark(UNREACHABLE, "NoExecute"));
          default -> List.of(new Mark(NOT_READY, "NoSchedule"), new Mark(NOT_READY, "NoExecute"));
        });
  }

  private static Set<Mark> has(ObjectNode node) {
    var marks = new TreeSet<Mark>();
    for (var taint : node.path("spec").path("taints")) {
      var key = taint.path("key").asText();
      if (key.equals(NOT_READY) || key.equals(UNREACHABLE)) {
        marks.add(new Mark(key, taint.path("effect").asText()));
      }
    }
    return marks;
  }

  private static void mark(ObjectNode node, Set<Mark> wanted, Instant now) {
    var kept = new ArrayList<>(wanted);
    var spec = node.withObjectProperty("spec");
    var before = spec.path("taints");
    var taints = spec.putArray("taints");
    for (var taint : before) {
      var mark = new Mark(taint.path("key").asText(), taint.path("effect").asText());
      boolean isOurs = mark.key().equals(NOT_READY) || mark.key().equals(UNREACHABLE);
      if (!isOurs || kept.remove(mark)) {
        taints.add(taint);
      }
    }
    for (var mark : kept) {
      taints
          .addObject()
          .put("key", mark.key())
          .put("effect", mark.effect())
          .put("timeAdded", Conditions.text(now));
    }
    if (taints.isEmpty()) {
      spec.remove("taints");
    }
  }
}
