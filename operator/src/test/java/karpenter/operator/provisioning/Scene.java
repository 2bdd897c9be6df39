package karpenter.operator.provisioning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import karpenter.api.Json;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.device.Device;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.event.EventNote;
import karpenter.operator.journal.Decision;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterWriter;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.operator.state.Written;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestMetrics;

/// The provisioner on the real state of a cluster that a test describes in YAML. Nothing launches
/// claims unless the test does.
final class Scene {
  static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
  static final Resource NODE_CLASSES =
      new Resource("test.sh", "v1", "testnodeclasses", "TestNodeClass", false);

  final TestClock clock = new TestClock(START);
  final Cloud cloud = new Cloud();
  final WatchedState state;
  final Server server = new Server();
  final TestMetrics metrics = new TestMetrics();
  final List<EventNote> events = new ArrayList<>();
  final List<Decision> decisions = new ArrayList<>();
  final VirtualPods virtualPods = new VirtualPods();
  final Batcher batcher;
  final Provisioner provisioner;
  private final LoopContext context;
  private long version;

  Scene() {
    this(settings -> settings);
  }

  Scene(UnaryOperator<Settings> adapt) {
    var watched =
        List.of(
            Resource.PODS,
            Resource.NODES,
            Resource.NODE_CLAIMS,
            Resource.NODE_POOLS,
            Resource.DAEMON_SETS,
            Resource.POD_DISRUPTION_BUDGETS,
            Resource.NAMESPACES,
            Resource.PERSISTENT_VOLUME_CLAIMS,
            Resource.PERSISTENT_VOLUMES,
            Resource.STORAGE_CLASSES,
            Resource.CSI_NODES,
            Resource.SERVICES,
            Resource.DEVICE_CLASSES,
            Resource.RESOURCE_SLICES,
            Resource.RESOURCE_CLAIM_TEMPLATES,
            Resource.RESOURCE_CLAIMS,
            NODE_CLASSES);
    state = new WatchedState(Reading.of(cloud), watched);
    var settings = adapt.apply(Settings.DEFAULT);
    context =
        new LoopContext(
            state,
            server,
            server.kube(),
            cloud,
            events::add,
            metrics,
            decisions::add,
            clock,
            new OneByOne(),
            settings);
    batcher = new Batcher(clock, settings);
    provisioner =
        ProvisioningLoops.provisioner(context, batcher, new TypeSource(cloud), virtualPods);
    watched.forEach(state::synced);
  }

  /// Starts over, as a new process that sees the same cluster.
  Provisioner restarted() {
    return ProvisioningLoops.provisioner(context, batcher, new TypeSource(cloud), virtualPods);
  }

  /// What pools may buy as of now, and at which cost.
  Catalogues catalogues() {
    return new Catalogues(
        new TypeSource(cloud),
        cloud,
        PlanningOptions.of(context.settings(), cloud.labels(), ReservedMode.STRICT),
        context.settings());
  }

  // What a cluster says.

  Scene put(Resource resource, String yaml) {
    var tree = tree(yaml);
    var metadata = (ObjectNode) tree.get("metadata");
    metadata.put("resourceVersion", Long.toString(++version));
    if (!metadata.has("uid")) {
      metadata.put("uid", "uid-" + metadata.path("name").asText());
    }
    if (!metadata.has("creationTimestamp")) {
      metadata.put("creationTimestamp", "2026-01-05T09:00:00Z");
    }
    if (!metadata.has("generation")) {
      metadata.put("generation", 1);
    }
    state.changed(resource, tree, false);
    return this;
  }

  void remove(Resource resource, String yaml) {
    var tree = tree(yaml);
    ((ObjectNode) tree.get("metadata")).put("resourceVersion", Long.toString(++version));
    state.gone(resource, tree);
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the test's own YAML is broken:\n" + yaml, e);
    }
  }

  Scene pool(String name) {
    return pool(name, "{}", "");
  }

  /// @param more further lines of the spec, indented by two
  Scene pool(String name, String limits, String more) {
    return put(
        Resource.NODE_POOLS,
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          limits: %s
        %s
          template:
            spec:
              nodeClassRef: {group: test.sh, kind: TestNodeClass, name: default}
              requirements: []
              expireAfter: Never
        status:
          conditions: [{type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-01-05T09:00:00Z", observedGeneration: 1}]
        """
            .formatted(name, limits, more));
  }

  Scene pendingPod(String name, int millis) {
    return pendingPod(name, millis, "");
  }

  /// @param spec further lines of the pod's spec, indented by two
  Scene pendingPod(String name, int millis, String spec) {
    return put(
        Resource.PODS,
        """
        metadata: {namespace: default, name: %s, labels: {app: web}}
        spec:
        %s
          containers: [{name: main, resources: {requests: {cpu: %dm}}}]
        status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]}
        """
            .formatted(name, spec, millis));
  }

  /// One of a ReplicaSet's pods.
  ///
  /// @param conditions what the scheduler has said of it
  Scene replica(String name, int millis, String conditions) {
    return put(
        Resource.PODS,
        """
        metadata:
          namespace: default
          name: %s
          ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: web, controller: true}]
        spec:
          containers: [{name: main, resources: {requests: {cpu: %dm}}}]
        status: {phase: Pending, conditions: [%s]}
        """
            .formatted(name, millis, conditions));
  }

  Scene runningPod(String name, int millis, String node) {
    return runningPod(name, millis, node, "");
  }

  /// @param metadata further lines of the pod's metadata, indented by two
  Scene runningPod(String name, int millis, String node, String metadata) {
    return put(
        Resource.PODS,
        """
        metadata:
          namespace: default
          name: %s
          labels: {app: web}
        %s
        spec: {nodeName: %s, containers: [{name: main, resources: {requests: {cpu: %dm}}}]}
        status: {phase: Running, conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-01-05T09:00:00Z"}]}
        """
            .formatted(name, metadata, node, millis));
  }

  /// A node without claim.
  Scene node(String name, int cores) {
    return put(
        Resource.NODES,
        """
        metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
        spec: {providerID: "test://%s"}
        status:
          capacity: {cpu: "%d", memory: 64Gi, pods: "110"}
          allocatable: {cpu: "%d", memory: 64Gi, pods: "110"}
        """
            .formatted(name, name, name, cores, cores));
  }

  /// The cloud has launched the claim as the type, in the first zone.
  void launch(String claim, String type) {
    var facts = state.snapshot().claim(claim).orElseThrow();
    var found = cloud.types.stream().filter(t -> t.name().equals(type)).findFirst().orElseThrow();
    var tree = Objects.requireNonNull(server.trees.get(claim)).deepCopy();
    var metadata = (ObjectNode) tree.get("metadata");
    metadata.put("resourceVersion", Long.toString(++version));
    var labels = (ObjectNode) metadata.get("labels");
    labels.put("node.kubernetes.io/instance-type", type);
    labels.put("topology.kubernetes.io/zone", "zone-a");
    labels.put("karpenter.sh/capacity-type", "on-demand");
    var status = tree.putObject("status");
    status.put("providerID", "test://" + facts.name());
    for (var field : List.of("capacity", "allocatable")) {
      var amounts = status.putObject(field);
      found.capacity().toQuantities().forEach((n, q) -> amounts.put(n, q.toString()));
    }
    server.trees.put(claim, tree);
    state.changed(Resource.NODE_CLAIMS, tree, false);
  }

  /// Somebody deletes the claim; its finalizer holds it.
  void deleteClaim(String claim) {
    var tree = Objects.requireNonNull(server.trees.get(claim)).deepCopy();
    var metadata = (ObjectNode) tree.get("metadata");
    metadata.put("resourceVersion", Long.toString(++version));
    metadata.put("deletionTimestamp", clock.instant().toString());
    metadata.putArray("finalizers").add("karpenter.sh/termination");
    server.trees.put(claim, tree);
    state.changed(Resource.NODE_CLAIMS, tree, false);
  }

  // What happens.

  /// A trigger, and the window after it.
  Scene pass() {
    return pass(provisioner);
  }

  Scene pass(Provisioner by) {
    batcher.trigger("test-" + clock.instant());
    clock.advance(Duration.ofSeconds(1));
    var outcome = reconcile(by);
    if (outcome instanceof Outcome.Failed(var reason)) {
      throw new AssertionError(reason);
    }
    return this;
  }

  static Outcome reconcile(Provisioner provisioner) {
    try {
      return provisioner.reconcile(Loop.Singleton.ALL);
    } catch (Unreachable e) {
      return Outcome.failed(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a test", e);
    }
  }

  // What came of it.

  List<ClaimFacts> claims() {
    return state.snapshot().claims();
  }

  /// `reason pod`, in the order they were told.
  List<String> told() {
    return events.stream().map(e -> e.reason() + " " + e.about().name()).toList();
  }

  /// An API server that stores claims and nothing else.
  final class Server implements ClusterWriter {
    final Map<String, ObjectNode> trees = new LinkedHashMap<>();
    int losesAnswers;

    @Override
    public Written<ClaimFacts> createClaim(ObjectNode claim) throws Unreachable {
      var tree = claim.deepCopy();
      var metadata = (ObjectNode) tree.get("metadata");
      var name = metadata.path("name").asText();
      metadata.put("uid", "uid-" + name);
      metadata.put("resourceVersion", Long.toString(++version));
      metadata.put("creationTimestamp", clock.instant().toString());
      metadata.put("generation", 1);
      trees.put(name, tree);
      if (losesAnswers > 0) {
        losesAnswers--;
        throw new Unreachable("the answer was lost");
      }
      state.echo(Resource.NODE_CLAIMS, tree);
      return new Written.Stored<>(state.snapshot().claim(name).orElseThrow());
    }

    /// Only asks for single claims.
    Kube kube() {
      return (Kube)
          Proxy.newProxyInstance(
              Kube.class.getClassLoader(),
              new Class<?>[] {Kube.class},
              (_, method, arguments) -> {
                if (!method.getName().equals("get")) {
                  throw notHere();
                }
                var tree = trees.get(((ObjectKey) arguments[1]).name());
                return tree == null ? new Answer.NotFound() : new Answer.Done(tree.deepCopy());
              });
    }

    @Override
    public Written<ClaimFacts> patchClaim(ClaimFacts before, ClaimFacts after, Guard guard) {
      throw notHere();
    }

    @Override
    public Written<ClaimFacts> patchClaimStatus(ClaimFacts before, ClaimFacts after, Guard guard) {
      throw notHere();
    }

    @Override
    public Written<NodeFacts> patchNode(NodeFacts before, NodeFacts after, Guard guard) {
      throw notHere();
    }

    @Override
    public Written<NodeFacts> removeNodeFinalizer(NodeFacts node, String finalizer) {
      throw notHere();
    }

    @Override
    public Written<PoolFacts> patchPool(PoolFacts before, PoolFacts after, Guard guard) {
      throw notHere();
    }

    @Override
    public Written<PoolFacts> patchPoolStatus(PoolFacts before, PoolFacts after, Guard guard) {
      throw notHere();
    }

    @Override
    public Written<ObjectNode> patchStatus(Resource resource, ObjectKey key, ObjectNode body) {
      throw notHere();
    }

    @Override
    public Written<ObjectNode> delete(Resource resource, ObjectKey key, Deletion deletion) {
      throw notHere();
    }

    private UnsupportedOperationException notHere() {
      return new UnsupportedOperationException("the provisioner only creates claims");
    }
  }

  /// A cloud that sells a small and a large type in two zones and launches nothing.
  static final class Cloud implements CloudProvider {
    List<InstanceType> types =
        List.of(type("small", 4, true), type("medium", 8, true), type("large", 16, true));
    long typesVersion = 1;
    double nodeCost;

    /// A type whose nodes bring this many devices of `gpu.example.com`.
    static InstanceType withDevices(InstanceType type, int count) {
      var devices = IntStream.range(0, count).mapToObj(i -> Device.plain("gpu-" + i)).toList();
      return new InstanceType(
          type.name(),
          type.requirements(),
          type.offerings(),
          type.capacity(),
          type.overhead(),
          new DeviceTemplates(
              List.of(new DeviceTemplates.Slice("gpu.example.com", "local", devices, List.of())),
              List.of()));
    }

    static InstanceType type(String name, int cores, boolean isAvailable) {
      var requirements =
          Requirements.of("node.kubernetes.io/instance-type", ValueSet.in(name))
              .and("topology.kubernetes.io/zone", ValueSet.in("zone-a", "zone-b"))
              .and("karpenter.sh/capacity-type", ValueSet.in("on-demand"))
              .and("kubernetes.io/arch", ValueSet.in("amd64"))
              .and("kubernetes.io/os", ValueSet.in("linux"));
      var offerings = new ArrayList<Offering>();
      for (var zone : List.of("zone-a", "zone-b")) {
        var where =
            Requirements.of("topology.kubernetes.io/zone", ValueSet.in(zone))
                .and("karpenter.sh/capacity-type", ValueSet.in("on-demand"));
        offerings.add(
            new Offering(
                where,
                cores * 0.05,
                isAvailable,
                OptionalInt.empty(),
                Resources.none(),
                Resources.none()));
      }
      var capacity =
          Resources.of(
              Map.of(
                  Resources.CPU,
                  cores * 1000L,
                  Resources.MEMORY,
                  (long) cores << 32,
                  Resources.PODS,
                  110L));
      return new InstanceType(name, requirements, offerings, capacity, Resources.none());
    }

    @Override
    public String name() {
      return "test";
    }

    @Override
    public List<NodeClassKind> nodeClassKinds() {
      return List.of(new NodeClassKind(NODE_CLASSES));
    }

    @Override
    public ProviderLabels labels() {
      return new ProviderLabels(new TreeSet<>(), List.of(), "", LabelAliases.STANDARD);
    }

    @Override
    public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
      return new TypesAnswer.Types(types, typesVersion);
    }

    @Override
    public double nodeCost(Optional<NodeClassFacts> nodeClass) {
      return nodeCost;
    }

    @Override
    public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
      throw notHere();
    }

    @Override
    public DeleteOutcome delete(String providerId) {
      throw notHere();
    }

    @Override
    public Optional<Instance> find(String providerId) {
      throw notHere();
    }

    @Override
    public List<Instance> list() {
      throw notHere();
    }

    @Override
    public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
      throw notHere();
    }

    @Override
    public List<RepairPolicy> repairPolicies() {
      return List.of();
    }

    private static UnsupportedOperationException notHere() {
      return new UnsupportedOperationException("the provisioner only asks for types");
    }
  }

  private static final class OneByOne implements Parallel {
    @Override
    public <T, R> List<Result<R>> map(List<T> inputs, int atMost, Call<T, R> call)
        throws InterruptedException {
      var results = new ArrayList<Result<R>>();
      for (var input : inputs) {
        try {
          results.add(new Result.Answered<>(call.of(input)));
        } catch (Unreachable e) {
          results.add(new Result.Unanswered<>(e));
        }
      }
      return results;
    }
  }
}
