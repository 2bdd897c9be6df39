package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.v1.NodePool;
import karpenter.core.scheduling.SchedulingProblem;

/// Everything that could be understood, everything that could not, and what was set aside.
///
/// @param problem the objects without a problem; those with one are left out
/// @param nodePools every pool that was understood, static ones included, as their users wrote them
/// @param overlaid which types of each pool overlays have touched
/// @param problems in the order of the input
/// @param notes sentences on what was understood but plays no part, such as kinds that are not ours
public record ReadResult(
    SchedulingProblem problem,
    SortedMap<String, NodePool> nodePools,
    SortedMap<String, Overlaid> overlaid,
    List<SourcedProblem> problems,
    List<String> notes) {

  public ReadResult {
    nodePools = Collections.unmodifiableSortedMap(new TreeMap<>(nodePools));
    overlaid = Collections.unmodifiableSortedMap(new TreeMap<>(overlaid));
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }

  public Optional<NodePool> findNodePool(String name) {
    return Optional.ofNullable(nodePools.get(name));
  }

  public Overlaid overlaid(String pool) {
    return overlaid.getOrDefault(pool, Overlaid.NONE);
  }

  ReadResult withProblemsBefore(List<SourcedProblem> earlier) {
    var all = new ArrayList<>(earlier);
    all.addAll(problems);
    return new ReadResult(problem, nodePools, overlaid, all, notes);
  }
}
