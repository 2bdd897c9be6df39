package karpenter.core.testkit.cases;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.SchedulingProblem;

/// A problem as text; what is not said is empty.
public final class CaseText {
  private final List<String> lines = new ArrayList<>();

  private CaseText() {}

  public static String render(SchedulingProblem problem) {
    var text = new CaseText();
    text.add("options", problem.options());
    problem.pools().forEach(text::pool);
    problem.nodes().forEach(text::node);
    problem.daemons().forEach(daemon -> text.spec("daemon " + daemon.name(), daemon.spec()));
    problem.bound().forEach(one -> text.pod("bound to " + one.node(), one.pod()));
    problem.pending().forEach(pod -> text.pod("pod", pod));
    return String.join("\n", text.lines);
  }

  private void add(String name, Object value) {
    lines.add(name + " " + value);
  }

  private void addUnless(boolean isEmpty, String name, Object value) {
    if (!isEmpty) add("  " + name, value);
  }

  private void pool(NodePool pool) {
    add("pool", pool.name() + " weight " + pool.weight());
    add("  requirements", pool.requirements());
    addUnless(pool.taints().isEmpty(), "taints", pool.taints());
    pool.limits().ifPresent(limits -> add("  limits", limits));
    pool.types().forEach(this::type);
  }

  private void type(InstanceType type) {
    add("  type", type.name() + " " + type.capacity() + " overhead " + type.overhead());
    add("    requirements", type.requirements());
    for (Offering offering : type.offerings()) {
      add(
          "    offering",
          "%s at %s%s%s%s%s"
              .formatted(
                  offering.requirements(),
                  offering.price(),
                  offering.available() ? "" : " UNAVAILABLE",
                  offering.reservationCapacity().isPresent()
                      ? " reserved " + offering.reservationCapacity().getAsInt()
                      : "",
                  offering.capacityOverride().isEmpty()
                      ? ""
                      : " capacity " + offering.capacityOverride(),
                  offering.overheadOverride().isEmpty()
                      ? ""
                      : " overhead " + offering.overheadOverride()));
    }
  }

  private void node(ExistingNode node) {
    add("node", node.name() + (node.initialized() ? "" : " not initialized"));
    add("  labels", node.labels());
    addUnless(node.taints().isEmpty(), "taints", node.taints());
    add("  capacity", node.capacity());
    add("  allocatable", node.allocatable());
    addUnless(node.podRequests().isEmpty(), "requested", node.podRequests());
    addUnless(node.daemonRequests().isEmpty(), "by daemons", node.daemonRequests());
    node.pool().ifPresent(pool -> add("  pool", pool));
    addUnless(node.hostPorts().isEmpty(), "ports", node.hostPorts());
    addUnless(node.volumes().isEmpty(), "volumes", node.volumes());
    addUnless(node.volumeLimits().isEmpty(), "volume limits", node.volumeLimits());
  }

  private void pod(String title, Pod pod) {
    spec(title + " " + pod.name(), pod.spec());
  }

  private void spec(String title, PodSpec spec) {
    add(title, "%s %s %s".formatted(spec.namespace(), spec.labels(), spec.requests()));
    addUnless(
        spec.nodeAlternatives().equals(List.of(Requirements.none())),
        "node",
        spec.nodeAlternatives().stream().map(PlacementText::text).collect(joining(" OR ")));
    addUnless(spec.preferences().isEmpty(), "preferences", spec.preferences());
    addUnless(spec.tolerations().isEmpty(), "tolerations", spec.tolerations());
    addUnless(spec.spread().isEmpty(), "spread", spec.spread());
    addUnless(spec.affinity().isEmpty(), "near", spec.affinity());
    addUnless(spec.antiAffinity().isEmpty(), "away from", spec.antiAffinity());
    addUnless(spec.hostPorts().isEmpty(), "ports", spec.hostPorts());
    addUnless(spec.volumeAlternatives().isEmpty(), "volumes in", spec.volumeAlternatives());
    addUnless(spec.volumes().isEmpty(), "volumes", spec.volumes());
    addUnless(spec.priority() == 0, "priority", spec.priority());
    addUnless(!spec.isVirtual(), "virtual", spec.isVirtual());
  }
}
