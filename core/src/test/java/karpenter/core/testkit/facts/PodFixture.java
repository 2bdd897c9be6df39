package karpenter.core.testkit.facts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import karpenter.core.facts.DoNotDisrupt;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PodFacts.ClaimedVolume;
import karpenter.core.facts.PodFacts.Phase;
import karpenter.core.facts.PodFacts.Scheduling;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.wire.DoNotDisruptReader;

/// A running, ready pod of a ReplicaSet in namespace `default`, unless it says otherwise.
public final class PodFixture {
  private final String name;
  private String uid;
  private final PodSpecBuilder spec = PodSpec.builder();
  private Optional<Instant> deleted = Optional.empty();
  private Optional<String> node = Optional.empty();
  private Phase phase = Phase.RUNNING;
  private Optional<Instant> ready = Optional.of(MetaFixture.CREATED);
  private Optional<Instant> started = Optional.of(MetaFixture.CREATED);
  private final List<Owner> owners = new ArrayList<>();
  private Optional<DoNotDisrupt> doNotDisrupt = Optional.empty();
  private String priorityClass = "";
  private OptionalLong grace = OptionalLong.of(30);
  private final List<ClaimedVolume> volumes = new ArrayList<>();
  private int deletionCost;
  private boolean isUnschedulable;

  private PodFixture(String name) {
    this.name = name;
    this.uid = "uid-" + name;
    owners.add(new Owner("apps/v1", "ReplicaSet", "web", "uid-web", true, true));
  }

  public static PodFixture pod(String name) {
    return new PodFixture(name);
  }

  public PodFixture uid(String value) {
    uid = value;
    return this;
  }

  public PodFixture on(String nodeName) {
    node = Optional.of(nodeName);
    return this;
  }

  public PodFixture phase(Phase value) {
    phase = value;
    return this;
  }

  public PodFixture unready() {
    ready = Optional.empty();
    return this;
  }

  public PodFixture startedAt(Instant at) {
    started = Optional.of(at);
    return this;
  }

  public PodFixture notStarted() {
    started = Optional.empty();
    return this;
  }

  public PodFixture deletedAt(Instant at) {
    deleted = Optional.of(at);
    return this;
  }

  public PodFixture ownedBy(String apiVersion, String kind) {
    owners.clear();
    owners.add(new Owner(apiVersion, kind, "owner", "uid-owner", true, true));
    return this;
  }

  public PodFixture ownerless() {
    owners.clear();
    return this;
  }

  public PodFixture ofDaemonSet() {
    return ownedBy("apps/v1", "DaemonSet");
  }

  public PodFixture ofStatefulSet() {
    return ownedBy("apps/v1", "StatefulSet");
  }

  public PodFixture mirror() {
    return ownedBy("v1", "Node");
  }

  public PodFixture labels(Map<String, String> labels) {
    spec.labels(labels);
    return this;
  }

  public PodFixture requests(Resources value) {
    spec.requests(value);
    return this;
  }

  /// The scheduler found no node for it.
  public PodFixture unschedulable() {
    node = Optional.empty();
    phase = Phase.PENDING;
    isUnschedulable = true;
    return this;
  }

  public PodFixture priority(int value) {
    spec.priority(value);
    return this;
  }

  public PodFixture deletionCost(int value) {
    deletionCost = value;
    return this;
  }

  /// As the annotation would say it.
  public PodFixture doNotDisrupt(String text) {
    doNotDisrupt = Optional.of(DoNotDisruptReader.read(text));
    return this;
  }

  public PodFixture priorityClass(String value) {
    priorityClass = value;
    return this;
  }

  public PodFixture grace(long seconds) {
    grace = OptionalLong.of(seconds);
    return this;
  }

  public PodFixture withoutGrace() {
    grace = OptionalLong.empty();
    return this;
  }

  public PodFixture mounts(String claim) {
    volumes.add(new ClaimedVolume(claim, Optional.empty(), false));
    return this;
  }

  public PodFixture toleratesEverything() {
    return tolerates(new Toleration("", Toleration.Operator.EXISTS, "", Optional.empty()));
  }

  public PodFixture toleratesDisrupted() {
    return tolerates(
        new Toleration(
            "karpenter.sh/disrupted",
            Toleration.Operator.EXISTS,
            "",
            Optional.of(Taint.Effect.NO_SCHEDULE)));
  }

  public PodFixture selecting(String label, String value) {
    spec.nodeAlternatives(List.of(Requirements.of(label, ValueSet.in(value))));
    return this;
  }

  public PodFixture tolerates(Toleration toleration) {
    spec.tolerate(toleration);
    return this;
  }

  public PodFacts build() {
    return new PodFacts(
        "default",
        name,
        uid,
        "1",
        MetaFixture.CREATED,
        deleted,
        spec.build(),
        Resources.none(),
        volumes,
        node,
        phase,
        new Scheduling(isUnschedulable, false, node.map(_ -> MetaFixture.CREATED)),
        ready,
        started,
        owners,
        doNotDisrupt,
        deletionCost,
        priorityClass,
        grace,
        Optional.empty());
  }
}
