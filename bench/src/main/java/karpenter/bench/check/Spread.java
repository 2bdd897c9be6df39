package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// One topology spread constraint of one pod.
///
/// @param soft `ScheduleAnyway`
/// @param selection nodes that take part, unless the pod's node affinity is to be ignored
/// @param tolerations given when nodes with taints the pod does not tolerate stay out
record Spread(
    String topologyKey,
    int maxSkew,
    int minDomains,
    boolean soft,
    PodTerm.PodMatcher matcher,
    Optional<NodeSelection> selection,
    Optional<List<Taint.Toleration>> tolerations) {

  /// The pod that owns the constraint, as far as reading the constraint needs it.
  record Owner(
      PodTerm.Declarer declarer, NodeSelection selection, List<Taint.Toleration> tolerations) {}

  static Spread read(JsonNode json, Owner owner) {
    var declarer = owner.declarer();
    var selector =
        Selector.read(Json.find(json, "labelSelector"))
            .matching(Json.texts(json.path("matchLabelKeys")), declarer.labels());
    var honorAffinity = !Json.text(json, "nodeAffinityPolicy").equals("Ignore");
    var honorTaints = Json.text(json, "nodeTaintsPolicy").equals("Honor");
    return new Spread(
        Json.text(json, "topologyKey"),
        json.path("maxSkew").asInt(1),
        json.path("minDomains").asInt(1),
        Json.text(json, "whenUnsatisfiable").equals("ScheduleAnyway"),
        new PodTerm.PodMatcher(new TreeSet<>(List.of(declarer.namespace())), selector),
        honorAffinity ? Optional.of(owner.selection()) : Optional.empty(),
        honorTaints ? Optional.of(owner.tolerations()) : Optional.empty());
  }
}
