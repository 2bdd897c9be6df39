package karpenter.bench.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A small workload to break rules in. JSON is written with single quotes, for the eye.
///
/// Unless a test says otherwise there is one pool, `general`, and two types: `small` (2 cpu, 0.1 in
/// zones a and b) and `large` (8 cpu, 0.4 in zones a, b and c).
final class Cluster {
  static final String SMALL =
      type("small", "2", "4Gi", offering("a", 0.1) + "," + offering("b", 0.1));
  static final String LARGE =
      type(
          "large",
          "8",
          "16Gi",
          offering("a", 0.4) + "," + offering("b", 0.4) + "," + offering("c", 0.4));

  private final Path directory;
  private final Map<String, String> files = new TreeMap<>();
  private double nodeCost;

  Cluster(Path directory) {
    this.directory = directory;
    with("nodepools", pool("general", ""));
    with("instancetypes", SMALL, LARGE);
  }

  Cluster with(String file, String... objects) {
    files.put(file, "[" + String.join(",", objects) + "]");
    return this;
  }

  Cluster pods(String... pods) {
    return with("pods", pods);
  }

  /// What a node costs beside its price; nothing unless told.
  Cluster nodeCost(double cost) {
    nodeCost = cost;
    return this;
  }

  Cluster options(String json) {
    files.put("options", json);
    return this;
  }

  Report check(String placement) {
    try {
      write();
      return Checker.check(directory, write("placement.json", placement), nodeCost);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  void write() {
    files.forEach((name, json) -> write(name + ".json", json));
  }

  List<Fault.Code> faults(String placement) {
    return List.copyOf(check(placement).faultsByCode().keySet());
  }

  private Path write(String name, String json) {
    try {
      return Files.writeString(directory.resolve(name), quoted(json));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  static String quoted(String json) {
    return json.replace('\'', '"');
  }

  static String offering(String zone, double price) {
    return """
    {'requirements': [{'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['%s']},
       {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}],
     'price': %s, 'available': true}\
    """
        .formatted(zone, price);
  }

  static String type(String name, String cpu, String memory, String offerings) {
    return """
    {'name': '%s', 'capacity': {'cpu': '%s', 'memory': '%s', 'pods': '10'},
     'overhead': {'kubeReserved': {'cpu': '100m'}},
     'requirements': [
       {'key': 'node.kubernetes.io/instance-type', 'operator': 'In', 'values': ['%1$s']},
       {'key': 'kubernetes.io/arch', 'operator': 'In', 'values': ['amd64']},
       {'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['a', 'b', 'c']},
       {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}],
     'offerings': [%s]}\
    """
        .formatted(name, cpu, memory, offerings);
  }

  /// @param spec more fields of the template's spec, each followed by a comma
  static String pool(String name, String spec) {
    return """
    {'metadata': {'name': '%s'},
     'spec': {'template': {'metadata': {'labels': {'team': 'blue'}},
       'spec': {%s 'nodeClassRef': {'group': 'g', 'kind': 'K', 'name': 'n'}}}}}\
    """
        .formatted(name, spec);
  }

  /// @param fields more fields of the pool's spec, each followed by a comma
  static String pool(String name, String fields, String spec) {
    return pool(name, spec)
        .replace("'spec': {'template'", "'spec': {%s 'template'".formatted(fields));
  }

  static String pod(String name, String cpu) {
    return pod(name, cpu, "");
  }

  /// @param spec more fields of the spec, each followed by a comma
  static String pod(String name, String cpu, String spec) {
    return """
    {'metadata': {'name': '%s', 'uid': '%1$s', 'labels': {'app': '%s'}},
     'spec': {%s 'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '%s'}}}]}}\
    """
        .formatted(name, appOf(name), spec, cpu);
  }

  /// Pods web-1, web-2 … belong to the app web.
  private static String appOf(String name) {
    return name.contains("-") ? name.substring(0, name.indexOf('-')) : name;
  }

  static String bound(String name, String node, String cpu, String spec) {
    return pod(name, cpu, "'nodeName': '%s', %s".formatted(node, spec));
  }

  /// A node of 4 cpu in a zone.
  static String node(String name, String zone, String spec) {
    return """
    {'metadata': {'name': '%s', 'labels': {'topology.kubernetes.io/zone': '%s'}},
     'spec': {%s},
     'status': {'capacity': {'cpu': '4', 'memory': '8Gi', 'pods': '10'},
                'allocatable': {'cpu': '3900m', 'memory': '8Gi', 'pods': '10'}}}\
    """
        .formatted(name, zone, spec);
  }

  static String placed(String... claims) {
    return "{'claims': [%s]}".formatted(String.join(",", claims));
  }

  static String onNode(String node, String... pods) {
    return "{'existing': [{'node': '%s', 'pods': [%s]}]}".formatted(node, names(pods));
  }

  /// A claim that may become either type.
  static String claim(String... pods) {
    return claim("'small', 'large'", "", 0.1, pods);
  }

  /// A claim in one zone; only `large` is sold in all of them.
  static String inZone(String zone, String... pods) {
    return zone.equals("c")
        ? claim("'large'", requirement("topology.kubernetes.io/zone", zone), 0.4, pods)
        : claim("'small', 'large'", requirement("topology.kubernetes.io/zone", zone), 0.1, pods);
  }

  static String requirement(String key, String value) {
    return "{'key': '%s', 'operator': 'In', 'values': ['%s']}".formatted(key, value);
  }

  static String claim(String types, String requirements, double price, String... pods) {
    return """
    {'nodepool': 'general', 'instanceTypes': [%s], 'requirements': [%s], 'price': %s, 'pods': [%s]}\
    """
        .formatted(types, requirements, price, names(pods));
  }

  /// The same for another pool.
  static String ofPool(String pool, String claim) {
    return claim.replace("'nodepool': 'general'", "'nodepool': '%s'".formatted(pool));
  }

  /// A placement that leaves pods out.
  static String leavingOut(List<String> pods, String... claims) {
    var unplaced = pods.stream().map("{'pod': '%s', 'error': 'no place'}"::formatted).toList();
    return "{'claims': [%s], 'unplaced': [%s]}"
        .formatted(String.join(",", claims), String.join(",", unplaced));
  }

  private static String names(String... pods) {
    return pods.length == 0 ? "" : "'" + String.join("', '", pods) + "'";
  }
}
