package karpenter.core.testkit.twin;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.pod.HostPort;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// An instance type as one pool would use it, with those of its available offerings that share
/// their overrides.
record Row(
    InstanceType type,
    List<Offering> offerings,
    Resources allocatable,
    Resources capacity,
    Resources daemonRequests,
    List<HostPort> daemonPorts) {

  boolean survives(
      Requirements requirements,
      Resources total,
      List<HostPort> podPorts,
      Set<String> wellKnownLabels) {
    return requirements.intersects(type.requirements())
        && satisfying(requirements, wellKnownLabels).findAny().isPresent()
        && total.plus(daemonRequests).fits(allocatable)
        && !conflict(podPorts, daemonPorts);
  }

  Stream<Offering> satisfying(Requirements requirements, Set<String> wellKnownLabels) {
    return offerings.stream()
        .filter(offering -> requirements.satisfies(offering.requirements(), wellKnownLabels));
  }

  static boolean conflict(List<HostPort> some, List<HostPort> others) {
    return some.stream().anyMatch(port -> others.stream().anyMatch(port::conflictsWith));
  }

  /// The price of the cheapest offering any of the rows can still be bought as.
  static double price(List<Row> rows, Requirements requirements, Set<String> wellKnownLabels) {
    return rows.stream()
        .flatMap(row -> row.satisfying(requirements, wellKnownLabels))
        .mapToDouble(Offering::price)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
