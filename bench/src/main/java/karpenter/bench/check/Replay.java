package karpenter.bench.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Binds the pods one by one, as the kube-scheduler would, and reports those it would refuse.
///
/// A pod is only bound when the rules allow it at that moment, so an order in which every pod gets
/// bound proves the placement; the search for one is a heuristic and errs towards reporting:
/// 1. The order the placement states, or upstream's queue order. Refused pods are tried again as
///    long as others still get bound.
/// 2. If pods are left: first those with spread or affinity of their own, then the rest, because
///    the latter can be bound late and only then upset the counts.
///
/// The attempt with fewer refusals is reported. Refused pods are bound nonetheless, so that one
/// fault does not cause a chain of others.
final class Replay {
  private final Scene scene;
  private final Neighbours neighbours;

  private Replay(Scene scene, Domains domains) {
    this.scene = scene;
    this.neighbours = new Neighbours(scene, domains);
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var domains = new Domains(scene);
    var order = order(scene);
    var straight = new Replay(scene, domains).bind(List.of(order));
    if (straight.isEmpty()) return;
    var patient = new Replay(scene, domains);
    var parts = patient.constrainedFirst(order);
    var refused = patient.bind(parts);
    (refused.size() < straight.size() ? refused : straight).forEach(faults);
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

  private List<List<Pod>> constrainedFirst(List<Pod> order) {
    return List.of(
        order.stream().filter(pod -> !neighbours.isFree(pod)).toList(),
        order.stream().filter(neighbours::isFree).toList());
  }

  private List<Fault> bind(List<List<Pod>> parts) {
    List<Pod> waiting = List.of();
    for (var part : parts) {
      waiting = Stream.concat(waiting.stream(), part.stream()).toList();
      waiting = bindAsLongAsSomeFit(waiting);
    }
    return force(waiting);
  }

  private List<Pod> bindAsLongAsSomeFit(List<Pod> pods) {
    var waiting = pods;
    var before = -1;
    while (waiting.size() != before) {
      before = waiting.size();
      var refused = new ArrayList<Pod>();
      for (var pod : waiting)
        if (neighbours.objection(pod, homeOf(pod)).isPresent()) refused.add(pod);
        else neighbours.bind(pod, homeOf(pod));
      waiting = refused;
    }
    return waiting;
  }

  private List<Fault> force(List<Pod> pods) {
    var faults = new ArrayList<Fault>();
    for (var pod : pods) {
      neighbours.objection(pod, homeOf(pod)).ifPresent(faults::add);
      neighbours.bind(pod, homeOf(pod));
    }
    return faults;
  }

  private Place homeOf(Pod pod) {
    return Objects.requireNonNull(scene.homes().get(pod));
  }
}
