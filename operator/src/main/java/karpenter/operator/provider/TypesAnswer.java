package karpenter.operator.provider;

import java.util.List;
import karpenter.core.catalog.InstanceType;

/// What a pool may buy.
public sealed interface TypesAnswer {
  /// Every type, those that cannot be had at the moment included.
  ///
  /// @param version changes whenever the types do, so that compiled forms can be kept
  record Types(List<InstanceType> types, long version) implements TypesAnswer {
    public Types {
      types = List.copyOf(types);
    }
  }

  /// Not now, and why: the pool is left out of this pass.
  record NotKnown(String reason) implements TypesAnswer {}
}
