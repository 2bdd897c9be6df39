package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.overlay.TypeSource;

/// Creates the claims that are to replace nodes: as for pods, but under names that were given
/// before, and with the room of the nodes that go. For one thread.
public final class Replacements {
  private final LoopContext context;
  private final Catalogues catalogues;
  private final ClaimCreator creator;

  /// What came of the claims that were asked for.
  ///
  /// @param created those that exist, in no order that matters
  /// @param refusal why one of them will not exist
  /// @param silence why it is not known whether one exists
  public record Made(
      List<ClaimFacts> created, Optional<String> refusal, Optional<Unreachable> silence) {}

  private Replacements(LoopContext context, Catalogues catalogues, ClaimCreator creator) {
    this.context = context;
    this.catalogues = catalogues;
    this.creator = creator;
  }

  /// @param types what pools may buy
  public static Replacements with(LoopContext context, TypeSource types) {
    var options =
        PlanningOptions.of(context.settings(), context.provider().labels(), ReservedMode.STRICT);
    var catalogues = new Catalogues(types, context.provider(), options, context.settings());
    var views = new NodeViews(new Prospects(types, options.wellKnownLabels()));
    return new Replacements(context, catalogues, new ClaimCreator(context, catalogues, views));
  }

  /// Names for the claims of a command; others have others.
  public static List<String> names(List<NewNode> nodes, String command, Instant now) {
    var names = new ArrayList<String>();
    for (var node : nodes) {
      names.add(ClaimNames.name(node.pool(), command, now, names.size()));
    }
    return names;
  }

  /// @param names one for each
  /// @param annotations of all of them
  /// @param leaving the claims that go
  public Made create(
      List<NewNode> nodes,
      List<String> names,
      SortedMap<String, String> annotations,
      Set<String> leaving)
      throws InterruptedException {
    var orders = new ArrayList<ClaimCreator.Order>();
    for (int i = 0; i < nodes.size(); i++) {
      orders.add(new ClaimCreator.Order(names.get(i), nodes.get(i), annotations));
    }
    var snapshot = context.state().snapshot();
    var outcomes =
        creator.create(orders, pool -> Optional.of(catalogues.offer(pool, snapshot)), leaving);
    return made(outcomes);
  }

  private static Made made(List<ClaimCreator.Outcome> outcomes) {
    var created = new ArrayList<ClaimFacts>();
    Optional<String> refusal = Optional.empty();
    Optional<Unreachable> silence = Optional.empty();
    for (var outcome : outcomes) {
      switch (outcome) {
        case ClaimCreator.Outcome.Created(_, var claim) -> created.add(claim);
        case ClaimCreator.Outcome.Refused(_, var reason) -> refusal = Optional.of(reason);
        case ClaimCreator.Outcome.Unanswered(_, _, var cause) -> silence = Optional.of(cause);
        case ClaimCreator.Outcome.Observed(_, var name) ->
            refusal = Optional.of(name + " was not written: we only observe");
      }
    }
    return new Made(created, refusal, silence);
  }
}
