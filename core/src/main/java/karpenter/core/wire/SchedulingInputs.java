package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import karpenter.api.Problem;
import karpenter.api.v1.NodePool;
import karpenter.core.catalog.InstanceType;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.PreferencePolicy;

/// Reads benchmark workloads.
public final class SchedulingInputs {
  private static final double DEFAULT_FRACTION = 0.1;

  private SchedulingInputs() {}

  /// With nodes that cost nothing beside their instances.
  public static ReadResult fromTrees(WorkloadTrees trees) {
    return fromTrees(trees, 0);
  }

  /// @param nodeCost what a node costs an hour beside its instance; no part of a workload, so that
  ///   one workload can be solved under several
  public static ReadResult fromTrees(WorkloadTrees trees, double nodeCost) {
    var inventory = new Inventory();
    add(inventory, Kind.POD, "pods", trees.pods());
    add(inventory, Kind.POD, "boundpods", trees.boundPods());
    add(inventory, Kind.NODE_POOL, "nodepools", completed(trees.nodePools()));
    add(inventory, Kind.NODE, "nodes", trees.nodes());
    add(inventory, Kind.NODE_CLAIM, "nodeclaims", trees.nodeClaims());
    add(inventory, Kind.DAEMON_SET, "daemonsets", trees.daemonSets());
    add(inventory, Kind.NAMESPACE, "namespaces", trees.namespaces());

    var problems = new ArrayList<SourcedProblem>();
    addVolumes(inventory, trees.volumes(), problems);
    addDevices(inventory, trees.devices(), problems);
    var types = types(trees.instanceTypes(), problems);
    var options = options(trees.options(), problems).withNodeCost(nodeCost);

    var result = new InputReader(inventory, Catalogue.of(types), options, List.of()).read();
    return result.withProblemsBefore(problems);
  }

  private static void add(Inventory inventory, Kind kind, String part, List<JsonNode> trees) {
    for (int i = 0; i < trees.size(); i++) {
      inventory.add(kind, new SourceObject(source(part, i), trees.get(i)), "");
    }
  }

  private static String source(String part, int index) {
    return part + ".json[" + index + "]";
  }

  private static void addVolumes(
      Inventory inventory, List<JsonNode> trees, List<SourcedProblem> problems) {
    for (int i = 0; i < trees.size(); i++) {
      var tree = trees.get(i);
      var kind = tree.path("kind").asText("");
      var found =
          Kind.find("v1", kind)
              .or(() -> Kind.find("storage.k8s.io/v1", kind))
              .filter(Kind::isStorage);
      if (found.isPresent()) {
        inventory.add(found.get(), new SourceObject(source("volumes", i), tree), "");
      } else {
        problems.add(
            new SourcedProblem(
                source("volumes", i),
                "",
                Problem.at("kind")
                    .found(Place.quoted(kind))
                    .expected(
                        "one of PersistentVolumeClaim, PersistentVolume, StorageClass, CSINode")));
      }
    }
  }

  private static void addDevices(
      Inventory inventory, List<JsonNode> trees, List<SourcedProblem> problems) {
    for (int i = 0; i < trees.size(); i++) {
      var source = source("devices", i);
      var kind = trees.get(i).path("kind").asText("");
      var found = Kind.find("resource.k8s.io/v1", kind).filter(Kind::isAboutDevices);
      if (found.isPresent()) {
        inventory.add(found.get(), new SourceObject(source, trees.get(i)), "");
      } else {
        var problem =
            Problem.at("kind")
                .found(Place.quoted(kind))
                .expected(
                    "one of ResourceSlice, DeviceClass, ResourceClaim, ResourceClaimTemplate");
        problems.add(new SourcedProblem(source, "", problem));
      }
    }
  }

  /// Workloads may leave out what plays no part in them: version, kind and the node class.
  private static List<JsonNode> completed(List<JsonNode> pools) {
    return pools.stream().map(SchedulingInputs::completed).toList();
  }

  private static JsonNode completed(JsonNode pool) {
    if (!(pool.deepCopy() instanceof ObjectNode copy)) {
      return pool;
    }
    if (!copy.hasNonNull("kind")) {
      copy.put("apiVersion", NodePool.API_VERSION).put("kind", NodePool.KIND);
    }
    if (copy.path("spec").path("template").path("spec") instanceof ObjectNode template) {
      if (!template.hasNonNull("nodeClassRef")) {
        template
            .putObject("nodeClassRef")
            .put("group", "karpenter.kwok.sh")
            .put("kind", "KWOKNodeClass")
            .put("name", "default");
      }
      if (!template.hasNonNull("requirements")) {
        template.putArray("requirements");
      }
    }
    return copy;
  }

  private static List<InstanceType> types(List<JsonNode> trees, List<SourcedProblem> problems) {
    var reader = new InstanceTypeReader();
    var types = new ArrayList<InstanceType>();
    for (int i = 0; i < trees.size(); i++) {
      var source = source("instancetypes", i);
      switch (reader.read(trees.get(i))) {
        case Read.Understood(var type) -> types.add(type);
        case Read.Refused(var found) ->
            found.forEach(
                problem -> problems.add(new SourcedProblem(source, "instance type", problem)));
        case Read.NotOurs(var reason) -> throw new IllegalStateException(reason);
      }
    }
    return types;
  }

  private static WireOptions options(JsonNode tree, List<SourcedProblem> problems) {
    var found = new Problems();
    var place = Place.root(tree, found);
    var reservationLabel = place.get("reservationIdLabel").text("");
    var wellKnown = new TreeSet<>(place.get("wellKnownLabels").texts());
    if (!reservationLabel.isEmpty()) {
      wellKnown.add(reservationLabel);
    }
    var defaults = WireOptions.withLabels(wellKnown, List.of());
    var options =
        new Options(
            preferences(place),
            place
                    .get("minValuesPolicy")
                    .choice(List.of("Strict", "BestEffort"))
                    .orElse("Strict")
                    .equals("Strict")
                ? Options.MinValuesPolicy.STRICT
                : Options.MinValuesPolicy.BEST_EFFORT,
            place
                    .get("reservedMode")
                    .choice(List.of("Strict", "Fallback"))
                    .orElse("Fallback")
                    .equals("Strict")
                ? Options.ReservedMode.STRICT
                : Options.ReservedMode.FALLBACK,
            defaults.scheduling().wellKnownLabels(),
            reservationLabel,
            place
                .get("improvementWork")
                .integer(0, Integer.MAX_VALUE)
                .orElse(Options.DEFAULT_IMPROVEMENT_WORK),
            ignoresClaims(place.get("ignoreDraRequests"))
                ? Options.DeviceRequests.IGNORED
                : Options.DeviceRequests.HONOURED);
    found
        .list()
        .forEach(problem -> problems.add(new SourcedProblem("options.json", "options", problem)));
    return defaults.withScheduling(options);
  }

  /// As upstream has it, claims are ignored unless the options say otherwise.
  private static boolean ignoresClaims(Place place) {
    return place.isAbsent() || place.flag();
  }

  private static PreferencePolicy preferences(Place options) {
    var policy = options.get("preferencePolicy").choice(List.of("Respect", "Ignore", "Weigh"));
    return switch (policy.orElse("Respect")) {
      case "Ignore" -> new PreferencePolicy.Ignore();
      case "Weigh" -> new PreferencePolicy.Weigh(fraction(options.get("preferenceFraction")));
      default -> new PreferencePolicy.Respect();
    };
  }

  private static double fraction(Place place) {
    var node = place.node();
    if (place.isAbsent()) {
      return DEFAULT_FRACTION;
    }
    if (!node.isNumber() || !(node.doubleValue() >= 0 && node.doubleValue() <= 1)) {
      place.expected("a number between 0 and 1");
      return DEFAULT_FRACTION;
    }
    return node.doubleValue();
  }
}
