package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
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
    Volumes volumes,
    Devices devices) {

  record Options(
      boolean minValuesStrict,
      boolean reservedStrict,
      boolean devicesIgnored,
      Set<String> wellKnown,
      Optional<String> reservationLabel) {
    static Options read(JsonNode json) {
      var wellKnown = new TreeSet<>(LabelKeys.WELL_KNOWN);
      wellKnown.addAll(Json.texts(json.path("wellKnownLabels")));
      return new Options(
          !Json.text(json, "minValuesPolicy").equals("BestEffort"),
          Json.text(json, "reservedMode").equals("Strict"),
          json.path("ignoreDraRequests").asBoolean(true),
          wellKnown,
          Json.find(json, "reservationIdLabel").map(JsonNode::asText));
    }
  }

  Workload withPods(SortedMap<String, Pod> others) {
    return new Workload(
        options, others, pools, types, nodes, boundPods, daemonSets, volumes, devices);
  }

  /// The files of a workload, before anything is made of them.
  record Files(
      JsonNode options,
      List<JsonNode> pods,
      List<JsonNode> pools,
      List<JsonNode> types,
      List<JsonNode> nodes,
      List<JsonNode> claims,
      List<JsonNode> boundPods,
      List<JsonNode> daemonSets,
      List<JsonNode> namespaces,
      List<JsonNode> volumes,
      List<JsonNode> devices) {

    static Files read(Path directory) throws IOException {
      var options = directory.resolve("options.json");
      return new Files(
          options.toFile().exists() ? Json.read(options) : MissingNode.getInstance(),
          list(directory, "pods"),
          list(directory, "nodepools"),
          list(directory, "instancetypes"),
          list(directory, "nodes"),
          list(directory, "nodeclaims"),
          list(directory, "boundpods"),
          list(directory, "daemonsets"),
          list(directory, "namespaces"),
          list(directory, "volumes"),
          list(directory, "devices"));
    }

    private static List<JsonNode> list(Path directory, String name) throws IOException {
      return Json.readList(directory.resolve(name + ".json"));
    }

    /// The same with another cluster. Its nodes have their claims; a list of those would only
    /// repeat nodes that are gone.
    Files with(List<JsonNode> otherNodes, List<JsonNode> otherBoundPods) {
      return new Files(
          options,
          pods,
          pools,
          types,
          otherNodes,
          List.of(),
          otherBoundPods,
          daemonSets,
          namespaces,
          volumes,
          devices);
    }
  }

  static Workload read(Path directory) throws IOException {
    return of(Files.read(directory));
  }

  static Workload of(Files files) throws IOException {
    var pending = new ArrayList<>(files.pods());
    var bound = new ArrayList<JsonNode>();
    var leaving = names(files.nodes(), Workload::isLeaving);
    for (var pod : files.boundPods())
      if (!leaving.contains(Json.text(pod.path("spec"), "nodeName"))) bound.add(pod);
      else if (Pod.isReschedulable(pod) && !Pod.isFinished(pod)) pending.add(pod);
    bound.removeIf(Pod::isFinished);
    var namespaces = namespaces(files.namespaces(), pending, bound);
    var pools = byName(files.pools().stream().map(Pool::read).toList(), Pool::name);
    return new Workload(
        Options.read(files.options()),
        byName(pending.stream().map(pod -> Pod.read(pod, namespaces)).toList(), Pod::id),
        pools,
        byName(files.types().stream().map(InstanceType::read).toList(), InstanceType::name),
        byName(nodes(files.nodes(), files.claims(), pools), Node::name),
        bound.stream().map(pod -> Pod.read(pod, namespaces)).toList(),
        files.daemonSets().stream().map(DaemonSet::read).toList(),
        Volumes.read(files.volumes()),
        Devices.read(files.devices()));
  }

  private static Namespaces namespaces(
      List<JsonNode> declared, List<JsonNode> pending, List<JsonNode> bound) {
    var mentioned = new TreeSet<String>();
    pending.forEach(pod -> mentioned.add(Pod.namespaceOf(pod)));
    bound.forEach(pod -> mentioned.add(Pod.namespaceOf(pod)));
    return Namespaces.read(declared, mentioned);
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
