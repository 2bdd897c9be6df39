package karpenter.app.plan;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import karpenter.api.Problem;
import karpenter.app.ExitCode;
import karpenter.app.manifest.InputProblem;
import karpenter.app.manifest.InputText;
import karpenter.app.manifest.ManifestFiles;
import karpenter.app.manifest.ManifestFiles.Input;
import karpenter.app.snapshot.Images;
import karpenter.app.terminal.Ink;
import karpenter.core.cluster.NodeCost;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.CatalogueReader;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `karpenter plan`.
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows which nodes would be bought for the pods in a set of manifests, and what they cost."
          + " Needs no cluster.",
      "With --against, shows what manifests would change in a cluster that is there.",
      "",
      "Reads Pods, Deployments, StatefulSets, DaemonSets, Jobs, CronJobs and ReplicaSets, with the"
          + " volumes, priority classes, limit ranges and nodes they refer to, and the NodePools to"
          + " buy from.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every pod has a place; with --fail-if: no condition holds",
      "1:a --fail-if condition holds",
      "2:some input could not be understood; the rest was planned",
      "3:some pods have no place",
      "64:the command line is wrong",
      "69:the cluster does not answer"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter plan -f examples/first",
      "  karpenter plan -f pools.yaml -f apps/ -o markdown",
      "  kubectl get nodepools,nodes,pods,deployments -A -o yaml | karpenter plan -f - -o json",
      "  karpenter plan -f examples/first --preference-policy Weigh --weigh-fraction 0.05",
      "  karpenter plan --against live -f changes/ --fail-if 'cost>+3%%' --fail-if"
          + " 'unschedulable>0'",
      "  karpenter plan --against cluster.json -f changes/ -o markdown > comment.md"
    })
public final class PlanCommand implements Callable<Integer> {
  private static final String MINIMAL_POOL =
      """
      A NodePool says what may be bought. The smallest one that buys anything:

        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
              requirements:
              - {key: kubernetes.io/os, operator: In, values: [linux]}
      """;

  @Option(
      names = {"-f", "--filename"},
      arity = "1..*",
      paramLabel = "FILE|DIR|-",
      description =
          "Manifests to plan: files, directories (with all below), or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private OutputForm output = OutputForm.TEXT;

  @Option(
      names = "--catalogue",
      paramLabel = "FILE",
      description =
          "Instance types and prices, in the form of KWOK's instance type file. Default: KWOK's own"
              + " 144 types.")
  private @Nullable Path catalogueFile;

  @Option(
      names = "--preference-policy",
      paramLabel = "POLICY",
      description =
          "What preferences are worth: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}."
              + " Weigh keeps one while it costs little (see --weigh-fraction).")
  private Preferences preferences = Preferences.Respect;

  @Option(
      names = "--weigh-fraction",
      paramLabel = "FRACTION",
      description =
          "With Weigh: a preference may cost this part of the node's price; default:"
              + " ${DEFAULT-VALUE}.")
  private double weighFraction = PreferencePolicy.Weigh.DEFAULT_FRACTION;

  @Option(
      names = "--min-values-policy",
      paramLabel = "POLICY",
      description =
          "Whether too few choices for minValues refuse a pod: ${COMPLETION-CANDIDATES}; default:"
              + " ${DEFAULT-VALUE}.")
  private MinValues minValues = MinValues.Strict;

  @Option(
      names = "--honour-dra",
      description =
          "Find devices for the ResourceClaims of pods; without it such pods are refused, as"
              + " Karpenter does by default.")
  private boolean honoursDra;

  @Option(
      names = "--node-cost",
      paramLabel = "DOLLARS",
      description =
          "What a node costs an hour beside its instance, unless its NodePool says otherwise;"
              + " default: ${DEFAULT-VALUE}, as for the controller. 0 counts prices only.")
  private double nodeCost = NodeCost.DEFAULT;

  @Mixin private AgainstOptions against = new AgainstOptions();

  @Option(
      names = "--explain",
      description = "Say of every new node why it has these types and this price.")
  private boolean explain;

  @Option(names = "--no-color", description = "Write text without emphasis, as NO_COLOR does.")
  private boolean noColor;

  @Spec private @Nullable CommandSpec spec;

  private final InputStream stdin;
  private final Images images;
  private final Map<String, String> environment;

  /// Spelled as upstream spells them.
  enum Preferences {
    Respect,
    Ignore,
    Weigh
  }

  /// Spelled as upstream spells them.
  enum MinValues {
    Strict,
    BestEffort
  }

  /// @param stdin what `-f -` reads
  /// @param images where `--against` finds a cluster
  public PlanCommand(InputStream stdin, Images images, Map<String, String> environment) {
    this.stdin = stdin;
    this.images = images;
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    var settings = settings();
    if (against.against != null) return planAgainst();
    if (files.isEmpty()) throw wrong("Missing required option: '--filename=FILE|DIR|-'");
    if (!against.orphan().isEmpty()) throw wrong(against.orphan() + " needs --against");
    List<InputProblem> catalogueProblems = new ArrayList<>();
    var catalogue = catalogue(catalogueProblems);
    var read = ManifestFiles.read(files, stdin);
    var problems = new ArrayList<>(catalogueProblems);
    problems.addAll(read.problems());
    var input = new Input(read.documents(), problems);
    if (catalogue.isEmpty()) return refused(problems, "");
    if (hasNowhereToGo(input)) return refused(problems, MINIMAL_POOL);
    var report = Planner.plan(input, catalogue.get(), settings);
    report(report.problems());
    commandSpec().commandLine().getOut().print(output.render(report, ink()));
    commandSpec().commandLine().getOut().flush();
    return exitCode(report).code();
  }

  private int planAgainst() throws InterruptedException {
    if (weighFraction != PreferencePolicy.Weigh.DEFAULT_FRACTION) {
      throw wrong(
          "--weigh-fraction: found %s; with --against expected %s, as the controller weighs"
              .formatted(weighFraction, PreferencePolicy.Weigh.DEFAULT_FRACTION));
    }
    List<InputProblem> problems = new ArrayList<>();
    Optional<Catalogue> chosen = catalogueFile == null ? Optional.empty() : catalogue(problems);
    if (catalogueFile != null && chosen.isEmpty()) return refused(problems, "");
    var read = ManifestFiles.read(files, stdin);
    problems.addAll(read.problems());
    var line = commandSpec().commandLine();
    var flags =
        List.of(
            "--preference-policy=" + preferences,
            "--min-values-policy=" + minValues,
            "--ignore-dra-requests=" + !honoursDra,
            "--node-cost=" + BigDecimal.valueOf(nodeCost).toPlainString());
    try {
      return new PlanAgainst(against, images, line.getOut(), line.getErr())
          .run(new Input(read.documents(), problems), chosen, flags, output, ink())
          .code();
    } catch (PlanAgainst.Wrong e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private Planner.Settings settings() {
    if (!(weighFraction >= 0) || weighFraction > 1) {
      throw wrong("--weigh-fraction must be between 0 and 1, not " + weighFraction);
    }
    if (!NodeCost.isValid(nodeCost)) {
      throw wrong(
          "--node-cost: found %s; expected dollars an hour, 0 or more, such as 0.02"
              .formatted(nodeCost));
    }
    var policy =
        switch (preferences) {
          case Respect -> new PreferencePolicy.Respect();
          case Ignore -> new PreferencePolicy.Ignore();
          case Weigh -> new PreferencePolicy.Weigh(weighFraction);
        };
    return new Planner.Settings(
        policy,
        switch (minValues) {
          case Strict -> MinValuesPolicy.STRICT;
          case BestEffort -> MinValuesPolicy.BEST_EFFORT;
        },
        honoursDra ? DeviceRequests.HONOURED : DeviceRequests.IGNORED,
        nodeCost,
        catalogueFile == null
            ? "KWOK's catalogue, which is made up"
            : "the catalogue " + catalogueFile,
        explain ? Planner.Detail.EXPLAINED : Planner.Detail.BRIEF);
  }

  /// Empty when nothing in the file can be bought; the problems say why.
  private Optional<Catalogue> catalogue(List<InputProblem> problems) {
    if (catalogueFile == null) return Optional.of(KwokCatalogue.standard());
    var file = catalogueFile.toString();
    try {
      var read = CatalogueReader.read(InputText.LIMITED.of(catalogueFile));
      read.problems().forEach(problem -> problems.add(new InputProblem(file, 0, problem)));
      if (!read.catalogue().types().isEmpty()) return Optional.of(read.catalogue());
      problems.add(
          new InputProblem(
              file, 0, Problem.at("").found("no usable instance type").expected("at least one")));
    } catch (IOException e) {
      problems.add(
          new InputProblem(
              file,
              0,
              Problem.at("")
                  .found("an error when reading: " + e)
                  .expected("a readable JSON file")));
    }
    return Optional.empty();
  }

  /// Whether the input holds neither something to buy from nor nodes that are there.
  private static boolean hasNowhereToGo(Input input) {
    return input.documents().stream()
        .map(document -> document.object().path("kind").asText())
        .noneMatch(
            kind -> kind.equals("NodePool") || kind.equals("Node") || kind.equals("NodeClaim"));
  }

  private int refused(List<InputProblem> problems, String advice) {
    report(problems);
    var err = commandSpec().commandLine().getErr();
    if (!advice.isEmpty()) {
      err.println("karpenter: the input has no NodePool, so there is nothing to plan with.");
      err.print(advice);
    }
    return ExitCode.BAD_INPUT.code();
  }

  private void report(List<InputProblem> problems) {
    var err = commandSpec().commandLine().getErr();
    problems.forEach(problem -> err.println(problem.sentence()));
    err.flush();
  }

  private static ExitCode exitCode(PlanReport report) {
    if (!report.problems().isEmpty()) return ExitCode.BAD_INPUT;
    return report.unplaced().isEmpty() ? ExitCode.DONE : ExitCode.UNPLACED;
  }

  private Ink ink() {
    return Ink.of(!noColor, environment);
  }

  private CommandSpec commandSpec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
