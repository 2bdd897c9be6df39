package karpenter.app.generate;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import karpenter.app.ExitCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `karpenter generate`.
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes NodePools and a node class to start from, for the kinds of work you have. Needs no cluster.",
      "",
      "Pools of several profiles exclude each other by taints: only stateless takes pods without tolerations."
          + " `karpenter lint` finds nothing in what is written.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:written", "64:the command line is wrong"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter generate stateless",
      "  karpenter generate stateless stateful batch --provider aws --cluster shop > pools.yaml",
      "  karpenter generate pci --provider oci --cluster shop",
      "  karpenter generate all --provider kwok | kubectl apply -f -"
    })
public final class GenerateCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Parameters(
      arity = "1..*",
      paramLabel = "PROFILE",
      description = "stateless, stateful, batch, gpu, system, pci, or all.")
  private List<String> names = List.of();

  @Option(
      names = "--provider",
      paramLabel = "CLOUD",
      description = "One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private Cloud provider = Cloud.AWS;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description =
          "The name of the cluster, by which subnets, security groups and roles are found;"
              + " default: a placeholder, $${CLUSTER_NAME}.")
  private String cluster = "${CLUSTER_NAME}";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var out = commandSpec().commandLine().getOut();
    out.print(Manifests.of(profiles(), provider, cluster));
    out.flush();
    return ExitCode.DONE.code();
  }

  private List<Profile> profiles() {
    var chosen = EnumSet.noneOf(Profile.class);
    for (var name : names) {
      if (name.equals(ALL)) {
        chosen.addAll(EnumSet.allOf(Profile.class));
      } else {
        chosen.add(profile(name));
      }
    }
    return List.copyOf(chosen);
  }

  private Profile profile(String name) {
    return Arrays.stream(Profile.values())
        .filter(profile -> profile.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    commandSpec().commandLine(),
                    "no profile is called %s; there are stateless, stateful, batch, gpu, system, pci and all"
                        .formatted(name)));
  }

  private CommandSpec commandSpec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
