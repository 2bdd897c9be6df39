package karpenter.operator.disruption;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.disruption.Command;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.event.EventNote.Pace;
import karpenter.operator.state.Note;

/// Tells where the pods of a command are expected, so that the next decision leaves these nodes
/// alone.
record Nominations(LoopContext context) {
  /// Beyond these the pace of the event would drop them anyway.
  private static final int MAX_TOLD = 50;

  /// @param names of the claims that were created, in the order of the command's
  void tell(Command command, List<String> names) {
    var moving = new HashMap<String, PodFacts>();
    command
        .candidates()
        .forEach(candidate -> candidate.pods().forEach(pod -> moving.put(pod.uid(), pod)));
    var until = context.clock().instant().plus(context.settings().nominationWindow());
    int told = 0;
    for (int i = 0; i < command.replacements().size(); i++) {
      for (var pod : command.replacements().get(i).pods()) {
        context.state().note(new Note.Promised(pod.uid(), names.get(i)));
        told += tell(pod, moving, "nodeclaim/" + names.get(i), told);
      }
    }
    var uses = command.simulation().map(placement -> placement.existing()).orElse(List.of());
    for (var use : uses) {
      var claim = claimOf(use.node());
      context.state().note(new Note.Nominated(claim, until));
      for (var pod : use.pods()) {
        told += tell(pod, moving, "node/" + use.node(), told);
      }
    }
  }

  private int tell(Pod pod, Map<String, PodFacts> moving, String place, int told) {
    var facts = moving.get(pod.uid());
    if (facts == null || told >= MAX_TOLD) {
      return 0;
    }
    context
        .events()
        .tell(
            EventNote.normal(About.of(facts), "Nominated", "The pod is expected on " + place)
                .atPace(Pace.FIVE_A_SECOND));
    return 1;
  }

  /// What notes call the node that planning calls so.
  private String claimOf(String node) {
    var snapshot = context.state().snapshot();
    return snapshot.node(node).flatMap(snapshot::claimOf).map(c -> c.name()).orElse(node);
  }
}
