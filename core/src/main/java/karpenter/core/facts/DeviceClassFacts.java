package karpenter.core.facts;

import java.util.List;

/// A DeviceClass: which devices belong to it.
///
/// @param selectors expressions, all of which must hold
public record DeviceClassFacts(String name, List<String> selectors) {
  public DeviceClassFacts {
    selectors = List.copyOf(selectors);
  }
}
