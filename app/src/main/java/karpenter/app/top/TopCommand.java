package karpenter.app.top;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import karpenter.api.DurationText;
import karpenter.app.ExitCode;
import karpenter.app.against.Lookout;
import karpenter.app.against.RunFlags;
import karpenter.app.cluster.NoCluster;
import karpenter.app.snapshot.Images;
import karpenter.app.terminal.Ink;
import karpenter.operator.Unreachable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `karpenter top`.
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows a cluster in the terminal: nodes, how full they are, what they cost, why they stay,"
          + " and pods that wait.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:shown",
      "2:the cluster or the file cannot be found or read",
      "64:the command line is wrong",
      "69:the cluster does not answer"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter top                            until Ctrl-C",
      "  karpenter top --once | sort -k5          one picture, for scripts",
      "  karpenter top --against cluster.json     a snapshot"
    })
public final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Option(
      names = "--once",
      description = "One picture and out, as without a terminal or with a snapshot.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "How long a picture stays; default: ${DEFAULT-VALUE}.")
  private String interval = "5s";

  @Mixin private Lookout lookout = new Lookout();

  @Option(names = "--no-color", description = "Write text without emphasis, as NO_COLOR does.")
  private boolean noColor;

  @Spec private @Nullable CommandSpec spec;

  private final Images images;
  private final Map<String, String> environment;

  public TopCommand(Images images, Map<String, String> environment) {
    this.images = images;
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    var pause = DurationText.parse(interval).filter(Duration::isPositive);
    if (pause.isEmpty()) {
      throw wrong("--interval: found \"%s\"; expected a time such as 5s".formatted(interval));
    }
    var console = System.console();
    boolean isLive = !once && lookout.isLive() && console != null && console.isTerminal();
    try {
      while (true) {
        var picture = picture(isLive);
        var out = spec().commandLine().getOut();
        out.print(isLive ? CLEAR + picture : picture);
        out.flush();
        if (!isLive) {
          return ExitCode.DONE.code();
        }
        Thread.sleep(pause.get());
      }
    } catch (RunFlags.Wrong e) {
      throw wrong(String.valueOf(e.getMessage()));
    } catch (NoCluster | Images.Unusable e) {
      return refuse(String.valueOf(e.getMessage()), ExitCode.BAD_INPUT);
    } catch (Unreachable e) {
      return refuse("the cluster does not answer: " + e.getMessage(), ExitCode.UNAVAILABLE);
    }
  }

  private String picture(boolean isLive)
      throws RunFlags.Wrong, NoCluster, Images.Unusable, Unreachable, InterruptedException {
    var view = lookout.look(images, View::of);
    return Picture.of(
        view,
        Ink.of(!noColor, environment),
        isLive ? size("COLUMNS") : 0,
        isLive ? size("LINES") : 0);
  }

  /// What the shell says of the terminal; 0 where it says nothing.
  private int size(String variable) {
    try {
      return Integer.parseInt(environment.getOrDefault(variable, "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  private int refuse(String message, ExitCode code) {
    spec().commandLine().getErr().println("karpenter: " + message);
    return code.code();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("only picocli runs commands");
    }
    return spec;
  }
}
