package karpenter.e2e.lab;

import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import karpenter.operator.kube.Kube;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderFactory;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.state.ClusterState;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;

/// Found by `karpenter run --cloud-provider lab` when the lab's jar is on the class path.
public final class LabFactory implements ProviderFactory {
  private static final String ADDRESS = "LAB_CLOUD";

  @Override
  public String name() {
    return LabProvider.NAME;
  }

  @Override
  public ProviderPlan plan(Map<String, String> environment) throws IOException {
    var address = environment.getOrDefault(ADDRESS, "");
    if (address.isEmpty()) {
      throw new IOException(
          "the cloud of the fault lab is at the address in " + ADDRESS + ", which is not set");
    }
    return plan(URI.create(address));
  }

  static ProviderPlan plan(URI cloud) {
    return new ProviderPlan() {
      @Override
      public List<NodeClassKind> nodeClassKinds() {
        return List.of(new NodeClassKind(KwokProvider.NODE_CLASSES));
      }

      @Override
      public ProviderLabels labels() {
        return KwokProvider.labels(KwokCatalogue.standard());
      }

      @Override
      public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
        return new LabProvider(cloud, clock);
      }
    };
  }
}
