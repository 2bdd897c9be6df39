package karpenter.api.validation;

import java.util.ArrayList;
import java.util.List;
import karpenter.api.FieldPath;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.Requirement;
import karpenter.api.v1alpha1.NodeOverlay;

/// Whether a stored NodeOverlay can be used (spec 01 §4.26): its requirements, then its capacity.
public final class NodeOverlayValidation {
  private NodeOverlayValidation() {}

  public static List<Problem> problems(NodeOverlay overlay, RestrictedLabels labels) {
    var problems = new ArrayList<Problem>();
    var requirements = overlay.spec().requirements();
    for (int i = 0; i < requirements.size(); i++) {
      problems.addAll(
          requirement(requirements.get(i), labels, FieldPath.item("spec.requirements", i)));
    }
    overlay
        .spec()
        .capacity()
        .forEach(
            (resource, quantity) -> {
              if (Labels.WELL_KNOWN_RESOURCES.contains(resource)) {
                problems.add(
                    Problem.at(FieldPath.field("spec.capacity", resource))
                        .found(quantity)
                        .expected(
                            "a resource the provider does not know: not one of "
                                + String.join(", ", Labels.WELL_KNOWN_RESOURCES)));
              }
            });
    return List.copyOf(problems);
  }

  private static List<Problem> requirement(
      NodeOverlay.Requirement requirement, RestrictedLabels labels, String path) {
    var alike =
        new Requirement(requirement.key(), requirement.operator(), requirement.values(), null);
    var problems = new ArrayList<>(RequirementValidation.problems(alike, labels, path));
    if (requirement.operator().equals(RequirementValidation.NOT_IN)
        && requirement.values().isEmpty()) {
      problems.add(
          Problem.at(path + ".values")
              .found("nothing")
              .expected("at least one value for operator NotIn"));
    }
    return problems;
  }
}
