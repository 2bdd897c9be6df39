package karpenter.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.disruption.Verdicts;
import karpenter.operator.event.EventWriter;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObservingKube;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.DeadlineProvider;
import karpenter.operator.provider.MeasuredProvider;
import karpenter.operator.provider.ObservingProvider;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Runtime;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ApiClusterWriter;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.ObservingWriter;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All loops on one cluster: opens the watches, feeds the loops' queues from the state, and lets
/// them run once this process leads and knows the cluster.
///
/// A standby has its watches open and its state warm. When it becomes the leader it starts at once,
/// and every loop is told of every object there is, as if a watch had just begun.
///
/// Neither [#watch] nor [#lead] waits for anything, so that a simulated world can call them too.
public final class Operator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final LoopContext context;
  private final TypeSource types;
  private final Verdicts verdicts;
  private final Runtime runtime;
  private final Feeds feeds;
  private final List<Kube.Watch> watches = new ArrayList<>();
  private final Map<String, WatchStatus> watched = new TreeMap<>();

  private boolean isWatching;
  private boolean isLeader;
  private boolean isRunning;
  private boolean isClosed;

  /// How the watch of one kind stands.
  ///
  /// @param resource as `pods` or `nodepools.karpenter.sh`
  /// @param since when that began
  /// @param reason of an interruption; empty when there was none
  public record WatchStatus(String resource, Phase phase, Instant since, String reason) {}

  public enum Phase {
    /// It has not told yet what there is.
    AWAITED,
    SYNCED,
    /// It was lost and will list again.
    INTERRUPTED
  }

  /// All features, in the world.
  public static Operator in(World world) {
    var settings = world.settings();
    var clock = world.runtime().clock();
    var kube =
        switch (settings.mode()) {
          case ACT -> world.kube();
          case OBSERVE -> new ObservingKube(world.kube());
        };
    var kinds = world.provider().nodeClassKinds();
    var reading = Reading.of(kube, world.provider().labels(), kinds);
    var state = new WatchedState(reading, Watched.resources(settings, kinds), clock);
    var writer =
        switch (settings.mode()) {
          case ACT -> new ApiClusterWriter(kube, state, reading);
          case OBSERVE -> new ObservingWriter(state, reading, world.journal(), clock);
        };
    var cloud =
        new DeadlineProvider(
            world.provider().open(kube, state, clock), world.runtime().deadlines());
    var provider =
        new MeasuredProvider(
            settings.mode() == Settings.Mode.OBSERVE ? new ObservingProvider(cloud) : cloud,
            world.metrics(),
            clock);
    var events = new EventWriter(kube, clock);
    var context =
        new LoopContext(
            state,
            writer,
            kube,
            provider,
            settings.mode() == Settings.Mode.OBSERVE ? _ -> {} : events,
            world.metrics(),
            world.journal(),
            clock,
            world.runtime().parallel(),
            settings);
    var types = new TypeSource(provider);
    var verdicts = new Verdicts();
    var plans = new ArrayList<>(Features.loops(context, types, verdicts));
    plans.add(LoopPlan.singleton(events, EventWriter.PACE));
    return new Operator(context, types, verdicts, world.runtime(), plans);
  }

  /// Tells of every change while this process leads, beginning with all there is.
  public void listen(Consumer<Change> listener) {
    feeds.listen(listener);
  }

  /// @param plans the loops, as [Features] or a test lists them
  public Operator(LoopContext context, Runtime runtime, List<LoopPlan<?>> plans) {
    this(context, new TypeSource(context.provider()), new Verdicts(), runtime, plans);
  }

  private Operator(
      LoopContext context,
      TypeSource types,
      Verdicts verdicts,
      Runtime runtime,
      List<LoopPlan<?>> plans) {
    this.context = context;
    this.types = types;
    this.verdicts = verdicts;
    this.runtime = runtime;
    this.feeds = new Feeds(plans, runtime);
    context.state().subscribe(feeds);
  }

  /// Opens the watches, so that the state fills. Call once.
  public void watch() {
    var resources = Watched.resources(context.settings(), context.provider().nodeClassKinds());
    synchronized (this) {
      var now = context.clock().instant();
      for (var resource : resources) {
        watched.put(name(resource), new WatchStatus(name(resource), Phase.AWAITED, now, ""));
      }
    }
    for (var resource : resources) {
      var watch = context.kube().watch(resource, new Sink());
      synchronized (this) {
        if (!isClosed) {
          watches.add(watch);
          continue;
        }
      }
      watch.close();
      return;
    }
    synchronized (this) {
      isWatching = true;
    }
    startWhenReady();
  }

  /// This process may act: the loops start now, or as soon as every watch has told what there is.
  public void lead() {
    synchronized (this) {
      isLeader = true;
    }
    startWhenReady();
  }

  /// Every watch has told what there was when it began, and none is interrupted.
  public synchronized boolean isSynced() {
    return isWatching && watched.values().stream().allMatch(w -> w.phase() == Phase.SYNCED);
  }

  /// Every watch has told what there was when it began.
  private synchronized boolean hasSeenAll() {
    return isWatching && watched.values().stream().allMatch(w -> w.phase() != Phase.AWAITED);
  }

  public synchronized boolean isLeader() {
    return isLeader;
  }

  public synchronized boolean isRunning() {
    return isRunning;
  }

  /// How every watch stands, by name.
  public synchronized List<WatchStatus> watches() {
    return List.copyOf(watched.values());
  }

  public LoopContext context() {
    return context;
  }

  /// What pools may buy.
  public TypeSource types() {
    return types;
  }

  /// What was last found out about every node.
  public Verdicts verdicts() {
    return verdicts;
  }

  private void startWhenReady() {
    synchronized (this) {
      // A loop that runs on half a cluster would take what it does not see for gone.
      if (!isLeader || isRunning || isClosed || !hasSeenAll()) {
        return;
      }
      isRunning = true;
    }
    feeds.open();
    feeds.replay(context.state().snapshot(), nodeClassKinds());
    feeds.start();
    runtime.start();
    LOG.atInfo()
        .addKeyValue("nodes", context.state().snapshot().nodes().size())
        .log("starting the loops");
  }

  private List<Kind<NodeClassFacts>> nodeClassKinds() {
    return context.provider().nodeClassKinds().stream()
        .map(kind -> new Kind<>(kind.resource(), NodeClassFacts.class))
        .toList();
  }

  /// Lets running reconciles end and closes the watches.
  @Override
  public void close() {
    List<Kube.Watch> open;
    synchronized (this) {
      isClosed = true;
      open = List.copyOf(watches);
      watches.clear();
    }
    runtime.close();
    open.forEach(Kube.Watch::close);
  }

  private synchronized void mark(Resource resource, Phase phase, String reason) {
    var status = watched.get(name(resource));
    // A watch that is lost before it told everything is still awaited.
    var isStillAwaited =
        phase == Phase.INTERRUPTED && status != null && status.phase() == Phase.AWAITED;
    watched.put(
        name(resource),
        new WatchStatus(
            name(resource),
            isStillAwaited ? Phase.AWAITED : phase,
            context.clock().instant(),
            reason));
  }

  private static String name(Resource resource) {
    return resource.group().isEmpty()
        ? resource.plural()
        : resource.plural() + "." + resource.group();
  }

  /// Passes everything on to the state, and notices when the state is complete.
  private final class Sink implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
      context.state().changed(resource, object, isReplayed);
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {
      context.state().gone(resource, object);
    }

    @Override
    public void missing(Resource resource, ObjectNode object) {
      context.state().missing(resource, object);
    }

    @Override
    public List<ObjectNode> unwatched(Resource resource, String version) {
      return context.state().unwatched(resource, version);
    }

    @Override
    public void rewound(Resource resource) {
      context.state().rewound(resource);
    }

    @Override
    public void synced(Resource resource) {
      context.state().synced(resource);
      mark(resource, Phase.SYNCED, "");
      startWhenReady();
    }

    @Override
    public void interrupted(Resource resource, String reason) {
      context.state().interrupted(resource, reason);
      mark(resource, Phase.INTERRUPTED, reason);
    }
  }
}
