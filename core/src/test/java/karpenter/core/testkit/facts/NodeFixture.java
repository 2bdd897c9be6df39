package karpenter.core.testkit.facts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeFacts.NodeCondition;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.Owner;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;

/// A ready node of a `test.sh/TestNodeClass` in pool `general`, with our finalizer and the provider
/// id `test://<name>`, unless it says otherwise.
public final class NodeFixture {
  public static final String CLASS_LABEL = "test.sh/testnodeclass";

  private final MetaFixture meta;
  private Optional<String> providerId;
  private Resources allocatable = Resources.none();
  private final List<NodeTaint> taints = new ArrayList<>();
  private final List<NodeCondition> conditions = new ArrayList<>();

  private NodeFixture(String name) {
    meta = new MetaFixture("", name, "uid-" + name);
    meta.labels.put(CLASS_LABEL, "default");
    meta.labels.put("karpenter.sh/nodepool", "general");
    meta.labels.put("topology.kubernetes.io/zone", "zone-a");
    meta.finalizers.add("karpenter.sh/termination");
    providerId = Optional.of("test://" + name);
    conditions.add(new NodeCondition("Ready", Condition.Status.TRUE, MetaFixture.CREATED));
  }

  public static NodeFixture node(String name) {
    return new NodeFixture(name);
  }

  public NodeFixture label(String key, String value) {
    meta.labels.put(key, value);
    return this;
  }

  public NodeFixture annotation(String key, String value) {
    meta.annotations.put(key, value);
    return this;
  }

  public NodeFixture unlabelled(String key) {
    meta.labels.remove(key);
    return this;
  }

  public NodeFixture of(String pool) {
    return label("karpenter.sh/nodepool", pool);
  }

  public NodeFixture withoutFinalizer() {
    meta.finalizers.clear();
    return this;
  }

  public NodeFixture finalizer(String value) {
    meta.finalizers.add(value);
    return this;
  }

  public NodeFixture deletedAt(Instant at) {
    meta.deleted = Optional.of(at);
    return this;
  }

  /// The Node of this claim's machine. Of the NodeClaim with that name and uid.
  public NodeFixture ownedBy(String claim, String uid) {
    meta.owners.add(new Owner("karpenter.sh/v1", "NodeClaim", claim, uid, false, true));
    return this;
  }

  public NodeFixture ofMachine(String id) {
    providerId = Optional.of(id);
    return this;
  }

  public NodeFixture allocatable(Resources value) {
    allocatable = value;
    return this;
  }

  public NodeFixture withoutProviderId() {
    providerId = Optional.empty();
    return this;
  }

  public NodeFixture taint(String key, String value, Taint.Effect effect) {
    taints.add(NodeTaint.of(new Taint(key, value, effect)));
    return this;
  }

  public NodeFixture condition(String type, Condition.Status status, Instant since) {
    conditions.removeIf(condition -> condition.type().equals(type));
    conditions.add(new NodeCondition(type, status, since));
    return this;
  }

  public NodeFixture notReady(Instant since) {
    return condition("Ready", Condition.Status.FALSE, since);
  }

  public NodeFacts build() {
    return new NodeFacts(
        meta.build(), providerId, false, taints, allocatable, allocatable, conditions);
  }
}
