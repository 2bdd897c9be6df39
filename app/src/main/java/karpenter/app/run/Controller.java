package karpenter.app.run;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import karpenter.app.ExitCode;
import karpenter.app.http.Page;
import karpenter.app.http.Reply;
import karpenter.app.http.WebServer;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.LeaseElection;
import karpenter.kube.LeaseFence;
import karpenter.operator.Operator;
import karpenter.operator.World;
import karpenter.operator.gauges.Gauges;
import karpenter.operator.journal.Journal;
import karpenter.operator.journal.RingJournal;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.LoopMetrics;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Registry;
import karpenter.operator.provider.FencedProvider;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.runtime.ThreadedRuntime;
import karpenter.operator.settings.Given;
import karpenter.operator.settings.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One controller process, from its start to its end.
///
/// It starts in the order in which things can be of use: the web pages, so that probes and people
/// see what it waits for; then, once the API server answers and knows our kinds, the watches; then
/// the lease. It ends the other way round: loops, lease, watches, pages.
final class Controller {
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

  /// What it is told from outside.
  ///
  /// @param namespace of the lease
  /// @param leaseLoss ends the process, given the reason
  record Plan(
      Settings settings,
      List<Given> given,
      Connection connection,
      ProviderPlan provider,
      Journal journal,
      RingJournal ring,
      String identity,
      String namespace,
      Build build,
      Consumer<String> leaseLoss) {
    String userAgent() {
      return "karpenter/" + build.version();
    }
  }

  private final Plan plan;
  private final InstantSource clock = InstantSource.system();
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  private final Registry registry = new Registry();
  private final ThreadedRuntime runtime;
  private final LeaseFence fence;
  private final ApiServerKube kube;
  private final Operator operator;
  private final Passes passes;
  private final Leadership leadership;
  private final Definitions definitions;
  private final Health health;

  Controller(Plan plan) {
    this.plan = plan;
    var settings = plan.settings();
    var gauges = new Gauges(registry, settings, LoopGauges.METRICS);
    this.passes = new Passes(new LoopMetrics(gauges), clock);
    this.runtime = new ThreadedRuntime(clock, passes);
    this.fence = LeaseFence.start(plan.leaseLoss());
    this.kube =
        new ApiServerKube(
            plan.connection(),
            new ApiServerKube.Options(
                plan.userAgent(),
                settings.kubeClientQps(),
                settings.kubeClientBurst(),
                new ClientMetrics(gauges)),
            fence);
    this.operator =
        Operator.in(
            new World(
                runtime,
                kube,
                FencedProvider.plan(plan.provider(), fence),
                gauges,
                plan.journal(),
                settings));
    this.leadership =
        new Leadership(plan.identity(), settings.leaderElectionName(), operator, gauges);
    this.definitions = new Definitions(kube::serves, clock, Thread::startVirtualThread);
    this.health = new Health(runtime, kube::deadWatches);
    gauges.watch(operator);
    LoopGauges.register(registry, runtime);
    ProcessGauges.register(registry);
    gauges.set(
        Metric.BUILD_INFO,
        1,
        plan.build().version(),
        Runtime.version().toString(),
        System.getProperty("os.arch", ""),
        plan.build().commit());
  }

  /// Until somebody calls [#end]. When the lease is lost the process ends in the middle of it.
  ExitCode run() throws IOException, InterruptedException {
    try (kube;
        var _ = OldGeneration.watch();
        var metrics = WebServer.start(plan.settings().metricsPort(), metricsPages());
        var probes =
            WebServer.start(
                plan.settings().healthProbePort(),
                HealthPages.of(health, operator::watches, definitions))) {
      LOG.atInfo()
          .addKeyValue("version", plan.build().version())
          .addKeyValue("server", plan.connection().server())
          .addKeyValue("mode", plan.settings().mode())
          .addKeyValue("metrics-port", metrics.port())
          .addKeyValue("health-probe-port", probes.port())
          .log("starting karpenter");
      var code = serve();
      LOG.atInfo().addKeyValue("code", code.code()).log("ended");
      return code;
    } finally {
      ended.countDown();
    }
  }

  private ExitCode serve() throws InterruptedException {
    if (!awaitDefinitions()) {
      operator.close();
      return ExitCode.DONE;
    }
    operator.watch();
    if (plan.settings().disableLeaderElection()) {
      operator.lead();
      ending.await();
      operator.close();
      return ExitCode.DONE;
    }
    try (var election =
        new LeaseElection(
            plan.connection(),
            plan.userAgent(),
            ObjectKey.of(plan.namespace(), plan.settings().leaderElectionName()),
            plan.identity(),
            LeaseElection.Timing.STANDARD,
            leadership,
            fence)) {
      election.start();
      health.watch(election::isAlive);
      ending.await();
      health.ending();
      // Before the lease is let go: two leaders would act at once.
      operator.close();
      if (runtime.status().stream().anyMatch(loop -> loop.active() > 0)) {
        election.keepLease();
      }
    }
    return ExitCode.DONE;
  }

  /// Says whether to go on.
  private boolean awaitDefinitions() throws InterruptedException {
    var wait = FIRST_WAIT;
    while (true) {
      var missing = definitions.missing();
      if (missing.isEmpty()) {
        return true;
      }
      LOG.atError()
          .addKeyValue("error", String.join("; ", missing))
          .addKeyValue("retry", wait)
          .log("cannot start yet");
      if (ending.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
      wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.multipliedBy(2);
    }
  }

  /// Asks it to end, and says whether it has within the limit.
  boolean end(Duration limit) throws InterruptedException {
    ending.countDown();
    boolean hasEnded = ended.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (!hasEnded) {
      LOG.atError().addKeyValue("limit", limit).log("did not end in time");
    }
    return hasEnded;
  }

  /// Somebody asked it to end.
  boolean isTold() {
    return ending.getCount() == 0;
  }

  private Map<String, Page> metricsPages() {
    var pages = new LinkedHashMap<String, Page>();
    pages.put(
        "/metrics", _ -> Reply.of("text/plain; version=0.0.4; charset=utf-8", registry::write));
    pages.put("/decisions", new DecisionsPage(plan.ring()));
    pages.put("/config", new ConfigPage(plan.given()));
    pages.put(
        "/statusz",
        new StatusPage(
            operator,
            runtime,
            passes,
            plan.ring(),
            leadership,
            health,
            plan.build(),
            clock.instant()));
    if (plan.settings().enableProfiling()) {
      pages.put("/debug/pprof/", new Profiling());
    }
    return pages;
  }
}
