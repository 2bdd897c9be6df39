package karpenter.app.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `karpenter plan` that make it a plan against a cluster.
final class AgainstOptions {
  @Option(
      names = "--against",
      paramLabel = "live|FILE",
      description =
          "Take the manifests as changes to a cluster: the one of the kubeconfig, or a snapshot of"
              + " one (karpenter snapshot). Shows what the controller would then do.")
  @Nullable String against;

  @Option(
      names = "--delete",
      paramLabel = "KIND/[NAMESPACE/]NAME",
      description = "With --against: an object that goes, such as deployment/shop/web.")
  List<String> deletions = List.of();

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description =
          "With --against: exit with 1 when it holds. MEASURE, a comparison and a number:"
              + " 'cost>+3%%', 'unschedulable>0'. Measures: cost, nodes, unschedulable, added,"
              + " removed, moved.")
  List<String> failIf = List.of();

  @Option(
      names = "--horizon",
      paramLabel = "DURATION",
      description =
          "With --against: how far to look ahead if the cluster does not come to rest; default:"
              + " ${DEFAULT-VALUE}.")
  String horizon = "2h";

  @Option(
      names = "--run-flag",
      paramLabel = "FLAG",
      description =
          "With --against: a flag the controller runs with, such as"
              + " --run-flag=feature-gates=NodeOverlay=true.")
  List<String> runFlags = List.of();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "With --against live: where the cluster is; default: KUBECONFIG, then the pod's own"
              + " cluster.")
  String kubeconfig = "";

  /// An option that means nothing without `--against`; empty when there is none.
  String orphan() {
    if (!deletions.isEmpty()) return "--delete";
    if (!failIf.isEmpty()) return "--fail-if";
    if (!runFlags.isEmpty()) return "--run-flag";
    return kubeconfig.isEmpty() ? "" : "--kubeconfig";
  }
}
