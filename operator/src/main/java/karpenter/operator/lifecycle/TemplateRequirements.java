package karpenter.operator.lifecycle;

import java.util.OptionalInt;
import karpenter.api.v1.NodePool;
import karpenter.api.v1.Requirement;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;

/// What a pool's template requires in its list of requirements alone. Its labels are part of the
/// fingerprint, and a changed one shows there.
final class TemplateRequirements {
  private TemplateRequirements() {}

  static Requirements of(NodePool pool, LabelAliases aliases) {
    var terms =
        pool.spec().template().spec().requirements().stream()
            .map(TemplateRequirements::term)
            .toList();
    return Requirements.ofTerms(terms, aliases);
  }

  private static RequirementTerm term(Requirement requirement) {
    var min = requirement.minValues();
    return new RequirementTerm(
        requirement.key(),
        Operator.valueOf(requirement.operator()),
        requirement.values(),
        min == null ? OptionalInt.empty() : OptionalInt.of(min));
  }
}
