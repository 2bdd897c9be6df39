package karpenter.app.snapshot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import karpenter.app.cluster.Clusters;
import karpenter.app.cluster.NoCluster;
import karpenter.app.manifest.InputText;
import karpenter.operator.Unreachable;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.CatalogueReader;
import karpenter.provider.kwok.catalogue.KwokCatalogue;

/// Where commands get a cluster's state from: the cluster itself, or a file.
public final class Images {
  /// What `--against` calls the cluster itself.
  public static final String LIVE = "live";

  private final Clusters clusters;
  private final InstantSource clock;

  public Images(Clusters clusters, InstantSource clock) {
    this.clusters = clusters;
    this.clock = clock;
  }

  /// A file that holds no state of a cluster.
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  /// @param against `live`, or a file
  /// @param kubeconfig empty: as found in the environment
  public ClusterImage read(String against, String kubeconfig)
      throws NoCluster, Unreachable, Unusable, InterruptedException {
    if (against.equals(LIVE)) {
      try (var cluster = clusters.connect(kubeconfig)) {
        return SnapshotTaker.take(cluster.kube(), clock.instant());
      }
    }
    try {
      return switch (SnapshotFormat.read(InputText.LIMITED.of(Path.of(against)), clock.instant())) {
        case SnapshotFormat.Reading.Read(var image) -> image;
        case SnapshotFormat.Reading.Unreadable(var problem) ->
            throw new Unusable(against + ": " + problem.sentence());
      };
    } catch (IOException e) {
      throw new Unusable("cannot read %s: %s".formatted(against, e));
    }
  }

  /// What the cluster buys from, as far as the snapshot says.
  public static Catalogue catalogue(ClusterImage image) throws Unusable {
    if (image.catalogue().isEmpty()) {
      return KwokCatalogue.standard();
    }
    var read = CatalogueReader.read(image.catalogue().get().toString());
    if (read.catalogue().types().isEmpty()) {
      throw new Unusable("the snapshot's catalogue has no instance type that can be used");
    }
    return read.catalogue();
  }
}
