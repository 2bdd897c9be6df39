package karpenter.core.wire;

import java.math.BigDecimal;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import karpenter.api.device.DeviceExpression;
import karpenter.api.device.DeviceExpression.Compiled;
import karpenter.api.device.DeviceFacts;
import karpenter.api.device.Semver;
import karpenter.core.device.Attribute;
import karpenter.core.device.DeviceKind;
import karpenter.core.device.DeviceKinds;
import karpenter.core.resource.Quantity;

/// Evaluates the expressions of selectors, each once for each kind of device: what comes out is a
/// set of kinds, and the scheduler never sees an expression.
final class DeviceSelectors {
  private final DeviceExpression.Compiler compiler =
      new DeviceExpression.Compiler(text -> Quantity.of(text).value());
  private final DeviceKinds kinds;
  private final Map<String, Compiled> compiled = new HashMap<>();
  private final Map<String, BitSet> matching = new HashMap<>();

  DeviceSelectors(DeviceKinds kinds) {
    this.kinds = kinds;
  }

  /// Leaves in `wanted` what all selectors of the list select.
  void restrict(Place selectors, BitSet wanted) {
    for (var selector : selectors.items()) {
      var place = selector.get("cel", "expression");
      var text = place.requiredText("a CEL expression on device");
      if (text.isEmpty()) {
        continue;
      }
      switch (compiled.computeIfAbsent(text, compiler::compile)) {
        case Compiled.Usable(var expression) ->
            wanted.and(
                matching.computeIfAbsent(
                    text, _ -> kinds.matching(kind -> expression.matches(facts(kind)))));
        case Compiled.Unusable(var reason) ->
            place.expected("a CEL expression on device: " + Place.shortened(reason));
      }
    }
  }

  BitSet all() {
    return kinds.matching(_ -> true);
  }

  private static DeviceFacts facts(DeviceKind kind) {
    Map<String, Map<String, Object>> attributes = new HashMap<>();
    kind.attributes().forEach((name, value) -> put(attributes, name, value(value)));
    Map<String, Map<String, BigDecimal>> capacity = new HashMap<>();
    kind.capacity().forEach((name, value) -> put(capacity, name, value));
    return new DeviceFacts(kind.driver(), attributes, capacity, kind.allowsMultiple());
  }

  private static <V> void put(Map<String, Map<String, V>> byDomain, String qualified, V value) {
    int slash = qualified.indexOf('/');
    BiConsumer<String, String> at =
        (domain, name) -> byDomain.computeIfAbsent(domain, _ -> new HashMap<>()).put(name, value);
    at.accept(qualified.substring(0, slash), qualified.substring(slash + 1));
  }

  private static Object value(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(var text) -> text;
      case Attribute.Number(var number) -> number;
      case Attribute.Flag(var flag) -> flag;
      case Attribute.Version(var text) ->
          Semver.parse(text).<Object>map(version -> version).orElse(text);
    };
  }
}
