package karpenter.operator.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.facts.ClaimFacts;
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
    return cluster.snapshot().claims().stream().map(TestKube::tree).toList();
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
