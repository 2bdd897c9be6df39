package karpenter.app.against;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Kinds;
import karpenter.operator.Operator;
import karpenter.operator.World;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.simulator.Circumstances;
import karpenter.simulator.OperatorProgram;
import karpenter.simulator.Program;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.kube.InMemoryKube;
import org.jspecify.annotations.Nullable;

/// A cluster's image in the simulator, with the operator at work in it. For one thread, inside
/// [karpenter.simulator.runtime.Driver#call].
public final class Stage implements AutoCloseable {
  /// Chance plays no part a user would want to choose. No seed that a simulated cluster is likely
  /// to have: a snapshot of that would have the uids that are drawn here.
  private static final long SEED = 0x6b61_7270_656e_7465L;

  /// Kinds that change without anything having happened.
  private static final Set<Resource> NOISE = Set.of(Resource.EVENTS, Resource.LEASES);

  private static final Duration STEP = Duration.ofSeconds(5);

  private final SimulatedCluster cluster;
  private final Instant start;
  private final Captured program;
  private Instant lastChange;

  /// @param journal hears what the operator decides
  public Stage(ClusterImage image, Catalogue catalogue, Settings settings, Journal journal) {
    this.start = image.takenAt();
    this.lastChange = start;
    this.cluster = new SimulatedCluster(Circumstances.calm(SEED).withStart(start));
    var prepared = Preparation.of(image);
    for (var resource : Kinds.ALL) {
      prepared.all(resource).forEach(object -> cluster.kube().adopt(resource, object));
    }
    cluster
        .kube()
        .onChange(
            new InMemoryKube.Listener() {
              @Override
              public void changed(Resource resource, ObjectNode object) {
                noticed(resource);
              }

              @Override
              public void gone(Resource resource, ObjectNode object) {
                noticed(resource);
              }
            });
    this.program = new Captured(KwokProvider.plan(catalogue), settings, journal);
  }

  /// Starts the operator.
  public Stage run() {
    cluster.run(program);
    return this;
  }

  private void noticed(Resource resource) {
    if (!NOISE.contains(resource)) {
      lastChange = cluster.now();
    }
  }

  public InMemoryKube kube() {
    return cluster.kube();
  }

  public Operator operator() {
    var started = program.operator;
    if (started == null) {
      throw new IllegalStateException("the operator has not been started");
    }
    return started;
  }

  public Instant now() {
    return cluster.now();
  }

  public void pass(Duration time) {
    cluster.pass(time);
  }

  /// Lets time pass until nothing has changed for so long.
  ///
  /// @param atMost and then no more
  /// @return whether it came to rest
  public boolean rest(Duration quiet, Duration atMost) {
    var end = start.plus(atMost);
    while (cluster.now().isBefore(end)) {
      cluster.pass(STEP);
      if (lastChange.plus(quiet).isBefore(cluster.now())) {
        return true;
      }
    }
    return false;
  }

  /// How long after the start the last change was.
  public Duration busy() {
    return Duration.between(start, lastChange);
  }

  @Override
  public void close() {
    cluster.close();
  }

  /// The real operator, kept so that it can be asked.
  private static final class Captured implements Program {
    private final ProviderPlan provider;
    private final Settings settings;
    private final Journal journal;
    private @Nullable Operator operator;

    Captured(ProviderPlan provider, Settings settings, Journal journal) {
      this.provider = provider;
      this.settings = settings;
      this.journal = journal;
    }

    @Override
    public void start(Ports ports) {
      operator =
          Operator.in(
              new World(
                  ports.runtime(),
                  ports.kube(),
                  OperatorProgram.wired(provider, ports),
                  Metrics.NONE,
                  journal,
                  settings));
      operator.watch();
      operator.lead();
    }
  }
}
