package karpenter.bench.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// All tallies of one replay, found by the pods they count without trying each.
///
/// Tallies are indexed by one label that their selector demands, and the answer is kept per set of
/// labels: workloads have few of those.
final class TallyBoard {
  private final Map<Tally.Kind, Tally> tallies = new LinkedHashMap<>();
  private final Map<Map.Entry<String, String>, List<Tally>> anchored = new HashMap<>();
  private final List<Tally> unanchored = new ArrayList<>();
  private final Map<Look, List<Tally>> counting = new HashMap<>();

  private record Look(String namespace, SortedMap<String, String> labels) {}

  /// Must be asked for before the first pod is counted, or it would miss pods.
  Tally tally(Tally.Kind kind) {
    var known = tallies.get(kind);
    if (known != null) return known;
    var tally = new Tally(kind);
    tallies.put(kind, tally);
    kind.matchers()
        .getFirst()
        .selector()
        .anchor()
        .map(anchor -> anchored.computeIfAbsent(anchor, _ -> new ArrayList<>()))
        .orElse(unanchored)
        .add(tally);
    counting.clear();
    return tally;
  }

  List<Tally> counting(Pod pod) {
    return counting.computeIfAbsent(new Look(pod.namespace(), pod.labels()), _ -> search(pod));
  }

  private List<Tally> search(Pod pod) {
    var found = new ArrayList<Tally>();
    unanchored.stream().filter(tally -> tally.kind().counts(pod)).forEach(found::add);
    for (var label : pod.labels().entrySet())
      anchored.getOrDefault(Map.entry(label.getKey(), label.getValue()), List.of()).stream()
          .filter(tally -> tally.kind().counts(pod))
          .forEach(found::add);
    return found;
  }

  void count(Pod pod, Place place) {
    counting(pod).forEach(tally -> tally.add(place));
  }
}
