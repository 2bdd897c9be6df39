package karpenter.core.wire;

import java.util.List;
import java.util.Optional;
import karpenter.api.RestrictedLabels;

/// What a requirement may say depends on where it stands.
///
/// @param operators those that may be written here
/// @param restricted keys that may not be asked for here
/// @param spareValues whether `NotIn` may go without values and `Exists` may carry some
record Dialect(
    List<String> operators, Optional<RestrictedLabels> restricted, SpareValues spareValues) {

  enum SpareValues {
    REFUSED,
    LET_THROUGH
  }

  private static final List<String> KUBERNETES =
      List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  private static final List<String> KARPENTER =
      List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Gte", "Lte");

  /// Node affinity of things that are already somewhere, and preferences: any key may be asked for.
  static final Dialect KUBERNETES_NODE =
      new Dialect(KUBERNETES, Optional.empty(), SpareValues.REFUSED);

  /// Node affinity of a pod we are to buy a node for.
  static Dialect pod(RestrictedLabels restricted) {
    return new Dialect(KUBERNETES, Optional.of(restricted), SpareValues.REFUSED);
  }

  /// Catalogues and claims, which we or a provider wrote.
  static final Dialect CATALOGUE =
      new Dialect(KARPENTER, Optional.empty(), SpareValues.LET_THROUGH);
}
