package karpenter.operator.provider;

import java.time.InstantSource;
import java.util.List;
import karpenter.operator.Fence;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.runtime.Deadlines.Call;
import karpenter.operator.state.ClusterState;

/// A provider whose cloud is not called any more once another process may lead.
public final class FencedProvider extends InterceptedProvider {
  private final Fence fence;

  public FencedProvider(CloudProvider provider, Fence fence) {
    super(provider);
    this.fence = fence;
  }

  @Override
  protected <T> T pass(CloudMethod method, String about, Call<T> call)
      throws Unreachable, InterruptedException {
    fence.check();
    return call.make();
  }

  /// The same plan, for a provider behind the fence.
  public static ProviderPlan plan(ProviderPlan plan, Fence fence) {
    return new ProviderPlan() {
      @Override
      public List<NodeClassKind> nodeClassKinds() {
        return plan.nodeClassKinds();
      }

      @Override
      public ProviderLabels labels() {
        return plan.labels();
      }

      @Override
      public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
        return new FencedProvider(plan.open(kube, state, clock), fence);
      }
    };
  }
}
