package karpenter.operator.provisioning;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.lifecycle.Consolidatable;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.operator.LoopContext;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// What planning would do if nodes went (spec 02 §2.11). It is made of the same material as
/// planning, and keeps its own: one thread uses it, and that is not the provisioner's.
public final class Foresight {
  private final NodeViews views;
  private final Catalogues catalogues;
  private final VirtualPods virtualPods;
  private final Options options;
  private final Settings settings;
  private @Nullable ClusterSnapshot viewed;
  private List<NodeView> seen = List.of();
  private final MovablePods movablePods = new MovablePods();
  private final ClusterDevices devices;
  private final Outlook.Memory memory = new Outlook.Memory();

  public Foresight(LoopContext context, TypeSource types, VirtualPods virtualPods) {
    this(context.settings(), context.provider(), types, virtualPods);
  }

  public Foresight(
      Settings settings, CloudProvider provider, TypeSource types, VirtualPods virtualPods) {
    this.settings = settings;
    this.options = PlanningOptions.of(settings, provider.labels(), ReservedMode.FALLBACK);
    this.views = new NodeViews(new Prospects(types, options.wellKnownLabels()));
    this.catalogues = new Catalogues(types, provider, options, settings);
    this.virtualPods = virtualPods;
    this.devices = new ClusterDevices(options);
  }

  /// Every node with its claim, and every claim without a node.
  public List<? extends Inhabited> nodes(ClusterSnapshot snapshot) {
    return views(snapshot, new Volumes(snapshot));
  }

  /// Made once for a snapshot.
  @SuppressWarnings("ReferenceEquality") // a snapshot never changes
  private List<NodeView> views(ClusterSnapshot snapshot, Volumes volumes) {
    if (viewed != snapshot) {
      seen = views.of(snapshot, volumes);
      viewed = snapshot;
    }
    return seen;
  }

  /// Nodes that are spoken for although nothing has been done yet, by what notes call them.
  ///
  /// @param asGoodAsGone their pods need another place
  /// @param closed nothing may go there any more
  public record Spoken(SortedSet<String> asGoodAsGone, SortedSet<String> closed) {
    public static final Spoken NONE =
        new Spoken(Collections.emptySortedSet(), Collections.emptySortedSet());
  }

  /// Nobody will ask for a while.
  public void forget() {
    views.forget();
    viewed = null;
    seen = List.of();
    movablePods.forget();
    devices.forget();
    memory.forget();
  }

  public Outlook at(ClusterSnapshot snapshot, Spoken spoken, Instant now) {
    var volumes = new Volumes(snapshot);
    var staying = new LinkedHashMap<String, NodeView>();
    var leaving = new ArrayList<NodeView>();
    for (var view : views(snapshot, volumes)) {
      boolean goes =
          view.state.isLeaving()
              || snapshot.notes().markedForDeletion().contains(view.name())
              || spoken.asGoodAsGone().contains(view.name());
      if (goes) {
        leaving.add(view);
      } else {
        staying.put(view.name(), view);
      }
    }
    var pods = new PlannedPods(snapshot, volumes, settings);
    var promised = snapshot.notes().promised();
    var batch = pods.waiting(leaving, promised::containsKey, now);
    var waiting = new ArrayList<>(batch.pods());
    List<PodFacts> virtual =
        settings.featureGates().capacityBuffer() ? virtualPods.pods() : List.of();
    virtual.forEach(pod -> waiting.add(PlannedPods.pod(pod, pod.spec())));
    var daemons = Daemons.of(snapshot, options);
    var catalogue = catalogues.of(snapshot, daemons, now);
    var nodes = new ArrayList<ExistingNode>(staying.size());
    var bound = new ArrayList<BoundPod>();
    var movable = new HashMap<String, List<Pod>>(2 * staying.size());
    var moving = movablePods.of(snapshot, pods, now);
    staying
        .values()
        .forEach(
            view -> {
              nodes.add(view.existing);
              bound.addAll(view.bound());
              movable.put(view.existing.name(), moving.of(view));
            });
    var problem =
        new SchedulingProblem(
            catalogue.pools(),
            nodes,
            waiting,
            bound,
            daemons,
            snapshot.all(Kind.NAMESPACES),
            options,
            devices.of(snapshot, catalogue, nodes).without(Set.of(), pods.leaving(leaving, now)));
    return new Outlook(
        catalogue.compiled(),
        problem,
        names(staying),
        movable,
        closed(staying, spoken),
        restless(staying, snapshot, now),
        uninitialized(staying),
        unconcerned(batch, virtual, leaving),
        memory);
  }

  private static Map<String, String> names(Map<String, NodeView> staying) {
    var names = new HashMap<String, String>(2 * staying.size());
    staying.forEach((name, view) -> names.put(name, view.existing.name()));
    return names;
  }

  private static Set<String> closed(Map<String, NodeView> staying, Spoken spoken) {
    var closed = new HashSet<String>();
    for (var name : spoken.closed()) {
      var view = staying.get(name);
      if (view != null) {
        closed.add(view.existing.name());
      }
    }
    return closed;
  }

  /// Those within their pool's consolidateAfter: pods moved there would keep the node busy for
  /// ever.
  private static Set<String> restless(
      Map<String, NodeView> staying, ClusterSnapshot snapshot, Instant now) {
    var restless = new HashSet<String>();
    var waiting = new HashMap<String, PoolFacts>();
    for (var pool : snapshot.pools()) {
      if (pool.facts().consolidateAfter().filter(Duration::isPositive).isPresent()) {
        waiting.put(pool.name(), pool.facts());
      }
    }
    if (waiting.isEmpty()) {
      return restless;
    }
    for (var view : staying.values()) {
      var claim = view.state.claim();
      var pool = waiting.get(view.state.pool().orElse(""));
      if (claim.isPresent()
          && pool != null
          && Consolidatable.decide(claim.get(), pool, now) instanceof Consolidatable.In) {
        restless.add(view.existing.name());
      }
    }
    return restless;
  }

  private static Set<String> uninitialized(Map<String, NodeView> staying) {
    var names = new HashSet<String>();
    for (var view : staying.values()) {
      if (view.isUncertain) {
        names.add(view.existing.name());
      }
    }
    return names;
  }

  /// Pods that wait, whatever goes.
  private static Set<String> unconcerned(
      PlannedPods.Batch batch, List<PodFacts> virtual, List<NodeView> leaving) {
    var uids = new HashSet<>(batch.real().keySet());
    virtual.forEach(pod -> uids.add(pod.uid()));
    for (var view : leaving) {
      view.pods.forEach(pod -> uids.remove(pod.uid()));
    }
    return uids;
  }
}
