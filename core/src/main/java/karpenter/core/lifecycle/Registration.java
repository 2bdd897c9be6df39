package karpenter.core.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.Owner;

/// How a Node becomes its claim's: once, with the claim's labels, annotations and taints (spec 02
/// §1.5). What somebody changes on the Node later is theirs to change.
public final class Registration {
  public static final String NODE_NOT_FOUND = "NodeNotFound";
  public static final String MULTIPLE_NODES_FOUND = "MultipleNodesFound";
  public static final String HOOK_PENDING = "RegistrationHookPending";

  private static final String TRUE = "true";

  private Registration() {}

  public static boolean isDue(ClaimFacts claim) {
    return claim.conditions().isUnknown(ClaimFacts.REGISTERED);
  }

  public static ClaimFacts nodeNotFound(ClaimFacts claim, Instant now) {
    return claim.setUnknown(
        ClaimFacts.REGISTERED, NODE_NOT_FOUND, "No node with the claim's provider id yet", now);
  }

  /// Nothing here mends that; the deadline of registration ends it.
  public static ClaimFacts multipleNodes(ClaimFacts claim, int nodes, Instant now) {
    return claim.setFalse(
        ClaimFacts.REGISTERED,
        MULTIPLE_NODES_FOUND,
        "%d nodes have the claim's provider id".formatted(nodes),
        now);
  }

  public static ClaimFacts hooksPending(ClaimFacts claim, List<String> hooks, Instant now) {
    return claim.setUnknown(
        ClaimFacts.REGISTERED, HOOK_PENDING, "Waiting for " + String.join(", ", hooks), now);
  }

  public static ClaimFacts registered(ClaimFacts claim, NodeFacts node, Instant now) {
    return claim.withNodeName(node.name()).setTrue(ClaimFacts.REGISTERED, now);
  }

  /// The kubelet should have come with the taint; without it pods may have been placed too early.
  public static boolean lacksGuard(NodeFacts node) {
    return !isRegistered(node) && !node.hasTaint(Marks.UNREGISTERED);
  }

  /// The Node with what its claim says, still guarded.
  public static NodeFacts synced(ClaimFacts claim, NodeFacts node) {
    var meta = node.meta();
    var labels = new TreeMap<>(meta.labels());
    labels.putAll(claim.meta().labels());
    var annotations = new TreeMap<>(meta.annotations());
    // What is under way with the claim is no fact of its node, and would outlive it there.
    annotations.putAll(CommandRecord.without(claim.meta().annotations()));
    var synced =
        node.withMeta(
            owned(claim, meta)
                .withFinalizers(withFinalizer(meta))
                .withLabels(labels)
                .withAnnotations(annotations));
    return isRegistered(node) || meta.label(Marks.DO_NOT_SYNC_TAINTS).equals(TRUE)
        ? synced
        : synced.withTaints(withTaints(claim, node));
  }

  /// The synced Node, open to pods.
  public static NodeFacts opened(NodeFacts synced) {
    return synced
        .withTaints(synced.taints().stream().filter(t -> !t.matches(Marks.UNREGISTERED)).toList())
        .withMeta(synced.meta().withLabel(Marks.REGISTERED, TRUE));
  }

  /// A Node that was opened before a crash took the news is not given its taints again: a daemon
  /// may have removed its startup taint meanwhile.
  private static boolean isRegistered(NodeFacts node) {
    return node.meta().label(Marks.REGISTERED).equals(TRUE);
  }

  private static Meta owned(ClaimFacts claim, Meta meta) {
    var owner =
        new Owner("karpenter.sh/v1", "NodeClaim", claim.name(), claim.meta().uid(), false, true);
    boolean isOwned =
        meta.owners().stream()
            .anyMatch(o -> o.is(owner.apiVersion(), owner.kind()) && o.uid().equals(owner.uid()));
    return isOwned
        ? meta
        : meta.withOwners(Stream.concat(meta.owners().stream(), Stream.of(owner)).toList());
  }

  private static List<String> withFinalizer(Meta meta) {
    return meta.hasFinalizer(Marks.FINALIZER)
        ? meta.finalizers()
        : Stream.concat(meta.finalizers().stream(), Stream.of(Marks.FINALIZER)).toList();
  }

  private static List<NodeTaint> withTaints(ClaimFacts claim, NodeFacts node) {
    var taints = new ArrayList<>(node.taints());
    Stream.concat(claim.taints().stream(), claim.startupTaints().stream())
        .forEach(
            taint -> {
              if (taints.stream().noneMatch(t -> t.matches(taint))) {
                taints.add(NodeTaint.of(taint));
              }
            });
    return taints;
  }
}
