package karpenter.app.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.app.plan.PlanReport.Waiting;
import karpenter.app.terminal.Phrases;
import karpenter.core.explain.ReasonTree;

/// Pods that wait for the same reasons, shown together.
record FoldedWaiting(String pods, List<ReasonTree> reasons) {

  static List<FoldedWaiting> of(List<Waiting> pods) {
    Map<List<ReasonTree>, List<String>> byReasons = new LinkedHashMap<>();
    for (var pod : pods) {
      byReasons.computeIfAbsent(pod.reasons(), _ -> new ArrayList<>()).add(pod.pod());
    }
    return byReasons.entrySet().stream()
        .map(entry -> new FoldedWaiting(Phrases.pods(entry.getValue()), entry.getKey()))
        .toList();
  }
}
