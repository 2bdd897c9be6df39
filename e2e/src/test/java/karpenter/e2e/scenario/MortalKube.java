package karpenter.e2e.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// What one life of an operator has of the cluster. From its death on nothing of it gets through,
/// as if its process had been killed.
final class MortalKube implements Kube {
  private final Kube server;
  private volatile boolean isDead;

  MortalKube(Kube server) {
    this.server = server;
  }

  void die() {
    isDead = true;
  }

  private Kube alive() throws Unreachable {
    if (isDead) {
      throw new Unreachable("this operator was killed");
    }
    return server;
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
    return alive().get(resource, key);
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace)
      throws Unreachable, InterruptedException {
    return alive().list(resource, namespace);
  }

  @Override
  public Answer create(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    return alive().create(resource, object);
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch)
      throws Unreachable, InterruptedException {
    return alive().patch(resource, key, patch);
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object)
      throws Unreachable, InterruptedException {
    return alive().replace(resource, key, object);
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable, InterruptedException {
    return alive().delete(resource, key, deletion);
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) throws Unreachable, InterruptedException {
    return alive().evict(pod, uid);
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    return server.watch(resource, sink);
  }
}
