package karpenter.operator.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.CloudMethod;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.InterceptedProvider;
import karpenter.operator.runtime.Deadlines.Call;

/// A cloud whose calls go wrong in the way a test asks for.
public final class TroubledCloud extends InterceptedProvider {
  private final List<Call<?>> onTheWay = new ArrayList<>();
  private Trouble trouble = Trouble.NONE;

  /// Opens when a call has begun to hang.
  public final CountDownLatch hanging = new CountDownLatch(1);

  public enum Trouble {
    NONE,
    /// It is not done, and not answered until its thread is interrupted.
    HANGS,
    /// It is done, and its answer is lost.
    ANSWER_LOST,
    /// It is done twice, and answered as the second time.
    DONE_TWICE,
    /// It is given up, and done when it [#arrive]s.
    LATE
  }

  public TroubledCloud(CloudProvider cloud) {
    super(cloud);
  }

  public TroubledCloud with(Trouble now) {
    trouble = now;
    return this;
  }

  /// What was late is done now, and nobody hears the answer.
  public void arrive() throws Unreachable, InterruptedException {
    var arrived = List.copyOf(onTheWay);
    onTheWay.clear();
    for (var call : arrived) {
      var _ = call.make();
    }
  }

  @Override
  protected <T> T pass(CloudMethod method, String about, Call<T> call)
      throws Unreachable, InterruptedException {
    return switch (trouble) {
      case NONE -> call.make();
      case HANGS -> {
        hanging.countDown();
        new CountDownLatch(1).await();
        throw new AssertionError("nobody opens this latch");
      }
      case ANSWER_LOST -> {
        var lost = call.make();
        throw new Unreachable("the answer was lost: " + lost);
      }
      case DONE_TWICE -> {
        var _ = call.make();
        yield call.make();
      }
      case LATE -> {
        onTheWay.add(call);
        throw new Unreachable(method.label() + " was not answered in time");
      }
    };
  }
}
