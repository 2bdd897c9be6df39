package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

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

  record Options(
      boolean minValuesStrict, Set<String> wellKnown, Optional<String> reservationLabel) {
    static Options read(JsonNode json) {
      var wellKnown = new TreeSet<>(LabelKeys.WELL_KNOWN);
      wellKnown.addAll(Json.texts(json.path("wellKnownLabels")));
      return new Options(
          !Json.text(json, "minValuesPolicy").equals("BestEffort"),
          wellKnown,
          Json.find(json, "reservationIdLabel").map(JsonNode::asText));
    }
  }

  static Workload read(Path directory) throws IOException {
    var nodes = Json.readList(directory.resolve("nodes.json"));
    var pending = new ArrayList<>(Json.readList(directory.resolve("pods.json")));
    var bound = new ArrayList<JsonNode>();
    var leaving = names(nodes, Workload::isLeaving);
    for (var pod : Json.readList(directory.resolve("boundpods.json")))
      if (!leaving.contains(Json.text(pod.path("spec"), "nodeName"))) bound.add(pod);
      else if (Pod.isReschedulable(pod) && !Pod.isFinished(pod)) pending.add(pod);
    bound.removeIf(Pod::isFinished);
    var namespaces = namespaces(directory, pending, bound);
    var pools = byName(list(directory, "nodepools", Pool::read), Pool::name);
    return new Workload(
        options(directory.resolve("options.json")),
        byName(pending.stream().map(pod -> Pod.read(pod, namespaces)).toList(), Pod::id),
        pools,
        byName(list(directory, "instancetypes", InstanceType::read), InstanceType::name),
        byName(
            nodes(nodes, Json.readList(directory.resolve("nodeclaims.json")), pools), Node::name),
        bound.stream().map(pod -> Pod.read(pod, namespaces)).toList(),
        list(directory, "daemonsets", DaemonSet::read),
        Volumes.read(Json.readList(directory.resolve("volumes.json"))));
  }

  private static Namespaces namespaces(Path directory, List<JsonNode> pending, List<JsonNode> bound)
      throws IOException {
    var mentioned = new TreeSet<String>();
    pending.forEach(pod -> mentioned.add(Pod.namespaceOf(pod)));
    bound.forEach(pod -> mentioned.add(Pod.namespaceOf(pod)));
    return Namespaces.read(Json.readList(directory.resolve("namespaces.json")), mentioned);
  }

  /// Leaving nodes are gone for our purposes: they take no pods and use no limits.
  private static List<Node> nodes(
      List<JsonNode> nodes, List<JsonNode> claims, SortedMap<String, Pool> pools) {
    var read = new ArrayList<Node>();
    for (var node : nodes) if (!isLeaving(node)) read.add(Node.read(node, pools));
    var known = names(nodes, _ -> true);
    claims.stream()
        .filter(claim -> !isLeaving(claim))
        .map(Node::readInFlight)
        .filter(node -> !known.contains(node.name()))
        .forEach(read::add);
    return read;
  }

  private static boolean isLeaving(JsonNode object) {
    return Json.find(object.path("metadata"), "deletionTimestamp").isPresent();
  }

  private static Set<String> names(List<JsonNode> objects, Predicate<JsonNode> chosen) {
    var names = new TreeSet<String>();
    objects.stream()
        .filter(chosen)
        .forEach(object -> names.add(Json.text(object.path("metadata"), "name")));
    return names;
  }

  private static Options options(Path file) throws IOException {
    return Options.read(Files.exists(file) ? Json.read(file) : MissingNode.getInstance());
  }

  private static <T> List<T> list(Path directory, String name, Function<JsonNode, T> reader)
      throws IOException {
    return Json.readList(directory.resolve(name + ".json")).stream().map(reader).toList();
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
