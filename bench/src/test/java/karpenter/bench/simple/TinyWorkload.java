package karpenter.bench.simple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.check.PackingModel;

/// A workload small enough to be packed by hand. JSON is written with single quotes.
///
/// One NodePool unless told otherwise. Types are added by name, cpus and price, each in zones a and
/// b.
public final class TinyWorkload {
  private final List<String> pods = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final List<String> pools = new ArrayList<>();
  private final List<String> daemonSets = new ArrayList<>();

  public TinyWorkload type(String name, int cpus, double price) {
    types.add(
        """
        {'name': '%s', 'capacity': {'cpu': '%d', 'memory': '%dGi', 'pods': '10'},
         'requirements': [
           {'key': 'node.kubernetes.io/instance-type', 'operator': 'In', 'values': ['%1$s']},
           {'key': 'kubernetes.io/arch', 'operator': 'In', 'values': ['amd64']},
           {'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['a', 'b']},
           {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}],
         'offerings': [%s, %s]}\
        """
            .formatted(name, cpus, 4 * cpus, offering("a", price), offering("b", price)));
    return this;
  }

  private static String offering(String zone, double price) {
    return """
    {'requirements': [{'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['%s']},
       {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}],
     'price': %s}\
    """
        .formatted(zone, price);
  }

  /// @param spec fields of the spec, each followed by a comma
  public TinyWorkload pods(int count, String app, String cpu, String spec) {
    for (int i = 0; i < count; i++)
      pods.add(
          """
          {'metadata': {'name': '%s-%d', 'uid': '%1$s-%2$d', 'labels': {'app': '%1$s'}},
           'spec': {%s 'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '%s'}}}]}}\
          """
              .formatted(app, i, spec, cpu));
    return this;
  }

  /// @param spec fields of the spec, each followed by a comma
  /// @param template fields of the template's spec, each followed by a comma
  public TinyWorkload pool(String name, String spec, String template) {
    pools.add(
        """
        {'metadata': {'name': '%s'}, 'spec': {%s 'template': {'metadata': {'labels': {}},
         'spec': {%s 'nodeClassRef': {'group': 'g', 'kind': 'K', 'name': 'n'}}}}}\
        """
            .formatted(name, spec, template));
    return this;
  }

  public TinyWorkload daemonSet(String cpu) {
    daemonSets.add(
        """
        {'metadata': {'name': 'agent'}, 'spec': {'template': {'metadata': {'labels': {}},
         'spec': {'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '%s'}}}]}}}}\
        """
            .formatted(cpu));
    return this;
  }

  public static String apartByHost(String app) {
    return """
    'affinity': {'podAntiAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': [
      {'topologyKey': 'kubernetes.io/hostname', 'labelSelector': {'matchLabels': {'app': '%s'}}}]}},\
    """
        .formatted(app);
  }

  public static String spread(String topologyKey, String app) {
    return """
    'topologySpreadConstraints': [{'topologyKey': '%s', 'maxSkew': 1,
      'whenUnsatisfiable': 'DoNotSchedule', 'labelSelector': {'matchLabels': {'app': '%s'}}}],\
    """
        .formatted(topologyKey, app);
  }

  public Path write(Path directory) {
    if (pools.isEmpty()) pool("general", "", "");
    write(directory, "pods", pods);
    write(directory, "instancetypes", types);
    write(directory, "nodepools", pools);
    write(directory, "daemonsets", daemonSets);
    return directory;
  }

  public PackingModel model(Path directory) {
    try {
      return PackingModel.read(write(directory));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void write(Path directory, String name, List<String> objects) {
    try {
      Files.writeString(
          directory.resolve(name + ".json"),
          "[" + String.join(",", objects).replace('\'', '"') + "]");
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
