package karpenter.app;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import karpenter.app.cluster.Clusters;
import karpenter.app.cluster.LiveClusters;
import karpenter.app.completion.CompletionCommand;
import karpenter.app.convert.ConvertCommand;
import karpenter.app.crds.CrdsCommand;
import karpenter.app.demo.DemoCommand;
import karpenter.app.explain.ExplainCommand;
import karpenter.app.generate.GenerateCommand;
import karpenter.app.lint.LintCommand;
import karpenter.app.plan.PlanCommand;
import karpenter.app.rehearse.RehearseCommand;
import karpenter.app.run.RunCommand;
import karpenter.app.simulate.SimulateCommand;
import karpenter.app.snapshot.Images;
import karpenter.app.snapshot.SnapshotCommand;
import karpenter.app.top.TopCommand;
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
      "  karpenter snapshot -o cluster.json      a cluster's state, for plan --against and explain",
      "  karpenter plan --against live -f changes/   what they would do to a cluster",
      "  karpenter explain pod shop/web-x2v5k    why it waits, or is where it is",
      "  karpenter top                           the cluster, live in the terminal",
      "  karpenter plan --help                   all there is to say about plan"
    })
public final class Main {
  Main() {}

  public static void main(String[] args) {
    var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code =
        commandLine(System.getenv(), new LiveClusters(System.getenv()), System.in)
            .setOut(out)
            .setErr(err)
            .execute(args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /// The whole command line, for `main` and for tests.
  ///
  /// @param clusters where commands find theirs
  /// @param stdin what `-f -` reads
  public static CommandLine commandLine(
      Map<String, String> environment, Clusters clusters, InputStream stdin) {
    var clock = InstantSource.system();
    var images = new Images(clusters, clock);
    return new CommandLine(new Main())
        .addSubcommand(new PlanCommand(stdin, images, environment))
        .addSubcommand(new RunCommand(environment))
        .addSubcommand(new CrdsCommand(clusters))
        .addSubcommand(new SnapshotCommand(clusters, clock))
        .addSubcommand(new ExplainCommand(images))
        .addSubcommand(new TopCommand(images, environment))
        .addSubcommand(new CompletionCommand())
        .addSubcommand(new ConvertCommand(stdin))
        .addSubcommand(new LintCommand(stdin))
        .addSubcommand(new GenerateCommand())
        .addSubcommand(new DemoCommand())
        .addSubcommand(new RehearseCommand())
        .addSubcommand(new SimulateCommand(images))
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
