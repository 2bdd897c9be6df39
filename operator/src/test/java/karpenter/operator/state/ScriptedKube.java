package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// Answers as it was told to, and remembers what it was asked.
public final class ScriptedKube implements Kube {
  public final Deque<Answer> answers = new ArrayDeque<>();
  public final List<String> asked = new ArrayList<>();

  private Answer answer(String question) {
    asked.add(question);
    return answers.remove();
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) {
    return answer("get " + resource.plural() + " " + key);
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace) {
    return List.of();
  }

  @Override
  public Answer create(Resource resource, ObjectNode object) {
    return answer("create " + resource.plural() + " " + object);
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch) {
    return answer(
        "%s %s%s %s %s"
            .formatted(
                patch.form(),
                resource.plural(),
                patch.subresource().map(s -> "/" + s).orElse(""),
                key,
                patch.body()));
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    throw new UnsupportedOperationException("nobody replaces");
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    return answer("delete " + resource.plural() + " " + key);
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) {
    throw new UnsupportedOperationException("nobody evicts");
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    return () -> {};
  }
}
