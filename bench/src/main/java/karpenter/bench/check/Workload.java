package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// The question that was put to both engines.
record Workload(
    Options options,
    SortedMap<String, Pod> pods,
    SortedMap<String, Pool> pools,
    SortedMap<String, InstanceType> types,
    SortedMap<String, Node> nodes,
    List<Pod> boundPods,
    List<DaemonSet> daemonSets,
    Volumes volumes) {

  record Options(boolean minValuesStrict, Set<String> wellKnown) {
    static Options read(JsonNode json) {
      var wellKnown = new TreeSet<>(LabelKeys.WELL_KNOWN);
      wellKnown.addAll(Json.texts(json.path("wellKnownLabels")));
      return new Options(!Json.text(json, "minValuesPolicy").equals("BestEffort"), wellKnown);
    }
  }

  static Workload read(Path directory) throws IOException {
    var pods = Json.readList(directory.resolve("pods.json"));
    var bound = Json.readList(directory.resolve("boundpods.json"));
    var mentioned = new TreeSet<String>();
    pods.forEach(pod -> mentioned.add(Pod.namespaceOf(pod)));
    bound.forEach(pod -> mentioned.add(Pod.namespaceOf(pod)));
    var namespaces =
        Namespaces.read(Json.readList(directory.resolve("namespaces.json")), mentioned);
    var pools = byName(list(directory, "nodepools", Pool::read), Pool::name);
    var nodeObjects = Json.readList(directory.resolve("nodes.json"));
    var volumeObjects = new ArrayList<>(Json.readList(directory.resolve("volumes.json")));
    nodeObjects.stream().filter(Workload::isCsiNode).forEach(volumeObjects::add);
    return new Workload(
        options(directory.resolve("options.json")),
        byName(pods.stream().map(pod -> Pod.read(pod, namespaces)).toList(), Pod::id),
        pools,
        byName(list(directory, "instancetypes", InstanceType::read), InstanceType::name),
        byName(
            nodeObjects.stream()
                .filter(object -> !isCsiNode(object))
                .map(node -> Node.read(node, pools))
                .toList(),
            Node::name),
        bound.stream()
            .filter(pod -> !Pod.isFinished(pod))
            .map(pod -> Pod.read(pod, namespaces))
            .toList(),
        list(directory, "daemonsets", DaemonSet::read),
        Volumes.read(volumeObjects));
  }

  private static Options options(Path file) throws IOException {
    return Options.read(Files.exists(file) ? Json.read(file) : MissingNode.getInstance());
  }

  private static <T> List<T> list(Path directory, String name, Function<JsonNode, T> reader)
      throws IOException {
    return Json.readList(directory.resolve(name + ".json")).stream().map(reader).toList();
  }

  private static boolean isCsiNode(JsonNode object) {
    return Json.text(object, "kind").equals("CSINode");
  }

  /// Two objects of one name make every later finding ambiguous, so they are refused.
  private static <T> SortedMap<String, T> byName(List<T> objects, Function<T, String> name)
      throws IOException {
    var byName = new TreeMap<String, T>();
    for (var object : objects)
      if (byName.put(name.apply(object), object) != null)
        throw new IOException("\"%s\" is listed twice".formatted(name.apply(object)));
    return byName;
  }
}
