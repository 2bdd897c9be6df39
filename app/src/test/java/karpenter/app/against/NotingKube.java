package karpenter.app.against;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// Notes what is listed, and allows nothing else.
record NotingKube(Kube kube, Set<String> listed) implements Kube {
  @Override
  public List<ObjectNode> list(Resource resource, String namespace)
      throws Unreachable, InterruptedException {
    listed.add(resource.plural());
    return kube.list(resource, namespace);
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) {
    throw new AssertionError("nobody needs to read " + resource.plural());
  }

  @Override
  public Answer create(Resource resource, ObjectNode object) {
    throw new AssertionError("a plan creates nothing");
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch) {
    throw new AssertionError("a plan changes nothing");
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    throw new AssertionError("a plan changes nothing");
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    throw new AssertionError("a plan deletes nothing");
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) {
    throw new AssertionError("a plan evicts nobody");
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    throw new AssertionError("a plan looks once");
  }
}
