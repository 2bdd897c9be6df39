package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Binds the pods one by one, as the kube-scheduler would, and reports those it would refuse.
///
/// A pod is only bound when the rules allow it at that moment, so an order in which every pod gets
/// bound proves the placement; the search for one is a heuristic and errs towards reporting:
/// 1. The order the placement states, or upstream's queue order. Refused pods are tried again as
///    long as others still get bound.
/// 2. If pods are left, a patient order: pods with a spread or affinity of their own first, and
///    those that would spoil the spread of others only when the latter are bound ([Tipping]).
/// 3. If pods are left still, the first order with those ahead that want their own kind beside them
///    on one node: each such group is started by one of them, before others of the kind are
///    anywhere.
///
/// The attempt with fewest refusals is reported. Refused pods are bound nonetheless, so that one
/// fault does not cause a chain of others.
final class Replay {
  /// A placement that needs more circles broken than this is far off, and checking must end.
  private static final int MAX_ROUNDS = 1_000;

  private final Scene scene;
  private final Neighbours neighbours;
  private final Tipping tipping;

  private Replay(Scene scene, Domains domains) {
    this.scene = scene;
    this.neighbours = new Neighbours(scene, domains);
    this.tipping = new Tipping(scene, neighbours);
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var domains = new Domains(scene);
    var order = order(scene);
    var straight = new Replay(scene, domains).bindInTurn(order);
    if (straight.isEmpty()) return;
    var patient = new Replay(scene, domains).bindPatiently(order);
    var fewest = patient.size() < straight.size() ? patient : straight;
    if (!patient.isEmpty()) {
      var ahead = order.stream().sorted(Comparator.comparing(pod -> !startsGroup(pod))).toList();
      var started = new Replay(scene, domains).bindInTurn(ahead);
      if (started.size() < fewest.size()) fewest = started;
    }
    fewest.forEach(faults);
  }

  private static boolean startsGroup(Pod pod) {
    var terms = pod.terms().affinity();
    return !terms.isEmpty()
        && terms.stream()
            .allMatch(
                term ->
                    term.topologyKey().equals(LabelKeys.HOSTNAME) && term.matcher().matches(pod));
  }

  private static List<Pod> order(Scene scene) {
    var stated = scene.placement().order().stream().map(scene.workload().pods()::get);
    var queued = scene.workload().pods().values().stream().sorted(Pod.QUEUE_ORDER);
    var seen = new HashSet<String>();
    return Stream.concat(stated, queued)
        .filter(Objects::nonNull)
        .filter(scene.homes()::containsKey)
        .filter(pod -> seen.add(pod.id()))
        .toList();
  }

  private List<Fault> bindInTurn(List<Pod> order) {
    return force(bindAsLongAsSomeFit(order, _ -> true));
  }

  private List<Fault> bindPatiently(List<Pod> order) {
    var waiting = order.stream().sorted(Comparator.comparing(neighbours::isFree)).toList();
    for (int round = 0, before = -1; waiting.size() != before && round < MAX_ROUNDS; round++) {
      before = waiting.size();
      waiting = bindAsLongAsSomeFit(waiting, pod -> !neighbours.isFree(pod) && isHarmless(pod));
      waiting = bindOneInEachLowestDomain(waiting);
      if (waiting.size() == before) waiting = bindOne(waiting, this::isHarmless);
      if (waiting.size() == before) waiting = bindOne(waiting, pod -> !neighbours.isFree(pod));
    }
    return force(bindAsLongAsSomeFit(waiting, _ -> true));
  }

  private List<Pod> bindAsLongAsSomeFit(List<Pod> pods, Predicate<Pod> chosen) {
    var waiting = pods;
    var before = -1;
    while (waiting.size() != before) {
      before = waiting.size();
      waiting = waiting.stream().filter(pod -> !(chosen.test(pod) && bindIfAllowed(pod))).toList();
    }
    return waiting;
  }

  /// Only one per domain, so that pods with a spread of their own get the next chance.
  private List<Pod> bindOneInEachLowestDomain(List<Pod> pods) {
    var served = new HashSet<Map.Entry<Tally, String>>();
    return pods.stream().filter(pod -> !bindInLowestDomain(pod, served)).toList();
  }

  private boolean bindInLowestDomain(Pod pod, Set<Map.Entry<Tally, String>> served) {
    if (!tipping.isHelpful(pod, homeOf(pod))) return false;
    var domains = tipping.tippedDomains(pod, homeOf(pod));
    if (domains.stream().anyMatch(served::contains) || !bindIfAllowed(pod)) return false;
    served.addAll(domains);
    return true;
  }

  /// Pods may wait for each other in a circle; one of them goes ahead.
  private List<Pod> bindOne(List<Pod> pods, Predicate<Pod> chosen) {
    for (var pod : pods)
      if (chosen.test(pod) && bindIfAllowed(pod))
        return pods.stream().filter(other -> other != pod).toList();
    return pods;
  }

  private boolean isHarmless(Pod pod) {
    return tipping.isHarmless(pod, homeOf(pod));
  }

  private boolean bindIfAllowed(Pod pod) {
    if (neighbours.objection(pod, homeOf(pod)).isPresent()) return false;
    bind(pod);
    return true;
  }

  private List<Fault> force(List<Pod> pods) {
    var faults = new ArrayList<Fault>();
    for (var pod : pods) {
      neighbours.objection(pod, homeOf(pod)).ifPresent(faults::add);
      bind(pod);
    }
    return faults;
  }

  private void bind(Pod pod) {
    neighbours.bind(pod, homeOf(pod));
    tipping.bound(pod, homeOf(pod));
  }

  private Place homeOf(Pod pod) {
    return Objects.requireNonNull(scene.homes().get(pod));
  }
}
