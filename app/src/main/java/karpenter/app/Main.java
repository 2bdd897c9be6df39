package karpenter.app;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import karpenter.app.cluster.LiveClusters;
import karpenter.app.convert.ConvertCommand;
import karpenter.app.crds.CrdsCommand;
import karpenter.app.demo.DemoCommand;
import karpenter.app.generate.GenerateCommand;
import karpenter.app.lint.LintCommand;
import karpenter.app.plan.PlanCommand;
import karpenter.app.rehearse.RehearseCommand;
import karpenter.app.run.RunCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/// The command line `karpenter`.
@Command(
    name = "karpenter",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Decides which nodes a Kubernetes cluster should buy.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter demo                          a cluster in memory to watch and to play with",
      "  karpenter plan -f examples/first        plan the manifests of a directory",
      "  kubectl get pods,nodepools -A -o yaml | karpenter plan -f -",
      "  karpenter convert -f old/ > new.yaml    manifests of older versions as v1",
      "  karpenter lint -f manifests/            what is legal in them and still not wise",
      "  karpenter generate stateless batch      NodePools and a node class to start from",
      "  karpenter crds apply                    put the definitions into a cluster",
      "  karpenter run                           run the controller on it",
      "  karpenter plan --help                   all there is to say about plan"
    })
public final class Main {
  Main() {}

  public static void main(String[] args) {
    var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code =
        commandLine(
                new PlanCommand(System.in),
                new RunCommand(System.getenv()),
                new CrdsCommand(new LiveClusters(System.getenv())),
                System.in)
            .setOut(out)
            .setErr(err)
            .execute(args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /// The whole command line, for `main` and for tests.
  ///
  /// @param stdin what `-f -` reads
  public static CommandLine commandLine(
      PlanCommand plan, RunCommand run, CrdsCommand crds, InputStream stdin) {
    return new CommandLine(new Main())
        .addSubcommand(plan)
        .addSubcommand(run)
        .addSubcommand(crds)
        .addSubcommand(new ConvertCommand(stdin))
        .addSubcommand(new LintCommand(stdin))
        .addSubcommand(new GenerateCommand())
        .addSubcommand(new DemoCommand())
        .addSubcommand(new RehearseCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        // A misspelled option must not become a file name of -f.
        .setUnmatchedOptionsAllowedAsOptionParameters(false)
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionExceptionHandler((e, commandLine, _) -> bug(e, commandLine));
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    var err = e.getCommandLine().getErr();
    err.println("karpenter: " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try: %s --help".formatted(e.getCommandLine().getCommandSpec().qualifiedName()));
    return ExitCode.USAGE.code();
  }

  private static int bug(Exception e, CommandLine commandLine) {
    var err = commandLine.getErr();
    err.println(
        "karpenter: this is a bug; please report it with what follows and, if you can, the input.");
    e.printStackTrace(err);
    return ExitCode.BUG.code();
  }
}
