package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import karpenter.api.device.DeviceExpression;
import karpenter.api.device.DeviceExpression.Compiled;
import karpenter.api.device.DeviceFacts;
import karpenter.core.resource.Quantity;

/// Whether devices are what selectors ask for. Keeps what it has compiled: stories have a handful.
final class DeviceMatcher {
  private final DeviceExpression.Compiler compiler =
      new DeviceExpression.Compiler(text -> Quantity.of(text).value());
  private final Map<String, Compiled> compiled = new HashMap<>();

  /// @param holder has `selectors`
  boolean matches(JsonNode holder, String driver, JsonNode device) {
    for (var selector : holder.path("selectors")) {
      var text = selector.at("/cel/expression").asText();
      boolean holds =
          compiled.computeIfAbsent(text, compiler::compile)
                  instanceof Compiled.Usable(var expression)
              && expression.matches(facts(driver, device));
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static DeviceFacts facts(String driver, JsonNode device) {
    var attributes = new HashMap<String, Map<String, Object>>();
    for (var attribute : device.path("attributes").properties()) {
      put(attributes, driver, attribute.getKey(), value(attribute.getValue()));
    }
    var capacity = new HashMap<String, Map<String, BigDecimal>>();
    for (var amount : device.path("capacity").properties()) {
      put(
          capacity,
          driver,
          amount.getKey(),
          Quantity.of(amount.getValue().path("value").asText()).value());
    }
    return new DeviceFacts(driver, attributes, capacity, false);
  }

  private static Object value(JsonNode attribute) {
    return attribute.has("int")
        ? (Object) attribute.path("int").asLong()
        : attribute.has("bool")
            ? (Object) attribute.path("bool").asBoolean()
            : attribute.path("string").asText();
  }

  private static <V> void put(
      Map<String, Map<String, V>> byDomain, String driver, String name, V value) {
    int slash = name.indexOf('/');
    var domain = slash < 0 ? driver : name.substring(0, slash);
    byDomain.computeIfAbsent(domain, _ -> new HashMap<>()).put(name.substring(slash + 1), value);
  }
}
