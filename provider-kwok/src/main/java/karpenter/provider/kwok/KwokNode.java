package karpenter.provider.kwok;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.api.Taints;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.core.facts.NodeFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.operator.provider.Instance;
import karpenter.operator.state.ClusterSnapshot;

/// The Node object that is a machine here, and back.
///
/// @param capacity the type's own, unlike upstream, which reports the claim's requests (spec 01
///   §8.1, C44)
record KwokNode(
    String name,
    String claimUid,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    Resources capacity,
    Resources allocatable) {

  static final String PROVIDER_PREFIX = "kwok://";
  static final String CLAIM_UID = "karpenter-jvm.dev/claim-uid";
  private static final String PRICE_LABEL = "eks-node-viewer/instance-price";
  private static final String PARTITION_LABEL = "kwok-partition";
  private static final String PARTITION = "a";
  private static final String FAKE = "fake";

  static KwokNode of(ClaimFacts claim, Purchase purchase) {
    var type = purchase.type();
    var offering = purchase.offering();
    var labels = new TreeMap<>(claim.meta().labels());
    addSettled(labels, claim.requirements());
    labels.put(Labels.INSTANCE_TYPE, type.name());
    addSettled(labels, type.requirements());
    addSettled(labels, offering.requirements());
    labels.put(PRICE_LABEL, String.format(Locale.ROOT, "%f", offering.price()));
    labels.put(PARTITION_LABEL, PARTITION);
    labels.put(Labels.HOSTNAME, claim.name());
    labels.put(Annotations.KWOK_NODE, FAKE);
    return new KwokNode(
        Derived.nodeName(claim.name(), claim.meta().uid()),
        claim.meta().uid(),
        labels,
        annotations(claim),
        withAsked(claim.requests(), type.capacity(offering)),
        withAsked(claim.requests(), type.allocatable(offering)));
  }

  /// The node of a claim that was launched but has none yet: all that was decided is on the claim.
  static KwokNode launched(ClaimFacts claim, String providerId) {
    var labels = new TreeMap<>(claim.meta().labels());
    addSettled(labels, claim.requirements());
    labels.put(PARTITION_LABEL, PARTITION);
    labels.put(Labels.HOSTNAME, claim.name());
    labels.put(Annotations.KWOK_NODE, FAKE);
    return new KwokNode(
        providerId.substring(PROVIDER_PREFIX.length()),
        claim.meta().uid(),
        labels,
        annotations(claim),
        claim.capacity(),
        claim.allocatable());
  }

  private static SortedMap<String, String> annotations(ClaimFacts claim) {
    // A disruption that is under way is no fact of the machine, and would outlive it there.
    var annotations = new TreeMap<>(CommandRecord.without(claim.meta().annotations()));
    annotations.put(Annotations.KWOK_NODE, FAKE);
    annotations.put(CLAIM_UID, claim.meta().uid());
    return annotations;
  }

  private static void addSettled(SortedMap<String, String> labels, Requirements requirements) {
    for (var key : requirements.keys()) {
      requirements
          .get(key)
          .finiteValues()
          .filter(values -> values.size() == 1)
          .ifPresent(values -> labels.put(key, values.first()));
    }
  }

  /// KWOK has whatever else is asked for.
  private static Resources withAsked(Resources asked, Resources has) {
    var all = has;
    for (var name : asked.names()) {
      if (!has.has(name)) {
        all = all.with(name, asked.get(name));
      }
    }
    return all;
  }

  String providerId() {
    return PROVIDER_PREFIX + name;
  }

  ObjectNode toTree() {
    var node = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Node");
    var metadata = node.putObject("metadata").put("name", name);
    labels.forEach(metadata.putObject("labels")::put);
    annotations.forEach(metadata.putObject("annotations")::put);
    var spec = node.putObject("spec").put("providerID", providerId());
    spec.putArray("taints")
        .addObject()
        .put("key", Taints.UNREGISTERED_KEY)
        .put("effect", Taints.NO_EXECUTE);
    var status = node.putObject("status").put("phase", "Pending");
    var total = status.putObject("capacity");
    capacity.toQuantities().forEach((name, amount) -> total.put(name, amount.toString()));
    var usable = status.putObject("allocatable");
    allocatable.toQuantities().forEach((name, amount) -> usable.put(name, amount.toString()));
    return node;
  }

  /// Whether a Node is the machine of this claim. Upstream leaves no uid, but names the host after
  /// the claim.
  static boolean isOf(NodeFacts node, ClaimFacts claim) {
    if (!isKwok(node)) {
      return false;
    }
    var uid = node.meta().annotation(CLAIM_UID);
    return uid.isEmpty()
        ? node.meta().label(Labels.HOSTNAME).equals(claim.name())
        : uid.equals(claim.meta().uid());
  }

  static boolean isKwok(NodeFacts node) {
    return node.providerId().filter(id -> id.startsWith(PROVIDER_PREFIX)).isPresent();
  }

  static Instance instance(NodeFacts node, ClusterSnapshot snapshot) {
    return new Instance(
        node.providerId().orElseThrow(),
        claimUid(node, snapshot),
        Optional.empty(),
        node.meta().labels(),
        java.util.Map.of(Annotations.KWOK_NODE, FAKE),
        node.capacity(),
        node.allocatable(),
        node.meta().created(),
        node.meta().isDeleting());
  }

  /// Of a machine that upstream launched, the claim that has its name: it may not say yet that the
  /// machine is its own, when upstream ended between the two.
  private static Optional<String> claimUid(NodeFacts node, ClusterSnapshot snapshot) {
    var uid = node.meta().annotation(CLAIM_UID);
    return uid.isEmpty()
        ? snapshot.claim(node.meta().label(Labels.HOSTNAME)).map(claim -> claim.meta().uid())
        : Optional.of(uid);
  }

  Instance instance(java.time.Instant now) {
    return new Instance(
        providerId(),
        Optional.of(claimUid),
        Optional.empty(),
        labels,
        java.util.Map.of(Annotations.KWOK_NODE, FAKE),
        capacity,
        allocatable,
        now,
        false);
  }
}
