package karpenter.core.testkit.twin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.twin.SlowTwin.Candidate;
import karpenter.core.testkit.twin.SlowTwin.Place;
import karpenter.core.testkit.twin.SlowTwin.Verdict;

/// Puts pods one after the other where an answer says, whoever gave it and whenever: every one must
/// pass every test there (sections 3 to 8), and a node to buy must be had as each of its types, at
/// the price that is told.
public final class Replay {
  private final SlowTwin twin;
  private final Predicate<Pod> moves;
  private final Set<String> closed;
  private final List<String> faults = new ArrayList<>();
  private final Map<Pod, NewNode> bought = new HashMap<>();
  private final Map<Pod, String> used = new HashMap<>();
  private final IdentityHashMap<NewNode, Site.Draft> drafts = new IdentityHashMap<>();

  private Replay(
      SchedulingProblem problem, Placement answer, Predicate<Pod> moves, Set<String> closed) {
    this.twin = new SlowTwin(problem);
    this.moves = moves;
    this.closed = closed;
    answer.newNodes().forEach(node -> node.pods().forEach(pod -> bought.put(pod, node)));
    answer.existing().forEach(use -> use.pods().forEach(pod -> used.put(pod, use.node())));
  }

  /// What is wrong with the answer to a problem; nothing where it could be carried out.
  ///
  /// @param problem without wishes, and without waiting for reservations: both are reasons to look
  ///   elsewhere, none against being there
  /// @param moves pods that may not go to nodes that are closed
  public static List<String> faults(
      SchedulingProblem problem, Placement answer, Predicate<Pod> moves, Set<String> closed) {
    // What a node to buy will be is known here from its first pod on, so the order of deciding may
    // not be one of binding.
    var faults = new Replay(problem, answer, moves, closed).of(answer.order());
    return faults.isEmpty()
        ? faults
        : new Replay(problem, answer, moves, closed).of(answer.bindOrder());
  }

  private List<String> of(List<Pod> order) {
    order.forEach(this::put);
    drafts.forEach(this::checkTypes);
    return faults;
  }

  private void put(Pod pod) {
    String node = used.get(pod);
    NewNode buys = bought.get(pod);
    if (node != null) {
      putOn(node, pod);
    } else if (buys != null) {
      putOn(buys, pod);
    } else {
      faults.add(pod.name() + " is said to have a place, and has none");
    }
  }

  private void putOn(String name, Pod pod) {
    if (closed.contains(name) && moves.test(pod)) {
      faults.add("%s goes to %s, which is closed".formatted(pod.name(), name));
    }
    for (Site.Node node : twin.nodes) {
      if (!node.value.name().equals(name)) continue;
      if (profiles(pod).stream().noneMatch(profile -> twin.passes(node, profile))) {
        faults.add("%s cannot go to %s".formatted(pod.name(), name));
      }
      twin.put(pod, new Place(new Candidate.OnNode(node), 0, 0));
      return;
    }
    faults.add("%s goes to %s, which is not there".formatted(pod.name(), name));
  }

  private void putOn(NewNode node, Pod pod) {
    Site.Draft draft = drafts.get(node);
    for (Template template : templates(node)) {
      for (Profile profile : profiles(pod)) {
        Verdict verdict =
            draft == null
                ? twin.verdict(template, Map.of(), profile)
                : twin.verdict(draft, profile);
        if (!(verdict instanceof Verdict.Passes(var after))) continue;
        Candidate candidate =
            draft == null
                ? new Candidate.OnNew(template, after, new HashMap<>())
                : new Candidate.OnDraft(draft, after);
        twin.put(pod, new Place(candidate, 0, 0));
        drafts.putIfAbsent(node, twin.drafts.getLast());
        return;
      }
    }
    faults.add("%s cannot go to the new node of %s".formatted(pod.name(), node.pool()));
  }

  private List<Profile> profiles(Pod pod) {
    return Profile.of(pod, twin.problem);
  }

  /// The pool as if it sold nothing but what the node may be.
  private List<Template> templates(NewNode node) {
    Set<String> listed = new TreeSet<>();
    node.types().forEach(choice -> listed.add(choice.type()));
    var pools =
        twin.problem.pools().stream()
            .filter(pool -> pool.name().equals(node.pool()))
            .map(
                pool ->
                    new NodePool(
                        pool.name(),
                        pool.weight(),
                        requirements(node),
                        pool.taints(),
                        pool.startupTaints(),
                        pool.limits(),
                        pool.types().stream()
                            .filter(type -> listed.contains(type.name()))
                            .toList()))
            .toList();
    var problem = twin.problem;
    return Template.of(
        new SchedulingProblem(
            pools,
            problem.nodes(),
            problem.pending(),
            problem.bound(),
            problem.daemons(),
            problem.namespaces(),
            problem.options(),
            problem.devices()));
  }

  /// A node that holds reservations is narrowed to them in the end, whatever `minValues` say.
  private Requirements requirements(NewNode node) {
    Requirements all = node.requirements();
    if (!all.has(twin.problem.options().reservationLabel())) return all;
    for (String key : node.requirements().minValues().keySet()) {
      var values = all.get(key);
      all = all.has(key) ? all.without(key).replace(key, values) : all.without(key);
    }
    return all;
  }

  private void checkTypes(NewNode node, Site.Draft draft) {
    Set<String> wellKnown = twin.problem.options().wellKnownLabels();
    for (TypeChoice choice : node.types()) {
      boolean isSold =
          draft.shape.rows().stream()
              .filter(row -> row.type().name().equals(choice.type()))
              .flatMap(row -> row.satisfying(node.requirements(), wellKnown))
              .anyMatch(offering -> offering.price() == choice.price());
      if (!isSold) faults.add("a node of %s cannot be %s".formatted(node.pool(), choice));
    }
  }
}
