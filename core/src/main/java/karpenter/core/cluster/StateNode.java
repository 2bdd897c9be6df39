package karpenter.core.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;

/// A Node and its NodeClaim as one: either, or both (spec 01 §5.2). Until the node is registered
/// the claim speaks for it, and until it is initialized the claim fills in what the kubelet has not
/// reported.
public record StateNode(Optional<NodeFacts> node, Optional<ClaimFacts> claim) {
  public static final String POOL = "karpenter.sh/nodepool";
  public static final String REGISTERED = "karpenter.sh/registered";
  public static final String INITIALIZED = "karpenter.sh/initialized";
  public static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String TRUE = "true";

  public StateNode {
    if (node.isEmpty() && claim.isEmpty()) {
      throw new IllegalArgumentException("neither node nor claim");
    }
  }

  public static StateNode of(ClaimFacts claim) {
    return new StateNode(Optional.empty(), Optional.of(claim));
  }

  public static StateNode of(NodeFacts node) {
    return new StateNode(Optional.of(node), Optional.empty());
  }

  public static StateNode of(NodeFacts node, ClaimFacts claim) {
    return new StateNode(Optional.of(node), Optional.of(claim));
  }

  public boolean isManaged() {
    return claim.isPresent();
  }

  public boolean isRegistered() {
    return node.isPresent() && (!isManaged() || nodeSays(REGISTERED));
  }

  public boolean isInitialized() {
    return node.isPresent() && (!isManaged() || nodeSays(INITIALIZED));
  }

  /// A machine was asked for and none is there yet: what it will be is not decided.
  public boolean isUnlaunched() {
    return node.isEmpty() && claim.map(c -> c.providerId().isEmpty()).orElse(false);
  }

  /// On its way out, whatever anybody noted of it.
  public boolean isLeaving() {
    return claim
        .map(c -> c.meta().isDeleting() || c.is(ClaimFacts.INSTANCE_TERMINATING))
        .orElseGet(() -> node.map(n -> n.meta().isDeleting()).orElse(false));
  }

  public String name() {
    return speaker().name();
  }

  /// What notes call it: the claim's name, or the node's where it has none.
  public String noteName() {
    return claim.isPresent() ? claim.get().name() : name();
  }

  public Optional<String> pool() {
    return Optional.ofNullable(speaker().labels().get(POOL));
  }

  /// With its host name, also where nobody has set it yet.
  public SortedMap<String, String> labels() {
    var labels = speaker().labels();
    if (labels.containsKey(HOSTNAME)) {
      return labels;
    }
    var named = new TreeMap<>(labels);
    named.put(HOSTNAME, name());
    return Collections.unmodifiableSortedMap(named);
  }

  /// Those that keep pods away now or once it runs (spec 01 §4.17).
  public List<Taint> taints() {
    if (!isRegistered() && claim.isPresent()) {
      return claim.get().taints();
    }
    var onNode =
        node.map(n -> n.taints().stream().map(NodeTaint::taint).toList()).orElse(List.of());
    if (claim.isEmpty() || isInitialized()) {
      return onNode;
    }
    var taints = new ArrayList<>(onNode);
    taints.removeIf(taint -> PassingTaints.isKnown(taint) || isStartupTaint(taint));
    return taints;
  }

  private boolean isStartupTaint(Taint taint) {
    return claim
        .map(
            c ->
                c.startupTaints().stream()
                    .anyMatch(s -> s.key().equals(taint.key()) && s.effect() == taint.effect()))
        .orElse(false);
  }

  public Resources capacity() {
    return filled(
        node.map(NodeFacts::capacity).orElse(Resources.none()),
        claim.map(ClaimFacts::capacity).orElse(Resources.none()));
  }

  public Resources allocatable() {
    return filled(
        node.map(NodeFacts::allocatable).orElse(Resources.none()),
        claim.map(ClaimFacts::allocatable).orElse(Resources.none()));
  }

  /// Until a node is initialized its kubelet may report nothing, or zero, of a device it has.
  private Resources filled(Resources reported, Resources promised) {
    if (isInitialized()) {
      return reported;
    }
    var amounts = reported;
    for (var name : promised.names()) {
      if (amounts.get(name) == 0) {
        amounts = amounts.with(name, promised.get(name));
      }
    }
    return amounts;
  }

  /// As planning sees it.
  ///
  /// @param volumeLimits how many volumes each CSI driver can attach here
  public ExistingNode existing(Tenants tenants, Map<String, Integer> volumeLimits) {
    var labels = labels();
    return new ExistingNode(
        name(),
        labels.getOrDefault(HOSTNAME, name()),
        labels,
        taints(),
        capacity(),
        allocatable(),
        tenants.requests(),
        tenants.daemonRequests(),
        pool(),
        isInitialized(),
        tenants.hostPorts(),
        tenants.volumes(),
        volumeLimits);
  }

  private Meta speaker() {
    var either =
        isRegistered()
            ? node.map(NodeFacts::meta).or(() -> claim.map(ClaimFacts::meta))
            : claim.map(ClaimFacts::meta).or(() -> node.map(NodeFacts::meta));
    return either.orElseThrow();
  }

  private boolean nodeSays(String label) {
    return node.isPresent() && node.get().meta().label(label).equals(TRUE);
  }
}
