package karpenter.app.demo;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import karpenter.app.ExitCode;
import karpenter.app.logs.Logs;
import karpenter.simulator.runtime.Driver;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `karpenter demo`.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Plays a small shop on a cluster in memory: the controller is the real one, machines and time are simulated."
          + " Needs no cluster and no cloud, and writes no file.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the story ended with all pods running and the cluster consolidated",
      "1:the story did not end well",
      "64:the command line is wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {"  karpenter demo --headless", "  karpenter demo --headless --seed 7"})
public final class DemoCommand implements Callable<Integer> {
  @Option(names = "--headless", description = "Tell the story as text and exit.")
  private boolean headless;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "One seed, one story; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Logs.silent();
    var problems = Driver.call(() -> new Telling(out(), seed).tell());
    if (!problems.isEmpty()) {
      commandSpec().commandLine().getErr().println("karpenter: the story did not end well");
      return ExitCode.FOUND.code();
    }
    return ExitCode.DONE.code();
  }

  private PrintWriter out() {
    return commandSpec().commandLine().getOut();
  }

  private CommandSpec commandSpec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
