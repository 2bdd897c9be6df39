package karpenter.operator.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Reads feature gates: `A=true,B=false`. A gate nobody knows is ignored, because newer and older
/// releases share one configuration; what is no list of switches is refused.
final class Gates {
  private Gates() {}

  static FeatureGates read(Given given, Values values) {
    var defaults = FeatureGates.DEFAULT;
    var switches = new LinkedHashMap<String, Boolean>();
    for (var part : split(given.value())) {
      int equals = part.indexOf('=');
      var state = equals < 0 ? "" : part.substring(equals + 1).strip();
      switch (state) {
        case "true", "1", "t", "T", "TRUE", "True" ->
            switches.put(part.substring(0, equals).strip(), true);
        case "false", "0", "f", "F", "FALSE", "False" ->
            switches.put(part.substring(0, equals).strip(), false);
        default -> {
          return values.wrong(
              given, "switches such as NodeRepair=true,NodeOverlay=false", defaults);
        }
      }
    }
    return new FeatureGates(
        switches.getOrDefault("NodeRepair", defaults.nodeRepair()),
        switches.getOrDefault("ReservedCapacity", defaults.reservedCapacity()),
        switches.getOrDefault("SpotToSpotConsolidation", defaults.spotToSpotConsolidation()),
        switches.getOrDefault("NodeOverlay", defaults.nodeOverlay()),
        switches.getOrDefault("StaticCapacity", defaults.staticCapacity()),
        switches.getOrDefault("CapacityBuffer", defaults.capacityBuffer()));
  }

  private static List<String> split(String text) {
    var parts = new ArrayList<String>();
    for (var part : text.split(",", -1)) {
      if (!part.isBlank()) {
        parts.add(part.strip());
      }
    }
    return parts;
  }
}
