package karpenter.core.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import karpenter.api.Json;
import karpenter.api.Problem;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.api.schema.Unreadable;
import karpenter.api.v1.NodePool;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.core.cluster.Namespace;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.facts.AttachmentFacts;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CsiNodeFacts;
import karpenter.core.facts.DaemonSetFacts;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.ResourceClaimTemplateFacts;
import karpenter.core.facts.SelectorFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.core.facts.StorageClassFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.facts.VolumeFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.PodSpec;

/// Turns the objects of a live cluster into facts, one at a time and without looking at others.
///
/// Objects have passed an API server, so that only what decides something is checked here. Equal
/// parts of different objects are shared, which is what keeps a pod small. Not safe for use by
/// several threads at once.
public final class FactsReader {
  /// For some thousand nodes and pods that change; a part that is pushed out is read again.
  private static final int PLACES = 1 << 13;

  private final WireOptions options;
  private final MetaReader metas;
  private final ClaimFactsReader claims;
  private final PodReader specs;
  private final PodFactsReader pods;
  private final PoolFactsReader pools;
  private final DeviceRequestReader requests;

  public FactsReader(WireOptions options) {
    this(options, 0);
  }

  /// For documents that share parts with those read before, as versions of an object in memory do.
  /// Those parts must not change.
  public static FactsReader ofShared(WireOptions options) {
    return new FactsReader(options, PLACES);
  }

  private FactsReader(WireOptions options, int places) {
    var interner = new Interner();
    this.options = options;
    this.metas = new MetaReader(interner, places);
    this.claims = new ClaimFactsReader(metas, options.aliases(), places);
    this.specs = new PodReader(PodContext.live(options), interner);
    this.pods = new PodFactsReader(specs, metas, places);
    this.pools = new PoolFactsReader(metas, options);
    // Classes come and go, so that a claim may name one that is not there yet.
    this.requests =
        new DeviceRequestReader(
            new SliceReader(options.aliases()), new DeviceExpressions(), _ -> true);
  }

  /// Refused only when it has no name: a pod that cannot be placed still takes room.
  public Read<PodFacts> pod(JsonNode pod) {
    if (pod.path("metadata").path("name").asText("").isEmpty()) {
      return refused(Problem.at("metadata.name").found("nothing").expected("a name"));
    }
    return new Read.Understood<>(pods.read(Place.root(pod, new Problems())));
  }

  public Read<NodeFacts> node(JsonNode node) {
    return read(node, new NodeFactsReader(metas)::read);
  }

  public Read<ClaimFacts> claim(JsonNode claim) {
    return read(claim, claims::read);
  }

  /// A NodePool: what decisions read, and the object claims are written from.
  public record Pool(PoolFacts facts, NodePool source) {}

  public Read<Pool> pool(JsonNode pool) {
    var problems = new Problems();
    var read = pools.read(Place.root(pool, problems));
    return read.isPresent() && problems.isEmpty()
        ? new Read.Understood<>(new Pool(read.get().facts(), read.get().source()))
        : new Read.Refused<>(problems.list());
  }

  public Read<DaemonSetFacts> daemonSet(JsonNode daemonSet) {
    return read(
        daemonSet,
        place -> {
          var meta = metas.meta(place);
          var identity = PodIdentity.of(meta.namespace(), meta.name());
          var template = place.get("spec", "template");
          return new DaemonSetFacts(meta, specs.spec(template, PodForm.DAEMON, identity));
        });
  }

  public Read<PdbFacts> pdb(JsonNode pdb) {
    return read(
        pdb,
        place -> {
          var spec = place.get("spec");
          return new PdbFacts(
              metas.meta(place),
              SelectorReader.read(spec.get("selector")),
              place
                  .get("status", "disruptionsAllowed")
                  .integer(Integer.MIN_VALUE, Integer.MAX_VALUE)
                  .orElse(0),
              numberOrShare(spec.get("minAvailable")),
              numberOrShare(spec.get("maxUnavailable")),
              spec.get("unhealthyPodEvictionPolicy").text("").equals("AlwaysAllow"),
              counts(place.get("status")));
        });
  }

  private static Optional<PdbFacts.Counts> counts(Place status) {
    return status.get("expectedPods").isAbsent()
        ? Optional.empty()
        : Optional.of(
            new PdbFacts.Counts(
                status.get("expectedPods").integer(0, Integer.MAX_VALUE).orElse(0),
                status.get("desiredHealthy").integer(0, Integer.MAX_VALUE).orElse(0),
                status.get("currentHealthy").integer(0, Integer.MAX_VALUE).orElse(0)));
  }

  private static Optional<String> numberOrShare(Place place) {
    return place.node().isIntegralNumber() ? Optional.of(place.node().asText()) : place.text();
  }

  public Read<AttachmentFacts> volumeAttachment(JsonNode attachment) {
    return read(
        attachment,
        place ->
            new AttachmentFacts(
                metas.meta(place),
                metas.interner().of(place.get("spec", "nodeName").text("")),
                place.get("spec", "source", "persistentVolumeName").text()));
  }

  public Read<Namespace> namespace(JsonNode namespace) {
    return read(
        namespace,
        place ->
            new Namespace(
                metas.interner().of(place.get("metadata", "name").requiredText("a name")),
                metas.texts(place.get("metadata", "labels")),
                controls(metas.texts(place.get("metadata", "annotations")))));
  }

  /// Other tools write long annotations on namespaces, and nobody here reads them.
  private static SortedMap<String, String> controls(SortedMap<String, String> annotations) {
    var ours = new TreeMap<String, String>();
    annotations.tailMap(ControlKeys.PREFIX).entrySet().stream()
        .takeWhile(entry -> entry.getKey().startsWith(ControlKeys.PREFIX))
        .forEach(entry -> ours.put(entry.getKey(), entry.getValue()));
    return ours.isEmpty() ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(ours);
  }

  /// @param kind as claims and pools refer to it: watched objects need not say what they are
  public Read<NodeClassFacts> nodeClass(String group, String kind, JsonNode nodeClass) {
    return read(
        nodeClass,
        place -> {
          var meta = metas.meta(place);
          return new NodeClassFacts(
              meta,
              new NodeClassRef(group, kind, meta.name()),
              metas.conditions(place.get("status", "conditions")),
              place.get("spec").node(),
              place.get("status").node());
        });
  }

  public Read<CapacityBuffer> capacityBuffer(JsonNode buffer) {
    return typed(buffer, CapacityBuffer.class);
  }

  public Read<NodeOverlay> nodeOverlay(JsonNode overlay) {
    return typed(overlay, NodeOverlay.class);
  }

  public Read<VolumeClaimFacts> volumeClaim(JsonNode claim) {
    return read(claim, StorageObjects::claim);
  }

  public Read<VolumeFacts> volume(JsonNode volume) {
    return read(volume, place -> StorageObjects.volume(place, options.aliases()));
  }

  public Read<StorageClassFacts> storageClass(JsonNode storageClass) {
    return read(storageClass, place -> StorageObjects.storageClass(place, options.aliases()));
  }

  public Read<CsiNodeFacts> csiNode(JsonNode csiNode) {
    return read(
        csiNode,
        place ->
            new CsiNodeFacts(
                place.get("metadata", "name").requiredText("a name"),
                metas.interner().of(StorageObjects.attachLimits(place))));
  }

  public Read<ResourceClaimFacts> resourceClaim(JsonNode claim) {
    return read(
        claim,
        place -> {
          var read = requests.claim(place);
          return new ResourceClaimFacts(
              metas.interner().of(read.namespace()),
              read.name(),
              metas.interner().of(read.ask()),
              read.state());
        });
  }

  public Read<ResourceClaimTemplateFacts> resourceClaimTemplate(JsonNode template) {
    return read(template, requests::template);
  }

  public Read<DeviceClassFacts> deviceClass(JsonNode deviceClass) {
    return read(deviceClass, requests::deviceClass);
  }

  /// Refused only when it has no name: a node starts once its drivers have published something,
  /// whether we understand it or not.
  public Read<SliceFacts> resourceSlice(JsonNode slice) {
    return read(
        slice,
        place -> {
          var problems = new Problems();
          var devices = requests.slices().slice(Place.root(slice, problems));
          var meta = metas.meta(place);
          var spec = place.get("spec");
          var pool = spec.get("pool");
          var owner =
              meta.owners().stream().filter(o -> o.is("v1", "Node")).map(Owner::name).findFirst();
          return new SliceFacts(
              meta,
              spec.get("nodeName").text().filter(name -> !name.isEmpty()).or(() -> owner),
              metas.interner().of(spec.get("driver").text("")),
              pool.get("name").text(""),
              pool.get("generation").number(0, Long.MAX_VALUE).orElse(0),
              pool.get("resourceSliceCount").number(0, Long.MAX_VALUE).orElse(0),
              problems.isEmpty() ? Optional.of(devices) : Optional.empty(),
              problems.sentence());
        });
  }

  /// A Service or ReplicationController, whose selector is a plain map.
  public Read<SelectorFacts> plainSelector(JsonNode object) {
    return read(
        object,
        place -> {
          var labels = place.get("spec", "selector");
          return selector(
              place,
              labels.isAbsent()
                  ? LabelSelector.NOTHING
                  : SelectorReader.ofMap(LabelSyntax.labels(labels)));
        });
  }

  /// A ReplicaSet or StatefulSet.
  public Read<SelectorFacts> selector(JsonNode object) {
    return read(
        object, place -> selector(place, SelectorReader.read(place.get("spec", "selector"))));
  }

  private SelectorFacts selector(Place object, LabelSelector selector) {
    var metadata = object.get("metadata");
    return new SelectorFacts(
        metas.interner().of(metadata.get("namespace").text("")),
        metadata.get("name").requiredText("a name"),
        selector);
  }

  /// What one chunk of a capacity buffer needs (spec 01 §4.24).
  ///
  /// @param template a pod template: metadata and spec
  public Read<PodSpec> virtualPod(JsonNode template, String namespace, String name) {
    return read(
        template, place -> specs.spec(place, PodForm.VIRTUAL, PodIdentity.of(namespace, name)));
  }

  private static <T> Read<T> read(JsonNode tree, Function<Place, T> reader) {
    var problems = new Problems();
    var value = reader.apply(Place.root(tree, problems));
    return problems.isEmpty() ? new Read.Understood<>(value) : new Read.Refused<>(problems.list());
  }

  private static <T> Read<T> typed(JsonNode tree, Class<T> type) {
    try {
      return new Read.Understood<>(Json.JSON.treeToValue(tree, type));
    } catch (JsonProcessingException e) {
      return refused(Unreadable.problem(e, tree));
    }
  }

  private static <T> Read<T> refused(Problem problem) {
    return new Read.Refused<>(List.of(problem));
  }
}
