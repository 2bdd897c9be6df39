package karpenter.core.wire;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import karpenter.api.device.DeviceExpression;
import karpenter.api.device.DeviceExpression.Compiled;
import karpenter.api.device.DeviceFacts;
import karpenter.api.device.Semver;
import karpenter.core.device.Attribute;
import karpenter.core.device.DeviceKind;
import karpenter.core.resource.Quantity;

/// The expressions of selectors, compiled. The same few come again and again, and compiling is the
/// dear part. Not safe for use by several threads at once.
final class DeviceExpressions {
  /// More than the classes and claims of a cluster have; one that is pushed out is compiled again.
  private static final int MAX_KEPT = 1_000;

  private final DeviceExpression.Compiler compiler =
      new DeviceExpression.Compiler(text -> Quantity.of(text).value());
  private final Map<String, Compiled> compiled =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Compiled> eldest) {
          return size() > MAX_KEPT;
        }
      };

  private Compiled of(String text) {
    return compiled.computeIfAbsent(text, compiler::compile);
  }

  /// Why it cannot be used.
  Optional<String> complaint(String text) {
    return of(text) instanceof Compiled.Unusable(var reason)
        ? Optional.of(reason)
        : Optional.empty();
  }

  /// One that cannot be used selects nothing.
  boolean matches(String text, DeviceKind kind) {
    return of(text) instanceof Compiled.Usable(var expression) && expression.matches(facts(kind));
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
