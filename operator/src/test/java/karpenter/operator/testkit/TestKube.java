package karpenter.operator.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// The eviction API; loops do everything else through the writer.
public final class TestKube implements Kube {
  /// Pods that budgets hold back, by name.
  public final Set<String> heldBack = new TreeSet<>();

  /// Pods whose eviction was asked for, by name, in order.
  public final List<String> asked = new ArrayList<>();

  /// Whether the watch tells of an eviction at once.
  public boolean tellsAtOnce = true;

  /// Pods that are bound and that no watch has told yet, by node. Asking for them makes them known.
  public final Map<String, PodFacts> untold = new TreeMap<>();

  /// Claims that lists lack although they exist, by name.
  public final Set<String> hiddenClaims = new TreeSet<>();

  /// Claims that exist and that nobody is told of unless they ask for them: uids by name.
  public final Map<String, String> untoldClaims = new TreeMap<>();

  private final TestCluster cluster;

  TestKube(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public Eviction evict(ObjectKey key, String uid) {
    asked.add(key.name());
    var pod = cluster.snapshot().pod(key);
    if (pod.isEmpty()) {
      return new Eviction.Gone(404);
    }
    if (!pod.get().uid().equals(uid)) {
      return new Eviction.Gone(409);
    }
    if (heldBack.contains(key.name())) {
      return new Eviction.HeldBack(429, "the budget does not allow it");
    }
    if (tellsAtOnce) {
      cluster.startStopping(pod.get());
    }
    return new Eviction.Accepted(201);
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) {
    var untoldClaim = untoldClaims.get(key.name());
    if (resource.equals(Resource.NODE_CLAIMS) && untoldClaim != null) {
      var claim = JsonNodeFactory.instance.objectNode();
      claim.putObject("metadata").put("uid", untoldClaim);
      return new Answer.Done(claim);
    }
    var snapshot = cluster.snapshot();
    boolean exists =
        resource.equals(Resource.NODES)
            ? snapshot.node(key.name()).isPresent()
            : snapshot.claim(key.name()).isPresent();
    return exists ? new Answer.Done(JsonNodeFactory.instance.objectNode()) : new Answer.NotFound();
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace) {
    if (!resource.equals(Resource.NODE_CLAIMS)) {
      throw notHere();
    }
    return cluster.snapshot().claims().stream()
        .filter(claim -> !hiddenClaims.contains(claim.name()))
        .map(TestKube::tree)
        .toList();
  }

  @Override
  public List<ObjectNode> podsOn(String node) {
    Optional.ofNullable(untold.remove(node)).ifPresent(cluster::put);
    return List.of();
  }

  /// As much of a claim as anybody reads from the API server itself.
  private static ObjectNode tree(ClaimFacts claim) {
    var tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("metadata").put("name", claim.name()).put("uid", claim.meta().uid());
    tree.putObject("status").put("providerID", claim.providerId().orElse(""));
    return tree;
  }

  @Override
  public Answer create(Resource resource, ObjectNode object) {
    throw notHere();
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch) {
    throw notHere();
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    throw notHere();
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    throw notHere();
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    throw notHere();
  }

  private static UnsupportedOperationException notHere() {
    return new UnsupportedOperationException("loops write through the writer");
  }
}
