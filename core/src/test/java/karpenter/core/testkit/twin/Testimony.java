package karpenter.core.testkit.twin;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.twin.SlowTwin.Verdict;

/// Who takes a pod, and which tests of section 3 it fails where nobody does, after all others were
/// placed. The pod is asked for without its wishes.
///
/// @param nodes tests that fail, by the name of the node; none where the pod could go
/// @param drafts whether nodes to buy take it, in the order they were opened
/// @param pools whether one more node of a pool would
/// @param waitsForReservation whether some pool would take it later
public record Testimony(
    Map<String, Set<Test>> nodes,
    List<Boolean> drafts,
    Map<String, Boolean> pools,
    boolean waitsForReservation) {

  public enum Test {
    TAINTS,
    LABELS,
    PORTS,
    VOLUME_LIMITS,
    ROOM,
    VOLUMES,
    TOPOLOGY
  }

  /// @param moving pods that go to no node of `closed`, `pod` among them
  public static Testimony of(
      SchedulingProblem problem, List<Pod> waiting, List<Pod> moving, Set<String> closed, Pod pod) {
    var twin = new SlowTwin(problem);
    twin.rounds(waiting);
    twin.closed = closed;
    twin.rounds(moving);
    List<Profile> profiles = Profile.of(pod, problem).stream().filter(Profile::isEmptySet).toList();
    Map<String, Set<Test>> nodes = new TreeMap<>();
    for (Site.Node node : twin.nodes) {
      if (closed.contains(node.value.name())) continue;
      Set<Test> failed = new TreeSet<>();
      if (profiles.stream().noneMatch(profile -> twin.passes(node, profile))) {
        profiles.forEach(profile -> failed.addAll(failed(twin, node, profile)));
      }
      nodes.put(node.value.name(), failed);
    }
    List<Boolean> drafts =
        twin.drafts.stream()
            .map(
                draft ->
                    profiles.stream()
                        .anyMatch(p -> twin.verdict(draft, p) instanceof Verdict.Passes))
            .toList();
    Map<String, Boolean> pools = new TreeMap<>();
    boolean waits = false;
    for (Template template : twin.templates) {
      var verdicts = profiles.stream().map(p -> twin.verdict(template, Map.of(), p)).toList();
      pools.put(
          template.pool().name(), verdicts.stream().anyMatch(Verdict.Passes.class::isInstance));
      waits |= verdicts.stream().anyMatch(Verdict.Deferred.class::isInstance);
    }
    return new Testimony(nodes, drafts, pools, waits);
  }

  private static Set<Test> failed(SlowTwin twin, Site.Node node, Profile profile) {
    PodSpec spec = profile.pod().spec();
    Set<Test> failed = new TreeSet<>();
    if (!SlowTwin.tolerates(profile, node.taints())) failed.add(Test.TAINTS);
    if (!node.labels.satisfies(profile.node(), Set.of())) failed.add(Test.LABELS);
    if (Row.conflict(spec.hostPorts(), node.ports())) failed.add(Test.PORTS);
    if (!node.attaches(spec.volumes())) failed.add(Test.VOLUME_LIMITS);
    if (!spec.requests().fits(node.room())) failed.add(Test.ROOM);
    if (SlowTwin.volumeAlternatives(spec).stream()
        .noneMatch(volumes -> node.labels.satisfies(volumes, Set.of()))) {
      failed.add(Test.VOLUMES);
    }
    if (!twin.topology.holdsOn(node, profile)) failed.add(Test.TOPOLOGY);
    return failed;
  }
}
