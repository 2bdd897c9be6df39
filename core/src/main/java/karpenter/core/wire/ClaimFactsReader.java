package karpenter.core.wire;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import karpenter.api.DurationText;
import karpenter.api.NillableDuration;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Reads NodeClaims of a live cluster, ours or upstream's. Their schema has been checked; what
/// still cannot be understood refuses the claim as a whole, since a machine launched from a part of
/// it would be the wrong one.
final class ClaimFactsReader {
  private final MetaReader metas;
  private final LabelAliases aliases;
  private final Recall<Spec> known;

  /// @param places how many specs are recognised when they come again
  ClaimFactsReader(MetaReader metas, LabelAliases aliases, int places) {
    this.metas = metas;
    this.aliases = aliases;
    this.known = Recall.of(places);
  }

  /// What is fixed for a claim's life.
  private record Spec(
      NodeClassRef nodeClass,
      Requirements requirements,
      Resources requests,
      List<Taint> taints,
      List<Taint> startupTaints,
      Optional<Duration> terminationGracePeriod,
      Optional<Duration> expireAfter) {}

  ClaimFacts read(Place claim) {
    var meta = metas.meta(claim);
    var spec = known.of(claim.get("spec"), this::spec);
    var status = claim.get("status");
    return new ClaimFacts(
        meta,
        spec.nodeClass,
        spec.requirements,
        spec.requests,
        spec.taints,
        spec.startupTaints,
        spec.terminationGracePeriod,
        spec.expireAfter,
        text(status, "providerID"),
        text(status, "imageID").map(metas.interner()::of),
        text(status, "nodeName"),
        metas.capacity(status.get("capacity")),
        metas.capacity(status.get("allocatable")),
        status.get("lastPodEventTime").instant(),
        metas.conditions(status.get("conditions")));
  }

  private Spec spec(Place spec) {
    var requirements = new RequirementReader(Dialect.CATALOGUE, aliases);
    var interner = metas.interner();
    return new Spec(
        interner.of(nodeClassRef(spec.get("nodeClassRef"))),
        interner.of(
            requirements.join(requirements.expressions(spec.get("requirements"))).requirements()),
        interner.of(Amounts.requests(spec.get("resources", "requests"))),
        interner.of(TaintReader.taints(spec.get("taints"))),
        interner.of(TaintReader.taints(spec.get("startupTaints"))),
        duration(spec.get("terminationGracePeriod")),
        expireAfter(spec.get("expireAfter")));
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
