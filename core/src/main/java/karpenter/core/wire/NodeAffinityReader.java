package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.pod.Preference;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;

/// Reads where a pod wants to run: its node selector joined with each required node-affinity term,
/// and its preferences.
///
/// @param fields whether terms may select nodes by field, as those of DaemonSet pods do
record NodeAffinityReader(Dialect dialect, LabelAliases aliases, MatchFields fields) {

  enum MatchFields {
    /// A node that is not there yet cannot be named.
    REFUSED,
    /// The pod has its node already; the rest of its terms still counts.
    LEFT_OUT
  }

  List<Requirements> alternatives(Place spec) {
    var reader = new RequirementReader(dialect, aliases);
    var selector = reader.possible(Requirements.none(), reader.selector(spec.get("nodeSelector")));
    var required = spec.get("affinity", "nodeAffinity", PodAffinityReader.REQUIRED);
    if (required.isAbsent() || selector.isContradictory()) {
      return List.of(selector);
    }
    var terms = required.get("nodeSelectorTerms");
    if (terms.items().isEmpty()) {
      terms.expected("at least one term");
    }
    return joined(reader, selector, terms);
  }

  /// A term that cannot hold, because it is empty or contradicts the selector, is no alternative.
  /// If that is true of all, the pod can run nowhere.
  private List<Requirements> joined(RequirementReader reader, Requirements selector, Place terms) {
    var alternatives = new ArrayList<Requirements>();
    var contradictions = new ArrayList<RequirementReader.Written>();
    boolean someEmpty = false;
    for (var place : terms.items()) {
      boolean isEmpty = isEmpty(place);
      someEmpty |= isEmpty;
      var joint = RequirementReader.join(selector, expressions(reader, place));
      joint.contradiction().ifPresent(contradictions::add);
      if (!isEmpty && joint.contradiction().isEmpty()) {
        alternatives.add(joint.requirements());
      }
    }
    if (alternatives.isEmpty()) {
      contradictions.forEach(RequirementReader::reportContradiction);
      if (someEmpty) {
        terms.problem(
            "only terms without expressions", "an expression: an empty term matches no node");
      }
      return List.of(selector);
    }
    return List.copyOf(alternatives);
  }

  private boolean isEmpty(Place term) {
    return term.get("matchExpressions").items().isEmpty()
        && (fields == MatchFields.REFUSED || term.get("matchFields").items().isEmpty());
  }

  private List<RequirementReader.Written> expressions(RequirementReader reader, Place term) {
    var matchFields = term.get("matchFields");
    if (fields == MatchFields.REFUSED
        && matchFields.isPresent()
        && !matchFields.items().isEmpty()) {
      matchFields.expected("nothing: a node that is not there yet cannot be selected by field");
    }
    return reader.expressions(term.get("matchExpressions"));
  }

  /// An empty preference wishes for nothing. One that names nodes by field can be kept by no new
  /// node, so no node is chosen for its sake.
  List<Preference> preferences(Place spec) {
    var reader = new RequirementReader(Dialect.KUBERNETES_NODE, aliases);
    var preferences = new ArrayList<Preference>();
    for (var place : spec.get("affinity", "nodeAffinity", PodAffinityReader.PREFERRED).items()) {
      int weight = PodAffinityReader.weight(place.get("weight"));
      preference(reader, place.get("preference"))
          .ifPresent(node -> preferences.add(new Preference.OfNode(weight, node)));
    }
    return List.copyOf(preferences);
  }

  private static Optional<Requirements> preference(RequirementReader reader, Place term) {
    var joint = reader.join(reader.expressions(term.get("matchExpressions")));
    boolean canHold = joint.contradiction().isEmpty() && !joint.requirements().isEmpty();
    return canHold && term.get("matchFields").items().isEmpty()
        ? Optional.of(joint.requirements())
        : Optional.empty();
  }
}
