package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// The cheapest valid placement, found by trying all: every way to put the pods into existing nodes
/// and groups, and for every group every offering. Only for a handful of pods.
///
/// Knows requests, daemons, taints, node requirements, host ports, anti-affinity by hostname and
/// zone, and hard spread by hostname.
final class ExhaustiveOptimum {
  private final SchedulingProblem problem;
  private final List<Pod> pods;
  private final List<Site> standing = new ArrayList<>();
  private final List<Site> fresh = new ArrayList<>();
  private final Map<Integer, Collection<Site>> sitesOf = new HashMap<>();
  private List<Quota> quotas = List.of();
  private ServiceOfPlan service = ServiceOfPlan.NONE;
  private double best = Double.POSITIVE_INFINITY;

  private ExhaustiveOptimum(SchedulingProblem problem, List<Pod> pods) {
    this.problem = problem;
    this.pods = pods;
    for (ExistingNode node : problem.nodes()) standing.add(new Site(node, problem));
    for (NodePool pool : problem.pools()) {
      for (InstanceType type : pool.types()) {
        for (Offering offering : type.offerings()) {
          var site = new Site(pool, type, offering, problem);
          if (offering.available() && !site.labels.isContradictory()) fresh.add(site);
        }
      }
    }
  }

  /// The price of the cheapest way to place all of `pods`; infinite if there is none.
  static double of(SchedulingProblem problem, List<Pod> pods) {
    var search = new ExhaustiveOptimum(problem, pods);
    search.place(0, new ArrayList<>());
    return search.best;
  }

  /// The same among placements that also keep the quotas.
  static double of(SchedulingProblem problem, List<Pod> pods, List<Quota> quotas) {
    var search = new ExhaustiveOptimum(problem, pods);
    search.quotas = quotas;
    search.place(0, new ArrayList<>());
    return search.best;
  }

  /// The same among placements at equal service.
  static double of(
      SchedulingProblem problem, List<Pod> pods, List<Quota> quotas, ServiceOfPlan service) {
    var search = new ExhaustiveOptimum(problem, pods);
    search.quotas = quotas;
    search.service = service;
    search.place(0, new ArrayList<>());
    return search.best;
  }

  private boolean keepsQuotas(List<Site> bought) {
    for (Quota quota : quotas) {
      double used = 0;
      for (Site site : bought)
        if (site.pool.equals(quota.pool())) used += site.capacity.get(quota.resource()) / 1000.0;
      if (used > quota.amount()) return false;
    }
    return true;
  }

  private void place(int next, List<Integer> groups) {
    if (next == pods.size()) {
      buy(groups, 0, new ArrayList<>(), 0);
      return;
    }
    var pod = pods.get(next);
    for (Site node : standing) {
      node.pods.add(pod);
      if (node.isValid() && node.serves(service)) place(next + 1, groups);
      node.pods.removeLast();
    }
    for (int i = 0; i < groups.size(); i++) {
      int before = groups.get(i);
      groups.set(i, before | 1 << next);
      // More pods never make a group fit again.
      if (!sites(groups.get(i)).isEmpty()) place(next + 1, groups);
      groups.set(i, before);
    }
    groups.add(1 << next);
    if (!sites(1 << next).isEmpty()) place(next + 1, groups);
    groups.removeLast();
  }

  private void buy(List<Integer> groups, int next, List<Site> bought, double price) {
    if (price >= best) return;
    if (next == groups.size()) {
      if (zonesAreValid(bought) && keepsQuotas(bought)) best = price;
      return;
    }
    for (Site site : sites(groups.get(next))) {
      bought.add(site);
      buy(groups, next + 1, bought, price + site.price);
      bought.removeLast();
    }
  }

  /// The cheapest way to buy a node for a group of pods, in each zone that has one.
  private Collection<Site> sites(int group) {
    return sitesOf.computeIfAbsent(
        group,
        _ -> {
          List<Pod> members = new ArrayList<>();
          for (int i = 0; i < pods.size(); i++) if ((group >> i & 1) != 0) members.add(pods.get(i));
          Map<String, Site> cheapest = new TreeMap<>();
          for (Site offer : fresh) {
            var site = offer.with(members);
            if (!site.isValid() || !site.serves(service)) continue;
            cheapest.merge(
                site.zone() + site.pool + site.capacity,
                site,
                (a, b) -> a.price <= b.price ? a : b);
          }
          return cheapest.values();
        });
  }

  private boolean zonesAreValid(List<Site> bought) {
    List<Site> all = new ArrayList<>(standing);
    all.addAll(bought);
    for (Site one : all) {
      for (Site other : all) {
        if (one.zone().equals(other.zone()) && one.repels(other, SmallCluster.ZONE)) return false;
      }
    }
    return true;
  }

  /// A node with the pods thought to be on it.
  private static final class Site {
    final Requirements labels;
    final List<Taint> taints;
    final Resources room;
    final String pool;
    final int weight;
    final Resources capacity;
    final double price;
    final List<PodSpec> running = new ArrayList<>();
    final List<HostPort> ports;
    final List<Pod> pods = new ArrayList<>();

    Site(ExistingNode node, SchedulingProblem problem) {
      labels = Requirements.ofLabels(node.labels());
      taints = node.taints();
      price = 0;
      pool = "";
      weight = Integer.MAX_VALUE;
      capacity = Resources.none();
      ports = node.hostPorts();
      for (BoundPod bound : problem.bound()) {
        if (bound.node().equals(node.name())) running.add(bound.pod().spec());
      }
      room = node.allocatable().minus(node.podRequests()).minus(daemons(problem));
    }

    Site(NodePool pool, InstanceType type, Offering offering, SchedulingProblem problem) {
      labels = pool.requirements().and(type.requirements()).and(offering.requirements());
      taints = pool.taints();
      price = offering.price() + pool.nodeCost();
      this.pool = pool.name();
      weight = pool.weight();
      capacity = type.capacity(offering);
      ports = List.of();
      room = type.allocatable(offering).minus(daemons(problem));
    }

    private Site(Site shape, List<Pod> group) {
      labels = shape.labels;
      taints = shape.taints;
      price = shape.price;
      pool = shape.pool;
      weight = shape.weight;
      capacity = shape.capacity;
      ports = shape.ports;
      room = shape.room;
      pods.addAll(group);
    }

    Site with(List<Pod> group) {
      return new Site(this, group);
    }

    private Resources daemons(SchedulingProblem problem) {
      Resources sum = Resources.none();
      for (var daemon : problem.daemons())
        if (accepts(daemon.spec())) sum = sum.plus(daemon.spec().requests());
      return sum;
    }

    private boolean accepts(PodSpec spec) {
      return Toleration.firstUntolerated(spec.tolerations(), taints, SoftTaints.IGNORED).isEmpty()
          && spec.nodeAlternatives().stream()
              .anyMatch(wanted -> labels.satisfies(wanted, Set.of()));
    }

    String zone() {
      return labels.get(SmallCluster.ZONE).finiteValues().orElseThrow().first();
    }

    boolean isValid() {
      Resources sum = Resources.none();
      for (Pod pod : pods) {
        if (!accepts(pod.spec())) return false;
        sum = sum.plus(pod.spec().requests());
      }
      return (pods.isEmpty() || sum.fits(room))
          && portsAreFree()
          && !repels(this, SmallCluster.HOSTNAME)
          && isSpread();
    }

    /// Whether every pod has here what it has in the plan.
    boolean serves(ServiceOfPlan service) {
      return pods.stream().allMatch(pod -> service.of(pod).stream().allMatch(s -> serves(pod, s)));
    }

    private boolean serves(Pod pod, ServiceOfPlan.Served served) {
      boolean isFresh = !pool.isEmpty();
      if (isFresh && weight < served.weight()) return false;
      if (isFresh && served.isLeftAlone() && !ServiceOfPlan.isLeftAlone(pod.spec(), taints))
        return false;
      for (Requirements wish : served.nodes()) if (!labels.satisfies(wish, Set.of())) return false;
      for (AffinityTerm term : served.away()) {
        boolean isMet = all().stream().anyMatch(o -> isOther(o, pod) && meets(term, o));
        if (isMet || twins(pod) && meets(term, pod.spec())) return false;
      }
      for (SpreadConstraint wish : served.spread()) {
        long here = all().stream().filter(o -> wish.selector().matches(o.labels())).count();
        if (here > wish.maxSkew()) return false;
      }
      return true;
    }

    private static boolean isOther(PodSpec spec, Pod pod) {
      return spec != pod.spec();
    }

    private static boolean meets(AffinityTerm term, PodSpec spec) {
      return term.selector().matches(spec.labels());
    }

    /// Whether another pod of the same spec is here.
    private boolean twins(Pod pod) {
      return pods.stream().filter(other -> other.spec() == pod.spec()).count() > 1;
    }

    private boolean portsAreFree() {
      List<HostPort> taken = new ArrayList<>(ports);
      for (Pod pod : pods) {
        for (HostPort port : pod.spec().hostPorts()) {
          if (taken.stream().anyMatch(port::conflictsWith)) return false;
          taken.add(port);
        }
      }
      return true;
    }

    /// Whether the pods can come one after another so that each finds few enough of its kind: the
    /// most demanding first, and those that demand nothing last.
    private boolean isSpread() {
      for (Pod pod : pods) {
        for (SpreadConstraint mine : hard(pod).toList()) {
          int here =
              (int) running.stream().filter(r -> mine.selector().matches(r.labels())).count();
          int[] skews =
              pods.stream()
                  .filter(other -> mine.selector().matches(other.spec().labels()))
                  .flatMapToInt(o -> hard(o).mapToInt(SpreadConstraint::maxSkew))
                  .sorted()
                  .toArray();
          for (int i = 0; i < skews.length; i++) if (here + i + 1 > skews[i]) return false;
        }
      }
      return true;
    }

    private static Stream<SpreadConstraint> hard(Pod pod) {
      return pod.spec().spread().stream()
          .filter(constraint -> constraint.strength() == Strength.DO_NOT_SCHEDULE);
    }

    /// Whether some pod here must not share a domain of `key` with one there.
    boolean repels(Site there, String key) {
      List<PodSpec> here = all();
      List<PodSpec> others = there.all();
      for (int i = 0; i < here.size(); i++) {
        for (int j = 0; j < others.size(); j++) {
          if (this == there && i == j) continue;
          // Two pods that run already are nobody's decision.
          if (i < running.size() && j < there.running.size()) continue;
          if (excludes(here.get(i), others.get(j), key)) return true;
        }
      }
      return false;
    }

    private static boolean excludes(PodSpec one, PodSpec other, String key) {
      for (AffinityTerm term : one.antiAffinity()) {
        if (term.topologyKey().equals(key) && term.selector().matches(other.labels())) return true;
      }
      return false;
    }

    private List<PodSpec> all() {
      List<PodSpec> all = new ArrayList<>(running);
      pods.forEach(pod -> all.add(pod.spec()));
      return all;
    }
  }
}
