package karpenter.core.scheduling;

import karpenter.core.pod.HostPort;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;

/// Why one instance type does not suit. Values carry nothing of the type itself, so that equal
/// causes fold into a count.
public sealed interface TypeRefusal {

  /// The pool's own requirements rule the type out.
  record PoolExcludes(String key) implements TypeRefusal {}

  /// Every offering of it is sold out.
  record SoldOut() implements TypeRefusal {}

  /// It is on sale, but not as the pool demands.
  record NotSoldToPool() implements TypeRefusal {}

  /// Its overhead, or the daemons that would run on it, take more than it has.
  record NothingLeft() implements TypeRefusal {}

  record LabelExcludes(String key, ValueSet demanded) implements TypeRefusal {}

  /// No offering of it is as demanded: another zone, another capacity type, another reservation.
  record NotOffered(Requirements demanded) implements TypeRefusal {}

  record Lacks(String resource) implements TypeRefusal {}

  record TooSmall(String resource, long needed) implements TypeRefusal {}

  record DaemonPortConflict(HostPort port) implements TypeRefusal {}

  record OverLimit(String resource) implements TypeRefusal {}

  /// It suits, but was left out so that the pool keeps within its limits.
  record LeftOutForLimit() implements TypeRefusal {}
}
