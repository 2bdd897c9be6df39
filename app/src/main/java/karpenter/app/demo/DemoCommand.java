package karpenter.app.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.util.concurrent.Callable;
import karpenter.app.ExitCode;
import karpenter.app.http.WebServer;
import karpenter.simulator.runtime.Driver;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `karpenter demo`.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Plays a small shop on a cluster in memory, on a page to watch and to intervene: the"
          + " controller is the real one, machines and time are simulated. Needs no cluster and no"
          + " cloud, and writes no file.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the story ended with all pods running and the cluster consolidated; or it was ended by"
          + " Ctrl-C",
      "1:the story did not end well",
      "64:the command line is wrong",
      "69:the port is taken"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter demo",
      "  karpenter demo --speed 10 --port 9000",
      "  karpenter demo --headless --seed 7"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int DEFAULT_PORT = 8090;

  /// Tried one after the other, if nobody asked for one.
  private static final int PORTS_TRIED = 20;

  @Option(names = "--headless", description = "Tell the story as text and exit.")
  private boolean headless;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "One seed, one story; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Where the page is, on this machine only. Default: "
              + DEFAULT_PORT
              + ", or the next that is free.")
  private @Nullable Integer port;

  @Option(
      names = "--speed",
      paramLabel = "TIMES",
      description =
          "How many times as fast as on the wall the cluster's time passes, 1 to 1000; default:"
              + " ${DEFAULT-VALUE}.")
  private double speed = 60;

  @Option(names = "--paused", description = "Wait for somebody to press Resume.")
  private boolean paused;

  @Option(
      names = "--no-story",
      description = "Nothing happens to the shop but what is done on the page.")
  private boolean withoutStory;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return (headless ? tell() : show()).code();
  }

  private ExitCode tell() throws InterruptedException {
    var problems = Driver.call(() -> new Telling(out(), seed).tell());
    if (problems.isEmpty()) {
      return ExitCode.DONE;
    }
    err().println("karpenter: the story did not end well");
    return ExitCode.FOUND;
  }

  private ExitCode show() throws IOException, InterruptedException {
    if (!(speed >= 1 && speed <= Pace.MAX_SPEED)) {
      throw new ParameterException(
          commandSpec().commandLine(), "--speed: found %s; expected 1 to 1000".formatted(speed));
    }
    var cluster = new PacedCluster(seed, new Pace(DemoCluster.SLICE, speed, paused), !withoutStory);
    try (var server = serve(new DemoPages(cluster))) {
      out().printf("The demo is at http://127.0.0.1:%d/%n", server.port());
      out().println("Ctrl-C ends it; nothing is left behind.");
      out().flush();
      return untilTold(cluster);
    } catch (BindException taken) {
      err().printf("karpenter: port %d is taken; give another with --port%n", port());
      return ExitCode.UNAVAILABLE;
    }
  }

  private WebServer serve(DemoPages pages) throws IOException {
    for (int next = port(); ; next++) {
      try {
        return WebServer.startLocal(next, pages.pages(), pages.actions());
      } catch (BindException taken) {
        if (port != null || next == DEFAULT_PORT + PORTS_TRIED) {
          throw taken;
        }
      }
    }
  }

  private int port() {
    return port == null ? DEFAULT_PORT : port;
  }

  /// Ctrl-C is how a demo ends, so it ends as done rather than as killed. There is nothing to put
  /// away: what there is, is in memory.
  private static ExitCode untilTold(PacedCluster cluster) throws InterruptedException {
    var hook =
        new Thread(
            () -> {
              cluster.end();
              Runtime.getRuntime().halt(ExitCode.DONE.code());
            },
            "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    Driver.call(
        () -> {
          cluster.run();
          return true;
        });
    return ExitCode.DONE;
  }

  private PrintWriter out() {
    return commandSpec().commandLine().getOut();
  }

  private PrintWriter err() {
    return commandSpec().commandLine().getErr();
  }

  private CommandSpec commandSpec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
