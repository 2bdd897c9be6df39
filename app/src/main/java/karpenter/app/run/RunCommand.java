package karpenter.app.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import karpenter.api.Problem;
import karpenter.app.ExitCode;
import karpenter.app.logs.Logs;
import karpenter.app.manifest.InputText;
import karpenter.kube.Connection;
import karpenter.kube.LeaseElection;
import karpenter.operator.journal.RingJournal;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.Given;
import karpenter.operator.settings.Setting;
import karpenter.operator.settings.SettingsReader;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.CatalogueReader;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// `karpenter run`. Its flags are Go's, as upstream's are, so they are read by [SettingsReader] and
/// not by the command line's own parser.
@Command(name = "run", description = "Runs the controller on a cluster, until it is told to end.")
public final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  /// Kubernetes kills after thirty seconds.
  private static final Duration ENDING_LIMIT = Duration.ofSeconds(28);

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  public RunCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (arguments.stream().anyMatch(List.of("-h", "-help", "--help")::contains)) {
      out().print(Usage.text());
      out().flush();
      return ExitCode.DONE.code();
    }
    var read = SettingsReader.read(arguments, environment);
    if (!read.problems().isEmpty()) {
      return refuse(read.problems(), ExitCode.USAGE).code();
    }
    var build = Build.current();
    var settings = read.settings();
    Logs.json(settings.logLevel(), settings.logOutputPaths(), build.commit());
    try {
      return run(read, build).code();
    } catch (Connection.Unusable e) {
      return refuse(String.valueOf(e.getMessage())).code();
    } catch (IOException e) {
      // A port that is taken, a journal that cannot be written.
      return refuse(e.toString()).code();
    }
  }

  private ExitCode run(SettingsReader.Answer read, Build build)
      throws Connection.Unusable, IOException, InterruptedException {
    // The variable may name several files; the flag names one.
    var fromVariable = environment.getOrDefault("KUBECONFIG", "");
    var connection =
        Connection.find(
            Optional.of(read.text(Setting.KUBECONFIG))
                .filter(text -> !text.isEmpty() && !text.equals(fromVariable))
                .map(Path::of),
            environment);
    var namespace = namespace(read, connection);
    if (namespace.isEmpty()) {
      return refuse(
          List.of(
              Problem.at("--leader-election-namespace")
                  .found("nothing, and this is no pod that could tell")
                  .expected("the lease's namespace, or --disable-leader-election")),
          ExitCode.USAGE);
    }
    var provider = provider(read);
    if (provider.isEmpty()) {
      return ExitCode.BAD_INPUT;
    }
    var ring = new RingJournal();
    try (var file = JournalFile.open(read.text(Setting.JOURNAL_FILE))) {
      var controller =
          new Controller(
              new Controller.Plan(
                  read.settings().in(namespace.get()),
                  read.given(),
                  connection,
                  provider.get(),
                  file.with(ring),
                  ring,
                  LeaseElection.identity(environment),
                  namespace.get(),
                  build,
                  LeaseLoss::end));
      logSettings(read.given());
      return untilTold(controller);
    }
  }

  /// Empty when it cannot be told. Without an election no lease needs it, and controls that are set
  /// on it are looked for where any client of Kubernetes would look.
  private static Optional<String> namespace(SettingsReader.Answer read, Connection connection) {
    var said = read.settings().leaderElectionNamespace();
    if (!said.isEmpty()) {
      return Optional.of(said);
    }
    return read.settings().disableLeaderElection()
        ? Optional.of(connection.namespace().orElse(""))
        : connection.namespace();
  }

  /// Empty when it cannot be used; the problems have been told.
  private Optional<ProviderPlan> provider(SettingsReader.Answer read) throws IOException {
    var name = read.text(Setting.CLOUD_PROVIDER);
    if (name.equals(Providers.KWOK)) {
      return catalogue(read.text(Setting.INSTANCE_TYPES_FILE_PATH)).map(KwokProvider::plan);
    }
    var factory = Providers.find(name);
    if (factory.isEmpty()) {
      refuse(
          Problem.at("--cloud-provider")
              .found("\"" + name + "\"")
              .expected("one of: " + Providers.names())
              .sentence());
      return Optional.empty();
    }
    return Optional.of(factory.get().plan(environment));
  }

  /// Empty when nothing in the file can be bought; the problems have been told.
  private Optional<Catalogue> catalogue(String path) {
    if (path.isEmpty()) {
      return Optional.of(KwokCatalogue.standard());
    }
    try {
      var read = CatalogueReader.read(InputText.LIMITED.of(Path.of(path)));
      read.problems().forEach(problem -> err().println(path + ": " + problem.sentence()));
      if (read.problems().isEmpty() && !read.catalogue().types().isEmpty()) {
        return Optional.of(read.catalogue());
      }
      refuse(path + " holds no list of instance types that can be used");
    } catch (IOException e) {
      refuse("cannot read the instance types: " + e);
    }
    return Optional.empty();
  }

  private static void logSettings(List<Given> given) {
    if (LOG.isDebugEnabled()) {
      var values = new LinkedHashMap<String, String>();
      given.forEach(one -> values.put(one.setting().flag(), one.value()));
      LOG.atDebug().addKeyValue("settings", values).log("effective configuration");
    }
  }

  /// A signal to end starts the JVM's own end, which waits for this hook; the hook waits for the
  /// controller, and then ends the process as done rather than as killed.
  private static ExitCode untilTold(Controller controller)
      throws IOException, InterruptedException {
    var hook =
        new Thread(
            () -> Runtime.getRuntime().halt(ended(controller) ? 0 : ExitCode.BUG.code()),
            "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return controller.run();
    } finally {
      if (!controller.isTold()) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  private static boolean ended(Controller controller) {
    try {
      return controller.end(ENDING_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private ExitCode refuse(List<Problem> problems, ExitCode code) {
    problems.forEach(problem -> err().println("karpenter: " + problem.sentence()));
    err().println("Try: karpenter run --help");
    return code;
  }

  private ExitCode refuse(String message) {
    err().println("karpenter: " + message);
    return ExitCode.BAD_INPUT;
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }

  private PrintWriter err() {
    return spec().commandLine().getErr();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("only picocli runs commands");
    }
    return spec;
  }
}
