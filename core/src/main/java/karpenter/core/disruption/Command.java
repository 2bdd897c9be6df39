package karpenter.core.disruption;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import karpenter.core.scheduling.Placement;

/// Something that is to be done: these nodes go once those have come.
///
/// @param id given by whoever starts it; names it in logs, notes and on its objects
/// @param replacements of a static pool have neither types nor pods: they are made from its
///   template
/// @param simulation where the pods would go; empty where nobody looked
/// @param saving an hour, at the cheapest prices
public record Command(
    String id,
    Method method,
    List<Candidate> candidates,
    List<Placement.NewNode> replacements,
    Optional<Placement> simulation,
    double saving) {

  public Command {
    candidates = List.copyOf(candidates);
    replacements = List.copyOf(replacements);
  }

  /// What of the saving is no price of an instance.
  public double nodeCosts() {
    return saving == 0 ? 0 : Consolidation.nodeCosts(candidates, replacements);
  }

  /// As metrics and logs write it.
  public String decision() {
    return replacements.isEmpty() ? "delete" : "replace";
  }

  /// What is done, in logs, the journal and events.
  public String sentence() {
    var nodes = candidates.stream().map(Candidate::nodeName).collect(Collectors.joining(", "));
    var first =
        replacements.isEmpty() ? "delete" : "launch %d, then delete".formatted(replacements.size());
    var money = saving > 0 ? " (saves %s)".formatted(Wording.saving(saving, nodeCosts())) : "";
    return "%s: %s %s%s".formatted(method.reason().wire(), first, nodes, money);
  }

  /// The claims of the nodes that go.
  public SortedSet<String> names() {
    var names = new TreeSet<String>();
    candidates.forEach(candidate -> names.add(candidate.name()));
    return names;
  }

  public Command with(List<Candidate> fewer) {
    return new Command(id, method, fewer, replacements, simulation, saving);
  }
}
