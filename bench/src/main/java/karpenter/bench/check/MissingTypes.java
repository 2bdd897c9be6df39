package karpenter.bench.check;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A claim must list every type that would do, because each one left out is a chance less to get a
/// node when capacity is short.
///
/// The list is recomputed from the pool, the pods and those of the claim's requirements that have a
/// reason: a key counts only if a pod of the claim mentions it, or some constraint between pods is
/// about it. So a claim cannot excuse a short list by demanding exactly that list.
final class MissingTypes {
  private final Scene scene;
  private final PoolUsage usage;
  private final Set<String> topologyKeys = new TreeSet<>();

  private MissingTypes(Scene scene) {
    this.scene = scene;
    this.usage = new PoolUsage(scene);
    for (var pods : List.of(scene.workload().pods().values(), scene.workload().boundPods()))
      pods.forEach(pod -> topologyKeys.addAll(topologyKeys(pod)));
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var rule = new MissingTypes(scene);
    scene.newNodes().forEach(node -> rule.check(node, faults));
  }

  private void check(NewNode node, Consumer<Fault> faults) {
    // Which types bring enough devices beside each other is not searched here.
    if (node.pods().stream().anyMatch(pod -> !pod.deviceClaims().isEmpty())) return;
    var listed = new HashSet<>(node.claim().types());
    var requests = node.requests();
    var ports = node.pods().stream().flatMap(pod -> pod.ports().stream()).toList();
    var missing =
        scene.market().candidates(node.pool(), reasonable(node)).values().stream()
            .filter(c -> !listed.contains(c.name()))
            .filter(c -> c.isCompatible() && c.isOffered() && !isCutOff(c, node))
            .filter(c -> fits(roomiest(c, node), requests, ports))
            .filter(c -> suitsPods(c, node) && !usage.forbids(c.type(), node))
            .map(Candidate::name)
            .toList();
    if (!missing.isEmpty())
      faults.accept(
          new Fault(
              Fault.Code.TYPE_MISSING,
              node.name(),
              "%d more types would do beside the %d listed, the first is %s"
                  .formatted(missing.size(), listed.size(), missing.getFirst())));
  }

  private Requirements reasonable(NewNode node) {
    var demands = node.claim().requirements().without(List.of(LabelKeys.HOSTNAME));
    var reserved =
        demands
            .find(LabelKeys.CAPACITY_TYPE)
            .filter(v -> !v.complement() && v.contains("reserved"))
            .isPresent();
    if (reserved) return demands.without(List.of(LabelKeys.INSTANCE_TYPE));
    var unfounded = new TreeSet<>(demands.keys());
    unfounded.removeAll(topologyKeys);
    for (var pod : node.pods()) unfounded.removeAll(mentionedKeys(pod));
    return demands.without(unfounded);
  }

  private Collection<String> mentionedKeys(Pod pod) {
    var keys = pod.selection().keys();
    pod.preferredNodes().forEach(preferred -> keys.addAll(preferred.wish().keys()));
    for (var volume : pod.volumes()) {
      var claim = scene.workload().volumes().claims().get(volume);
      if (claim != null) claim.reachableFrom().forEach(term -> keys.addAll(term.keys()));
    }
    return keys;
  }

  /// The keys of all constraints and wishes about neighbours.
  static Collection<String> topologyKeys(Pod pod) {
    var keys = new TreeSet<String>();
    pod.spreads().forEach(spread -> keys.add(spread.topologyKey()));
    var terms = pod.terms();
    terms.affinity().forEach(term -> keys.add(term.topologyKey()));
    terms.antiAffinity().forEach(term -> keys.add(term.topologyKey()));
    terms.preferredAffinity().forEach(preferred -> keys.add(preferred.term().topologyKey()));
    terms.preferredAntiAffinity().forEach(preferred -> keys.add(preferred.term().topologyKey()));
    return keys;
  }

  /// Engines reserve room for every daemon that may run in the pool, not in this claim alone.
  private Candidate roomiest(Candidate candidate, NewNode node) {
    var wide = scene.market().candidates(node.pool(), Requirements.NONE).get(candidate.name());
    return wide == null ? candidate : wide;
  }

  private static boolean fits(Candidate type, Resources requests, List<HostPort> ports) {
    return requests.firstExceeding(type.room()).isEmpty()
        && !type.room().hasNegative()
        && !type.clashesWith(ports);
  }

  /// Beyond the longest list, dearer types are rightly absent.
  private static boolean isCutOff(Candidate candidate, NewNode node) {
    var listed = node.candidates();
    return listed.size() >= ListedTypes.MAX_TYPES
        && !ListedTypes.isLess(candidate.price(), listed.getLast().price());
  }

  private static boolean suitsPods(Candidate candidate, NewNode node) {
    return node.pods().stream()
        .allMatch(
            pod ->
                Requirements.someSurelyHolds(
                    pod.selection().alternatives(), node.labels(candidate)));
  }
}
