package karpenter.app.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import karpenter.api.Problem;
import karpenter.app.ExitCode;
import karpenter.app.cluster.NoCluster;
import karpenter.app.manifest.InputProblem;
import karpenter.app.manifest.InputText;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Images;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.Churn;
import karpenter.operator.Unreachable;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.trace.Played;
import karpenter.simulator.trace.Setup;
import karpenter.simulator.trace.Simulation;
import karpenter.simulator.trace.Terms;
import karpenter.simulator.trace.Times;
import karpenter.simulator.trace.Trace;
import karpenter.simulator.trace.TraceReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `karpenter simulate`.
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Plays days of a cluster in seconds: what would it cost, how long would pods wait, how many"
          + " would be evicted? Needs no cluster.",
      "",
      "The operator that runs in production runs here in virtual time, with a simulated cloud. The"
          + " same input and seed give the same answer.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:played",
      "2:some input could not be understood; the rest was played",
      "3:played, and some pods never ran",
      "64:the command line is wrong",
      "69:the cluster does not answer, or does not let us read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter simulate --trace examples/trace/small.jsonl --nodepools examples/trace/pools",
      "  karpenter simulate --trace pods.csv --nodepools a/ --compare b/ --output html report.html",
      "  karpenter simulate --snapshot cluster.json --compare cheaper-pools/ --for 7d",
      "  karpenter simulate --generate nodes=50,pods=500,arrivals=200,days=1 --nodepools pools/"
          + " --faults calls=5,nodes=2"
    })
public final class SimulateCommand implements Callable<Integer> {
  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

  /// What is played: one of them.
  static final class Source {
    @Option(
        names = "--trace",
        paramLabel = "FILE",
        description = "What happens: JSON lines, or the CSV of a list of pods.")
    private @Nullable Path file;

    @Option(
        names = "--generate",
        paramLabel = "SPEC",
        description =
            "What happens is made up: nodes=N,pods=N,arrivals=N,days=N (arrivals an hour).")
    private @Nullable String spec;

    @Option(
        names = "--snapshot",
        paramLabel = "FILE|live",
        description =
            "The workloads of a cluster, as karpenter snapshot writes them, or of the cluster"
                + " itself.")
    private @Nullable String snapshot;
  }

  @Option(
      names = "--nodepools",
      paramLabel = "DIR",
      description =
          "NodePools and whatever else is there from the beginning; a catalogue.json in it says"
              + " what is sold. Default with --snapshot: the snapshot's own.")
  private @Nullable Path pools;

  @Option(
      names = "--compare",
      paramLabel = "DIR",
      description = "A second configuration, played beside the first.")
  private @Nullable Path compared;

  @Option(
      names = "--catalogue",
      paramLabel = "FILE",
      description =
          "Instance types and prices for directories without a catalogue.json. Default: KWOK's own"
              + " 144 types.")
  private @Nullable Path catalogue;

  @Option(
      names = "--node-cost",
      paramLabel = "DOLLARS",
      description =
          "What a node costs an hour beside its instance, unless its NodePool says otherwise;"
              + " default: ${DEFAULT-VALUE}, as for the controller. 0 counts prices only.")
  private double nodeCost = NodeCost.DEFAULT;

  @Option(
      names = "--eviction-price",
      paramLabel = "DOLLARS",
      description =
          "What evicting a pod costs, which consolidation has to earn, unless an annotation says"
              + " otherwise; default: ${DEFAULT-VALUE}, as for the controller. 0: nothing.")
  private double evictionPrice = Churn.DEFAULT_PRICE;

  @Option(
      names = "--faults",
      paramLabel = "SPEC",
      description =
          "What goes wrong all the time: calls=N of a thousand calls, nodes=N machines a day,"
              + " restarts=N of the operator a day.")
  private String faults = "";

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides everything that is left to chance; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "Plays only the beginning, such as 7d; default: all. Of a snapshot: 1d.")
  private String length = "";

  @Option(
      names = "--boot",
      paramLabel = "TIME",
      description =
          "How long a machine takes to become a node, give or take a half; default:"
              + " ${DEFAULT-VALUE}.")
  private String boot = "40s";

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      description =
          "A pod that has not begun to run by then is taken away; default: ${DEFAULT-VALUE}.")
  private String patience = "24h";

  @Option(
      names = {"-o", "--output"},
      arity = "1..2",
      paramLabel = "FORM [FILE]",
      description = "text, json or html, and the file to write; default: text, on the terminal.")
  private List<String> output = List.of("text");

  @Option(names = "--no-progress", description = "Shows no progress, even on a terminal.")
  private boolean noProgress;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Where --snapshot live finds the cluster; default: as kubectl does.")
  private String kubeconfig = "";

  @Spec private @Nullable CommandSpec spec;

  private final Images images;

  public SimulateCommand(Images images) {
    this.images = images;
  }

  @Override
  public Integer call() throws InterruptedException {
    // Threads take turns here; on one carrier a turn is handed over without the operating system.
    if (System.getProperty("jdk.virtualThreadScheduler.parallelism") == null) {
      System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
    }
    var form = form();
    var terms = terms();
    if (!NodeCost.isValid(nodeCost)) {
      throw usage(
          "--node-cost: found %s; expected dollars an hour, 0 or more, such as 0.02"
              .formatted(nodeCost));
    }
    if (!NodeCost.isValid(evictionPrice)) {
      throw usage(
          "--eviction-price: found %s; expected dollars, 0 or more, such as 0.02"
              .formatted(evictionPrice));
    }
    var problems = new ArrayList<InputProblem>();
    Optional<ClusterImage> image;
    Catalogue sold;
    try {
      image = image();
      sold = image.isPresent() ? Images.catalogue(image.get()) : KwokCatalogue.standard();
    } catch (NoCluster | Images.Unusable e) {
      err().println(e.getMessage());
      return ExitCode.BAD_INPUT.code();
    } catch (Unreachable e) {
      err().println("the cluster does not answer: " + e.getMessage());
      return ExitCode.UNAVAILABLE.code();
    }
    var trace = image.isPresent() ? Optional.of(trace(image.get())) : trace(problems);
    var setups = setups(image, sold, problems);
    problems.forEach(problem -> err().println(problem.sentence()));
    if (trace.isEmpty() || setups.isEmpty()) {
      return ExitCode.BAD_INPUT.code();
    }
    var played = new ArrayList<Played>();
    for (var setup : setups) {
      try (var bar = ProgressBar.on(err(), setup.name(), isTerminal() && !noProgress)) {
        played.add(Simulation.play(trace.get(), setup, terms, bar));
      }
    }
    write(form, new SimulationReport(trace.get().title(), seed, played));
    return exitCode(problems, played).code();
  }

  private static ExitCode exitCode(List<InputProblem> problems, List<Played> played) {
    if (!problems.isEmpty() || played.stream().anyMatch(one -> !one.refused().isEmpty())) {
      return ExitCode.BAD_INPUT;
    }
    return played.stream().anyMatch(one -> one.pods().givenUp() > 0)
        ? ExitCode.UNPLACED
        : ExitCode.DONE;
  }

  private ReportForm form() {
    return ReportForm.named(output.getFirst())
        .orElseThrow(() -> usage("--output must be text, json or html, not " + output.getFirst()));
  }

  private void write(ReportForm form, SimulationReport report) {
    var text = form.render(report);
    if (output.size() == 1) {
      spec().commandLine().getOut().print(text);
      spec().commandLine().getOut().flush();
      return;
    }
    try {
      Files.writeString(Path.of(output.get(1)), text);
    } catch (IOException e) {
      throw usage("--output: %s cannot be written: %s".formatted(output.get(1), e));
    }
  }

  private Terms terms() {
    return new Terms(
        seed,
        Terms.USUAL.start(),
        time("--boot", boot),
        time("--patience", patience),
        length.isEmpty() ? Optional.empty() : Optional.of(time("--for", length)),
        read(() -> Specs.faults(faults)),
        Terms.USUAL.stretches());
  }

  private Optional<ClusterImage> image()
      throws NoCluster, Unreachable, Images.Unusable, InterruptedException {
    if (source.snapshot != null) {
      return Optional.of(images.read(source.snapshot, kubeconfig));
    }
    if (pools == null) {
      throw usage("--nodepools is missing: the configuration that is played");
    }
    return Optional.empty();
  }

  private Trace trace(ClusterImage image) {
    var title = String.valueOf(Path.of(String.valueOf(source.snapshot)).getFileName());
    return SnapshotTrace.of(
        title, image, length.isEmpty() ? Duration.ofDays(1) : time("--for", length));
  }

  private Optional<Trace> trace(List<InputProblem> problems) {
    var file = source.file;
    if (file == null) {
      var wanted = source.spec == null ? "" : source.spec;
      return Optional.of(read(() -> Specs.generated(wanted, seed)));
    }
    try {
      var lines = InputText.LIMITED.of(file).lines().toList();
      var read = TraceReader.read(String.valueOf(file.getFileName()), lines);
      read.problems()
          .forEach(
              one -> problems.add(new InputProblem(file.toString(), one.line(), one.problem())));
      return read.trace().events().hasNext() ? Optional.of(read.trace()) : Optional.empty();
    } catch (IOException e) {
      problems.add(
          new InputProblem(
              file.toString(),
              0,
              Problem.at("").found("an error when reading: " + e).expected("a readable trace")));
      return Optional.empty();
    }
  }

  private List<Setup> setups(
      Optional<ClusterImage> image, Catalogue sold, List<InputProblem> problems) {
    var reader =
        new SetupReader(
            Optional.ofNullable(catalogue),
            sold,
            Settings.DEFAULT.withNodeCost(nodeCost).withEvictionPrice(evictionPrice),
            problems);
    var setups = new ArrayList<Setup>();
    var first =
        pools == null
            ? image.flatMap(one -> reader.of(one, Path.of(String.valueOf(source.snapshot))))
            : reader.read(pools);
    first.ifPresent(setups::add);
    if (compared != null) {
      reader.read(compared).ifPresent(setups::add);
    }
    return setups.size() == (compared == null ? 1 : 2) ? setups : List.of();
  }

  private Duration time(String option, String text) {
    return Times.parse(text)
        .orElseThrow(
            () -> usage("%s must be a time such as 90s, 5m or 7d, not %s".formatted(option, text)));
  }

  private <T> T read(Callable<T> what) {
    try {
      return what.call();
    } catch (Specs.Wrong wrong) {
      throw usage(String.valueOf(wrong.getMessage()));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  private static boolean isTerminal() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  private PrintWriter err() {
    return spec().commandLine().getErr();
  }

  private CommandSpec spec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
