package karpenter.core.wire;

import java.time.Duration;
import java.util.Optional;
import karpenter.api.DurationText;
import karpenter.api.NillableDuration;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.resource.Resources;

/// Reads NodeClaims of a live cluster, ours or upstream's. Their schema has been checked; what
/// still cannot be understood refuses the claim as a whole, since a machine launched from a part of
/// it would be the wrong one.
record ClaimFactsReader(MetaReader metas, LabelAliases aliases) {

  ClaimFacts read(Place claim) {
    var spec = claim.get("spec");
    var status = claim.get("status");
    var requirements = new RequirementReader(Dialect.CATALOGUE, aliases);
    var interner = metas.interner();
    return new ClaimFacts(
        metas.meta(claim),
        interner.of(nodeClassRef(spec.get("nodeClassRef"))),
        interner.of(
            requirements.join(requirements.expressions(spec.get("requirements"))).requirements()),
        interner.of(Amounts.requests(spec.get("resources", "requests"))),
        interner.of(TaintReader.taints(spec.get("taints"))),
        interner.of(TaintReader.taints(spec.get("startupTaints"))),
        duration(spec.get("terminationGracePeriod")),
        expireAfter(spec.get("expireAfter")),
        text(status, "providerID"),
        text(status, "imageID").map(interner::of),
        text(status, "nodeName"),
        amounts(status.get("capacity")),
        amounts(status.get("allocatable")),
        status.get("lastPodEventTime").instant(),
        metas.conditions(status.get("conditions")));
  }

  private Resources amounts(Place place) {
    return metas.interner().of(Amounts.capacity(place));
  }

  private static Optional<String> text(Place status, String field) {
    return status.get(field).text().filter(text -> !text.isEmpty());
  }

  static NodeClassRef nodeClassRef(Place ref) {
    return new NodeClassRef(
        ref.get("group").text(""), ref.get("kind").text(""), ref.get("name").text(""));
  }

  static Optional<Duration> duration(Place place) {
    var text = place.text();
    var duration = text.flatMap(DurationText::parse);
    if (text.isPresent() && duration.isEmpty()) {
      place.expected("a duration such as 1h30m");
    }
    return duration;
  }

  /// The schema's default is written out by the server; a claim without one never expires, because
  /// ending a node for what nobody said would be the worse mistake.
  private static Optional<Duration> expireAfter(Place place) {
    return place.text("").equals(NillableDuration.NEVER.text())
        ? Optional.empty()
        : duration(place);
  }
}
