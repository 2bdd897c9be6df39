package karpenter.app.against;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.app.against.Outlook.Waiting;
import karpenter.core.explain.Explanations;
import karpenter.core.explain.ReasonTree;
import karpenter.core.pod.PodSpec;
import karpenter.operator.provisioning.Inquiry;
import karpenter.operator.state.ClusterSnapshot;

/// Pods without a place, and why.
final class Unplaced {
  /// Each search for a remedy solves the plan dozens of times.
  private static final int MAX_REMEDIES = 10;

  private Unplaced() {}

  /// @param workloads by uid of the pod
  static List<Waiting> of(
      Inquiry.Answer answer, ClusterSnapshot snapshot, Map<String, String> workloads) {
    var explanations = Explanations.of(answer.problem(), answer.placement());
    Map<PodSpec, List<ReasonTree>> known = new HashMap<>();
    Map<String, Map<List<ReasonTree>, Integer>> found = new LinkedHashMap<>();
    for (var unplaced : answer.placement().unplaced()) {
      var pod = answer.pods().get(unplaced.pod().uid());
      if (pod == null || unplaced.deferred()) {
        continue;
      }
      var reasons = known.get(unplaced.pod().spec());
      if (reasons == null) {
        var explanation =
            known.size() < MAX_REMEDIES
                ? explanations.explain(unplaced.pod())
                : explanations.explainRefusals(unplaced.pod());
        reasons = explanation.tree().reasons();
        known.put(unplaced.pod().spec(), reasons);
      }
      found
          .computeIfAbsent(
              workloads.getOrDefault(pod.uid(), pod.fullName()), _ -> new LinkedHashMap<>())
          .merge(reasons, 1, Integer::sum);
    }
    for (var pod : snapshot.provisionable()) {
      var reason = answer.refused().get(pod.uid());
      if (reason != null) {
        var sentence = reason.isEmpty() ? "it wants no node of a NodePool" : reason;
        found
            .computeIfAbsent(
                workloads.getOrDefault(pod.uid(), pod.fullName()), _ -> new LinkedHashMap<>())
            .merge(List.of(new ReasonTree(sentence, List.of())), 1, Integer::sum);
      }
    }
    var waiting = new ArrayList<Waiting>();
    found.forEach(
        (workload, byReason) ->
            byReason.forEach(
                (reasons, count) -> waiting.add(new Waiting(workload, count, reasons))));
    return waiting;
  }
}
