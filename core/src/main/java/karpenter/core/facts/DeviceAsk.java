package karpenter.core.facts;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.MatchAttribute;

/// The devices a ResourceClaim asks for, or one made from a template. Which devices that are
/// depends on classes and slices, and these come and go.
public record DeviceAsk(List<Request> requests, List<MatchAttribute> constraints) {
  public static final DeviceAsk NOTHING = new DeviceAsk(List.of(), List.of());

  public DeviceAsk {
    requests = List.copyOf(requests);
    constraints = List.copyOf(constraints);
  }

  /// The first alternative that can be had.
  public record Request(String name, List<Choice> alternatives) {
    public Request {
      alternatives = List.copyOf(alternatives);
    }
  }

  /// @param name the request's own, or `request/alternative`
  /// @param selectors expressions, all of which must hold
  /// @param capacity how much of a shared device
  public record Choice(
      String name,
      String deviceClass,
      List<String> selectors,
      Amount amount,
      SortedMap<String, BigDecimal> capacity) {
    public Choice {
      selectors = List.copyOf(selectors);
      capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
    }
  }
}
