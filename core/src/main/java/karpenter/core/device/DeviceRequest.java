package karpenter.core.device;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Devices a claim asks for: the first alternative that can be had.
public record DeviceRequest(String name, List<Alternative> alternatives) {
  public DeviceRequest {
    alternatives = List.copyOf(alternatives);
  }

  /// A request without alternatives.
  public static DeviceRequest exactly(String name, BitSet kinds, Amount amount) {
    return new DeviceRequest(
        name, List.of(new Alternative(name, kinds, amount, Collections.emptySortedMap())));
  }

  /// @param name the request's own, or `request/alternative`
  /// @param kinds the kinds that the class and all selectors accept, by their number
  /// @param capacity how much of a shared device; what is not named is left to its policy
  public record Alternative(
      String name, BitSet kinds, Amount amount, SortedMap<String, BigDecimal> capacity) {
    public Alternative {
      kinds = (BitSet) kinds.clone();
      capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
    }
  }

  /// How many devices.
  public sealed interface Amount {
    record Count(int devices) implements Amount {}

    /// Every device that can be reached and is wanted, and at least one.
    record All() implements Amount {}
  }
}
