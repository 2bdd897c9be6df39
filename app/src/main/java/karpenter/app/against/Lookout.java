package karpenter.app.against;

import java.util.List;
import java.util.function.Function;
import karpenter.app.cluster.NoCluster;
import karpenter.app.snapshot.Images;
import karpenter.operator.Unreachable;
import karpenter.simulator.runtime.Driver;
import picocli.CommandLine.Option;

/// The options of a command that looks at a cluster with the operator's eyes, and the look itself.
public final class Lookout {
  @Option(
      names = "--against",
      paramLabel = "live|FILE",
      description =
          "Where to look: the cluster of the kubeconfig, or a snapshot; default: ${DEFAULT-VALUE}.")
  private String against = Images.LIVE;

  @Option(
      names = "--run-flag",
      paramLabel = "FLAG",
      description =
          "A flag the controller runs with, such as --run-flag=feature-gates=NodeOverlay=true.")
  private List<String> runFlags = List.of();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Where the cluster is; default: KUBECONFIG, then the pod's own cluster.")
  private String kubeconfig = "";

  public boolean isLive() {
    return against.equals(Images.LIVE);
  }

  /// @param question asked while the operator is there
  public <T> T look(Images images, Function<Insight, T> question)
      throws RunFlags.Wrong, NoCluster, Images.Unusable, Unreachable, InterruptedException {
    var settings = RunFlags.observing(runFlags);
    var image = images.read(against, kubeconfig);
    var catalogue = Images.catalogue(image);
    return Driver.call(
        () -> {
          try (var insight = new Insight(image, catalogue, settings)) {
            return question.apply(insight);
          }
        });
  }
}
