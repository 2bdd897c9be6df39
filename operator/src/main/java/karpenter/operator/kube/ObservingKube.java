package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.operator.Unreachable;

/// A cluster that can be read and not written: under everything else, so that whatever a loop or a
/// provider tries in observe mode, nothing reaches the server.
public final class ObservingKube implements Kube {
  public static final String REASON = "Observing";
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY = 429;
  private static final String MESSAGE = "observe mode: nothing is written to the cluster";

  private final Kube kube;

  public ObservingKube(Kube kube) {
    this.kube = kube;
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
    return kube.get(resource, key);
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace)
      throws Unreachable, InterruptedException {
    return kube.list(resource, namespace);
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    return kube.watch(resource, sink);
  }

  @Override
  public Answer create(Resource resource, ObjectNode object) {
    return refused();
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch) {
    return refused();
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    return refused();
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    return refused();
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) {
    return new Eviction.HeldBack(TOO_MANY, MESSAGE);
  }

  private static Answer refused() {
    return new Answer.Refused(FORBIDDEN, REASON, MESSAGE, JsonNodeFactory.instance.objectNode());
  }
}
