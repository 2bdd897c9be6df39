package karpenter.bench.workload;

import static karpenter.bench.workload.Part.BOUND_PODS;
import static karpenter.bench.workload.Part.DAEMON_SETS;
import static karpenter.bench.workload.Part.DISRUPTION_BUDGETS;
import static karpenter.bench.workload.Part.INSTANCE_TYPES;
import static karpenter.bench.workload.Part.NAMESPACES;
import static karpenter.bench.workload.Part.NODES;
import static karpenter.bench.workload.Part.NODE_CLAIMS;
import static karpenter.bench.workload.Part.NODE_POOLS;
import static karpenter.bench.workload.Part.PODS;
import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The named workloads. A generated directory is kept until someone deletes it.
public final class BuiltIn {

  public static final long DEFAULT_SEED = 42;

  /// Makes one workload from its seed.
  @FunctionalInterface
  interface Generator {
    Workload generate(String name, Draw draw, Sources sources) throws IOException;
  }

  private static final List<Integer> DIVERSE_SIZES =
      List.of(100, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 100_000);

  private static final List<Integer> SERVICES_SIZES = List.of(1_500, 3_000, 6_000, 12_000, 24_000);

  private static final List<Integer> CONSOLIDATION_SIZES = List.of(100, 500, 2_000, 5_000);
  private static final List<Integer> CONSOLIDATION_POOLS = List.of(1, 20);

  private static final Map<String, Generator> GENERATORS = generators();

  private BuiltIn() {}

  private static Map<String, Generator> generators() {
    var all = new LinkedHashMap<String, Generator>();
    for (int size : DIVERSE_SIZES) {
      all.put("diverse-" + size, (name, draw, _) -> diverse(name, draw, size));
    }
    all.put("no-anti-affinity-5000", (name, draw, _) -> noAntiAffinity(name, draw, 5_000));
    all.put(
        "respect-preferences-4000", (name, draw, _) -> preferences(name, draw, "Respect", 4_000));
    all.put("ignore-preferences-4000", (name, draw, _) -> preferences(name, draw, "Ignore", 4_000));
    all.put("existing-1000", (name, draw, _) -> existing(name, draw, 1_000, 5_000));
    all.put("pools-20", (name, draw, sources) -> pools(name, draw, sources, 20, 5_000));
    all.put("daemonsets-100", (name, draw, _) -> daemonSets(name, draw, 100, 5_000));
    all.put("unschedulable-2000", (name, draw, _) -> unschedulable(name, draw, 2_000));
    GpuTrace.POD_LISTS.forEach(
        (workload, list) ->
            all.put(workload, (name, draw, sources) -> trace(name, draw, sources, list)));
    for (int size : SERVICES_SIZES) {
      all.put(
          "services-" + size,
          (name, draw, sources) ->
              services(name, draw, sources, SpotPools.ofGeneralTypes(draw), size));
    }
    for (int size : SERVICES_SIZES) {
      all.put(
          "services-all-" + size,
          (name, draw, sources) -> services(name, draw, sources, SpotPools.ofAllTypes(draw), size));
    }
    all.put("batch-4000", (name, draw, sources) -> batch(name, draw, sources, 4_000));
    all.put("gpu-training-800", (name, draw, sources) -> gpuTraining(name, draw, sources, 800));
    all.put("namespaces-5000", (name, draw, sources) -> manyNamespaces(name, draw, sources, 5_000));
    for (int nodes : CONSOLIDATION_SIZES) {
      for (int pools : CONSOLIDATION_POOLS) {
        all.put(
            "consolidation-%d-pools-%d".formatted(nodes, pools),
            (name, draw, sources) -> consolidation(name, draw, sources, nodes, pools));
      }
    }
    return all;
  }

  public static List<String> names() {
    return List.copyOf(GENERATORS.keySet());
  }

  public static boolean has(String name) {
    return GENERATORS.containsKey(name);
  }

  public static Workload generate(String name, long seed, Sources sources) throws IOException {
    var generator = GENERATORS.get(name);
    if (generator == null) {
      throw new IllegalArgumentException("no workload " + name + "; there are " + names());
    }
    return generator.generate(name, new Draw(seed), sources);
  }

  /// The directory of a workload below `root`, generated if it is not there yet.
  public static Path directory(String name, long seed, Sources sources, Path root)
      throws IOException {
    var directory = root.resolve(seed == DEFAULT_SEED ? name : name + "-seed-" + seed);
    if (!WorkloadDirectory.isComplete(directory)) {
      WorkloadDirectory.write(generate(name, seed, sources), directory);
    }
    return directory;
  }

  static Workload diverse(String name, Draw draw, int pods) {
    return onFakeTypes(name, draw, "Respect").with(PODS, DiversePods.all(draw, pods));
  }

  static Workload noAntiAffinity(String name, Draw draw, int pods) {
    return onFakeTypes(name, draw, "Respect")
        .with(PODS, DiversePods.withoutAntiAffinity(draw, pods));
  }

  static Workload preferences(String name, Draw draw, String policy, int pods) {
    return onFakeTypes(name, draw, policy).with(PODS, PreferencePods.all(draw, pods));
  }

  static Workload existing(String name, Draw draw, int nodes, int pods) {
    var cluster = ExistingCluster.of(draw, nodes);
    return onFakeTypes(name, draw, "Respect")
        .with(NODES, cluster.nodes())
        .with(BOUND_PODS, cluster.boundPods())
        .with(PODS, DiversePods.all(draw, pods));
  }

  static Workload unschedulable(String name, Draw draw, int pods) {
    return onFakeTypes(name, draw, "Respect").with(PODS, Unschedulable.all(draw, pods));
  }

  static Workload daemonSets(String name, Draw draw, int daemonSets, int pods) {
    var infra = NodePoolManifest.named(draw, "infra");
    NodePoolManifest.taint(infra, DaemonSets.DEDICATED, DaemonSets.INFRA);
    NodePoolManifest.label(infra, DaemonSets.DEDICATED, DaemonSets.INFRA);
    var mix = DiversePods.withoutAntiAffinity(draw, pods);
    // Some of the plain pods (the first quarter of the mix) belong to the tainted pool.
    for (int i = 0; i < pods / 4; i += 5) {
      var spec = PodManifest.spec(mix.get(i));
      Constraints.select(spec, DaemonSets.DEDICATED, DaemonSets.INFRA);
      Constraints.tolerate(spec, DaemonSets.DEDICATED, DaemonSets.INFRA);
    }
    return onFakeTypes(name, draw, "Respect")
        .with(NODE_POOLS, List.of(NodePoolManifest.unconstrained(draw), infra))
        .with(DAEMON_SETS, DaemonSets.all(draw, daemonSets))
        .with(PODS, mix);
  }

  static Workload pools(String name, Draw draw, Sources sources, int pools, int pods)
      throws IOException {
    return Workload.of(name, options("Respect", AwsCatalogue.WELL_KNOWN))
        .with(NAMESPACES, namespaces(draw))
        .with(INSTANCE_TYPES, AwsCatalogue.types(draw, sources.awsTypes()))
        .with(NODE_POOLS, WeightedPools.pools(draw, pools))
        .with(PODS, WeightedPools.pods(draw, pods, pools));
  }

  static Workload trace(String name, Draw draw, Sources sources, String podList)
      throws IOException {
    return Workload.of(name, options("Respect", GpuTrace.WELL_KNOWN))
        .with(NAMESPACES, namespaces(draw))
        .with(INSTANCE_TYPES, GpuTrace.types(sources.trace(GpuTrace.NODE_LIST)))
        .with(NODE_POOLS, List.of(NodePoolManifest.unconstrained(draw)))
        .with(PODS, GpuTrace.pods(draw, sources.trace(podList)));
  }

  static Workload services(
      String name, Draw draw, Sources sources, List<ObjectNode> pools, int pods)
      throws IOException {
    var types = typesWithCategories(draw, sources);
    return onAwsTypes(name, draw, types)
        .with(NODE_POOLS, pools)
        .with(DAEMON_SETS, DaemonSets.nodeAgents(draw))
        .with(PODS, ServicePods.all(draw, pods, AwsCatalogue.zones(types)));
  }

  static Workload batch(String name, Draw draw, Sources sources, int pods) throws IOException {
    var agent = DaemonSets.everywhere(draw, "log-agent", PodManifest.requests("100m", "200Mi"));
    return onAwsTypes(name, draw, typesWithCategories(draw, sources))
        .with(NODE_POOLS, SpotPools.ofGeneralTypes(draw))
        .with(DAEMON_SETS, List.of(agent))
        .with(PODS, BatchPods.all(draw, pods));
  }

  static Workload gpuTraining(String name, Draw draw, Sources sources, int pods)
      throws IOException {
    return onAwsTypes(name, draw, AwsCatalogue.withGpus(typesWithCategories(draw, sources)))
        .with(NODE_POOLS, GpuTraining.pools(draw))
        .with(DAEMON_SETS, GpuTraining.daemonSets(draw))
        .with(PODS, GpuTraining.pods(draw, pods));
  }

  static Workload manyNamespaces(String name, Draw draw, Sources sources, int pods)
      throws IOException {
    var types = typesWithCategories(draw, sources);
    var tenants = NamespacePods.all(draw, pods);
    var pool = NodePoolManifest.unconstrained(draw);
    AwsCatalogue.requireGeneral(pool);
    // Pods this small would fit a handful of nodes of the largest types.
    NodePoolManifest.require(pool, Tree.requirement(AwsCatalogue.CPU, "Lt", List.of("33")));
    return onAwsTypes(name, draw, types)
        .with(
            NAMESPACES,
            Stream.concat(Stream.of("default", "kube-system"), tenants.names().stream())
                .map(one -> namespace(draw, one))
                .toList())
        .with(NODE_POOLS, List.of(pool))
        .with(DAEMON_SETS, DaemonSets.nodeAgents(draw))
        .with(PODS, tenants.pods());
  }

  private static List<ObjectNode> typesWithCategories(Draw draw, Sources sources)
      throws IOException {
    return AwsCatalogue.withCategories(AwsCatalogue.types(draw, sources.awsTypes()));
  }

  private static Workload onAwsTypes(String name, Draw draw, List<ObjectNode> types) {
    return Workload.of(name, options("Respect", AwsCatalogue.WELL_KNOWN_WITH_CATEGORY))
        .with(NAMESPACES, namespaces(draw))
        .with(INSTANCE_TYPES, types);
  }

  /// Nothing is pending; the question is which nodes can go.
  static Workload consolidation(String name, Draw draw, Sources sources, int nodes, int pools)
      throws IOException {
    var types = AwsCatalogue.types(draw, sources.awsTypes());
    var nodePools = UnderusedPools.of(draw, pools);
    var cluster = UnderusedCluster.of(draw, nodePools, types, nodes);
    var options = options("Respect", AwsCatalogue.WELL_KNOWN);
    options.put(Workload.QUESTION, Workload.CONSOLIDATION);
    return Workload.of(name, options)
        .with(NAMESPACES, namespaces(draw))
        .with(INSTANCE_TYPES, types)
        .with(NODE_POOLS, nodePools.manifests(draw))
        .with(NODES, cluster.nodes())
        .with(NODE_CLAIMS, cluster.claims())
        .with(BOUND_PODS, cluster.pods())
        .with(DISRUPTION_BUDGETS, cluster.budgets());
  }

  /// Names that stand for several workloads: `consolidation-500` is the cluster with one NodePool
  /// and the one with twenty.
  public static List<String> variants(String name) {
    var prefix = name + "-pools-";
    var variants = GENERATORS.keySet().stream().filter(one -> one.startsWith(prefix)).toList();
    return variants.isEmpty() ? List.of(name) : variants;
  }

  private static Workload onFakeTypes(String name, Draw draw, String preferencePolicy) {
    return Workload.of(name, options(preferencePolicy, FakeCatalogue.WELL_KNOWN))
        .with(NAMESPACES, namespaces(draw))
        .with(INSTANCE_TYPES, FakeCatalogue.types())
        .with(NODE_POOLS, List.of(NodePoolManifest.unconstrained(draw)));
  }

  private static ObjectNode options(String preferencePolicy, List<String> wellKnownLabels) {
    return object(
        "preferencePolicy",
        preferencePolicy,
        "minValuesPolicy",
        "Strict",
        "reservedMode",
        "Fallback",
        "wellKnownLabels",
        wellKnownLabels,
        "workers",
        5);
  }

  private static List<ObjectNode> namespaces(Draw draw) {
    return Stream.of("default", "kube-system").map(name -> namespace(draw, name)).toList();
  }

  private static ObjectNode namespace(Draw draw, String name) {
    return object(
        "apiVersion", "v1",
        "kind", "Namespace",
        "metadata",
            object(
                "name", name,
                "uid", draw.uid("namespace/" + name),
                "labels", object("kubernetes.io/metadata.name", name)));
  }
}
