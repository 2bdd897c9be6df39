package karpenter.app.crds;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import karpenter.api.schema.CrdSchemas;
import karpenter.app.ExitCode;
import karpenter.app.cluster.Clusters;
import karpenter.app.cluster.NoCluster;
import karpenter.operator.Unreachable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `karpenter crds`.
@Command(
    name = "crds",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the custom resource definitions, or applies them to a cluster with `crds apply`.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:printed, or all of them are in the cluster",
      "2:the cluster refused one, or cannot be found from the kubeconfig",
      "64:the command line is wrong",
      "69:the cluster does not answer"
    },
    footerHeading = "%nExamples:%n",
    footer = {"  karpenter crds | kubectl apply -f -", "  karpenter crds apply"})
public final class CrdsCommand implements Callable<Integer> {
  private final Clusters clusters;

  @Spec private @Nullable CommandSpec spec;

  public CrdsCommand(Clusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() {
    var out = out();
    var separator = "";
    for (var crd : CrdSchemas.all()) {
      out.print(separator + crd.yaml());
      separator = "---\n";
    }
    out.flush();
    return ExitCode.DONE.code();
  }

  @Command(
      name = "apply",
      mixinStandardHelpOptions = true,
      description = "Creates or updates the definitions in a cluster, and says what it did.",
      footerHeading = "%nExamples:%n",
      footer = {"  karpenter crds apply", "  karpenter crds apply --kubeconfig ~/.kube/config"})
  int apply(
      @Option(
              names = "--kubeconfig",
              paramLabel = "FILE",
              description =
                  "Where the cluster is; default: KUBECONFIG, then the pod's own cluster.")
          @Nullable String kubeconfig)
      throws InterruptedException {
    try (var cluster = clusters.connect(kubeconfig == null ? "" : kubeconfig)) {
      return install(new CrdInstaller(cluster.kube()));
    } catch (NoCluster e) {
      err().println("karpenter: " + e.getMessage());
      return ExitCode.BAD_INPUT.code();
    } catch (Unreachable e) {
      err().println("karpenter: the cluster does not answer: " + e.getMessage());
      return ExitCode.UNAVAILABLE.code();
    }
  }

  private int install(CrdInstaller installer) throws Unreachable, InterruptedException {
    var code = ExitCode.DONE;
    for (var crd : CrdSchemas.all()) {
      var name = crd.document().at("/metadata/name").asText();
      switch (installer.install(crd)) {
        case CrdInstaller.Result.Created _ -> out().println(name + " created");
        case CrdInstaller.Result.Updated _ -> out().println(name + " updated");
        case CrdInstaller.Result.Unchanged _ -> out().println(name + " unchanged");
        case CrdInstaller.Result.Refused(var message) -> {
          err().println("karpenter: " + name + " refused: " + message);
          code = ExitCode.BAD_INPUT;
        }
      }
    }
    out().flush();
    return code.code();
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }

  private PrintWriter err() {
    return spec().commandLine().getErr();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("called by nobody's command line");
    }
    return spec;
  }
}
