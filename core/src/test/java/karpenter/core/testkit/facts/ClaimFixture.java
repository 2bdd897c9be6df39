package karpenter.core.testkit.facts;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.Owner;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// An initialized claim of pool `general` with a `test.sh/TestNodeClass` and our finalizer, not yet
/// launched, unless it says otherwise.
public final class ClaimFixture {
  private final MetaFixture meta;
  private NodeClassRef nodeClass = new NodeClassRef("test.sh", "TestNodeClass", "default");
  private Optional<String> providerId = Optional.empty();
  private Optional<String> nodeName = Optional.empty();
  private Optional<Duration> grace = Optional.empty();
  private Optional<Duration> expireAfter = Optional.empty();
  private Resources requests = Resources.none();
  private final List<Taint> startupTaints = new ArrayList<>();
  private UnaryOperator<ClaimFacts> last = claim -> claim;

  private ClaimFixture(String name) {
    meta = new MetaFixture("", name, "uid-" + name);
    meta.labels.put("karpenter.sh/nodepool", "general");
    meta.labels.put("karpenter.sh/capacity-type", "spot");
    meta.finalizers.add("karpenter.sh/termination");
  }

  public static ClaimFixture claim(String name) {
    return new ClaimFixture(name);
  }

  /// The claim of the node that [NodeFixture] makes under this name.
  public ClaimFixture ofNode(String node) {
    providerId = Optional.of("test://" + node);
    nodeName = Optional.of(node);
    return this;
  }

  public ClaimFixture of(String pool) {
    meta.labels.put("karpenter.sh/nodepool", pool);
    return this;
  }

  public ClaimFixture standalone() {
    meta.labels.remove("karpenter.sh/nodepool");
    return this;
  }

  public ClaimFixture nodeClass(String group, String kind) {
    nodeClass = new NodeClassRef(group, kind, "default");
    return this;
  }

  public ClaimFixture label(String key, String value) {
    meta.labels.put(key, value);
    return this;
  }

  /// Owned by the pool it is of, as the provisioner makes claims.
  public ClaimFixture ownedByPool() {
    var pool = meta.labels.getOrDefault("karpenter.sh/nodepool", "");
    meta.owners.add(new Owner("karpenter.sh/v1", "NodePool", pool, "uid-" + pool, false, true));
    return this;
  }

  public ClaimFixture requests(Resources value) {
    requests = value;
    return this;
  }

  public ClaimFixture startupTaint(String key, Taint.Effect effect) {
    startupTaints.add(new Taint(key, "", effect));
    return this;
  }

  public ClaimFixture annotation(String key, String value) {
    meta.annotations.put(key, value);
    return this;
  }

  public ClaimFixture deletedAt(Instant at) {
    meta.deleted = Optional.of(at);
    return this;
  }

  public ClaimFixture createdAt(Instant at) {
    meta.created = at;
    return this;
  }

  public ClaimFixture withoutFinalizer() {
    meta.finalizers.clear();
    return this;
  }

  public ClaimFixture grace(Duration value) {
    grace = Optional.of(value);
    return this;
  }

  public ClaimFixture expireAfter(Duration value) {
    expireAfter = Optional.of(value);
    return this;
  }

  /// Changes what was built so far, such as its conditions.
  public ClaimFixture and(UnaryOperator<ClaimFacts> change) {
    var before = last;
    last = claim -> change.apply(before.apply(claim));
    return this;
  }

  public ClaimFacts build() {
    return last.apply(
        new ClaimFacts(
            meta.build(),
            nodeClass,
            Requirements.none(),
            requests,
            List.of(),
            startupTaints,
            grace,
            expireAfter,
            providerId,
            Optional.of("image-1"),
            nodeName,
            Resources.none(),
            Resources.none(),
            Optional.empty(),
            Conditions.stored(List.of())));
  }
}
