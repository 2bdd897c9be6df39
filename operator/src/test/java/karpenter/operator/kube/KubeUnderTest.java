package karpenter.operator.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import karpenter.operator.Unreachable;

/// What the themes of the suite share.
interface KubeUnderTest {
  AtomicInteger NAMES = new AtomicInteger();

  /// Tries before something that should come about counts as not coming.
  int MAX_TRIES = 900;

  Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);

  Kube kube();

  /// Lets controllers and watches get on: a short sleep beside a real control plane, a step of the
  /// world in memory.
  void settle() throws InterruptedException;

  /// A question about the world.
  interface Claim {
    boolean holds() throws Unreachable, InterruptedException;
  }

  default void eventually(String claim, Claim question) throws Unreachable, InterruptedException {
    for (int i = 0; i < MAX_TRIES; i++) {
      if (question.holds()) {
        return;
      }
      settle();
    }
    fail("it never came about that " + claim);
  }

  /// A name no other test uses.
  default String unique(String stem) {
    return stem + "-" + NAMES.incrementAndGet();
  }

  default ObjectKey key(ObjectNode object) {
    return Trees.key(object);
  }

  default ObjectNode created(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    return done(kube().create(resource, object));
  }

  default ObjectNode patched(Resource resource, ObjectNode object, Patch patch)
      throws Unreachable, InterruptedException {
    return done(kube().patch(resource, key(object), patch));
  }

  default Optional<ObjectNode> found(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    return switch (kube().get(resource, key(object))) {
      case Answer.Done(var now) -> Optional.of(now);
      case Answer.NotFound _ -> Optional.empty();
      case Answer other -> fail("get answered " + other);
    };
  }

  default boolean isThere(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    return found(resource, object).isPresent();
  }

  default ObjectNode now(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    return found(resource, object)
        .orElseThrow(() -> new AssertionError(key(object) + " is not there any more"));
  }

  default ObjectNode done(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Done.class);
    return ((Answer.Done) answer).object();
  }

  default Answer.Refused refused(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return (Answer.Refused) answer;
  }
}
