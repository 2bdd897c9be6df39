package karpenter.operator.provider;

import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Deadlines.Call;

/// A cloud that can be asked and not told: nothing is launched, ended or acknowledged.
public final class ObservingProvider extends InterceptedProvider {
  public static final String REASON = "Observing";

  public ObservingProvider(CloudProvider provider) {
    super(provider);
  }

  @Override
  protected <T> T pass(CloudMethod method, String about, Call<T> call)
      throws Unreachable, InterruptedException {
    return call.make();
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return new LaunchOutcome.Failed(REASON, "observe mode: nothing is launched");
  }

  @Override
  public DeleteOutcome delete(String providerId) {
    return DeleteOutcome.UNDER_WAY;
  }

  /// Somebody else acts on them.
  @Override
  public void acknowledge(Notice notice) {}
}
