package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.lifecycle.Marks;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;

/// Whether nodes could go for less money (spec 02 §2.8): deleted, or replaced by one that is sure
/// to cost less.
///
/// @param market what replacements may cost
/// @param spotToSpot whether spot nodes may be replaced by spot nodes
public record Consolidation(Market market, boolean spotToSpot) {
  /// So many cheaper types must be left for one spot node to be replaced, and so many are asked
  /// for: the launched type is then among those that would have to be beaten next time.
  public static final int SPOT_TYPES = 15;

  public static final String WHEN_EMPTY = "WhenEmpty";
  public static final String BALANCED = "Balanced";

  /// The predicate of multi- and single-node consolidation.
  static List<Obstacle> obstacles(Candidate candidate) {
    var pool = candidate.pool();
    if (pool.isStatic()) {
      return List.of(new PolicyObstacle.StaticPool(pool.name()));
    }
    var obstacles = new ArrayList<Obstacle>();
    if (candidate.type().isEmpty()) {
      obstacles.add(
          new KnowledgeObstacle.TypeUnknown(
              candidate.labels().getOrDefault(Marks.INSTANCE_TYPE, "")));
    }
    if (candidate.capacityType().isEmpty()) {
      obstacles.add(new KnowledgeObstacle.LabelMissing(Marks.CAPACITY_TYPE));
    }
    if (candidate.zone().isEmpty()) {
      obstacles.add(new KnowledgeObstacle.LabelMissing(Marks.ZONE));
    }
    if (pool.consolidateAfter().isEmpty()) {
      obstacles.add(new PolicyObstacle.NeverConsolidated(pool.name()));
    }
    if (candidate.isEmpty()) {
      obstacles.add(new PolicyObstacle.Empty());
    } else if (pool.consolidationPolicy().equals(WHEN_EMPTY)) {
      obstacles.add(new PolicyObstacle.OnlyWhenEmpty(pool.name()));
    }
    PolicyObstacle.NotQuiet.of(candidate).ifPresent(obstacles::add);
    return obstacles;
  }

  /// @param placement what would happen without the candidates
  /// @param hopeless pods that have no place anyway, by uid: they hold nothing up
  public Finding find(List<Candidate> candidates, Placement placement, Set<String> hopeless) {
    return find(candidates, placement, hopeless, false);
  }

  /// @param placement of all pods, if one node may be replaced by several
  /// @param maySplit whether one node may be replaced by several
  Finding find(
      List<Candidate> candidates, Placement placement, Set<String> hopeless, boolean maySplit) {
    var homeless = homeless(placement, hopeless);
    if (!homeless.isEmpty()) {
      return new Finding.Nothing(MoveObstacle.PodsWithoutPlace.of(homeless));
    }
    var needed = replacements(placement, hopeless);
    if (needed.isEmpty()) {
      return new Finding.Delete(placement, price(candidates) + nodeCosts(candidates, List.of()));
    }
    if (needed.size() > 1) {
      var split = maySplit ? split(candidates.getFirst(), needed) : Optional.<Split>empty();
      return split.isPresent()
          ? new Finding.Split(placement, split.get().nodes(), split.get().saving())
          : new Finding.Nothing(new MoveObstacle.SeveralReplacements(OptionalDouble.empty()));
    }
    return replace(candidates, placement, needed.getFirst());
  }

  private record Split(List<NewNode> nodes, double saving) {}

  /// Whether the nodes are together sure to cost less than the one: each keeps the types that leave
  /// it so whatever the others turn out to be. Spot is not split into spot: what spot costs
  /// changes, and each change would be a reason to do it again.
  private Optional<Split> split(Candidate candidate, List<NewNode> needed) {
    var offers = new ArrayList<List<Market.Quote>>();
    var requirements = new ArrayList<Requirements>();
    double worst = 0;
    for (var node : needed) {
      boolean mayBeSpot = Market.mayBe(node.requirements(), Market.SPOT);
      if (mayBeSpot && candidate.capacityType().equals(Market.SPOT)) {
        return Optional.empty();
      }
      var asked = node.requirements();
      var quotes = market.quotes(node, asked);
      // What has spot is compared as spot, so spot it must be.
      var asSpot = mayBeSpot ? market.quotes(node, Market.only(asked, Market.SPOT)) : quotes;
      if (mayBeSpot && !asSpot.isEmpty()) {
        asked = Market.only(asked, Market.SPOT);
        quotes = asSpot;
      }
      if (quotes.isEmpty()) {
        return Optional.empty();
      }
      offers.add(quotes);
      requirements.add(asked);
      worst += least(quotes);
    }
    double most = candidate.price() + nodeCosts(List.of(candidate), needed);
    double slack = (most - worst) / needed.size();
    if (slack <= 0) {
      return Optional.empty();
    }
    var nodes = new ArrayList<NewNode>();
    double best = 0;
    for (int i = 0; i < needed.size(); i++) {
      double each = least(offers.get(i)) + slack;
      var kept = offers.get(i).stream().filter(quote -> quote.worst() < each).toList();
      if (kept.isEmpty() || MinDistinct.needed(kept, requirements.get(i)).isEmpty()) {
        return Optional.empty();
      }
      nodes.add(with(needed.get(i), requirements.get(i), kept));
      best += kept.getFirst().best();
    }
    return Optional.of(new Split(nodes, most - best));
  }

  private static double least(List<Market.Quote> quotes) {
    return quotes.stream().mapToDouble(Market.Quote::worst).min().orElseThrow();
  }

  /// The new nodes that are needed because nodes go. Those that only serve pods which wait are
  /// somebody else's business.
  public static List<NewNode> replacements(Placement placement, Set<String> hopeless) {
    return placement.newNodes().stream()
        .filter(node -> node.pods().stream().anyMatch(pod -> !hopeless.contains(pod.uid())))
        .toList();
  }

  /// Pods that would lose their place, by namespace and name.
  public static List<String> homeless(Placement placement, Set<String> hopeless) {
    return placement.unplaced().stream()
        .map(Placement.Unplaced::pod)
        .filter(pod -> !hopeless.contains(pod.uid()))
        .map(Pod::fullName)
        .toList();
  }

  /// Of their instances.
  public static double price(List<Candidate> candidates) {
    return candidates.stream().mapToDouble(Candidate::price).sum();
  }

  /// What keeping them costs an hour.
  public static double cost(List<Candidate> candidates) {
    return candidates.stream().mapToDouble(Candidate::cost).sum();
  }

  /// What is saved an hour beside instances when these go and those come: nothing where nodes of
  /// one pool are replaced one by one.
  static double nodeCosts(List<Candidate> gone, List<NewNode> come) {
    return gone.stream().mapToDouble(Candidate::nodeCost).sum()
        - come.stream().mapToDouble(NewNode::nodeCost).sum();
  }

  private Finding replace(List<Candidate> candidates, Placement placement, NewNode node) {
    var requirements = node.requirements();
    boolean allSpot = candidates.stream().allMatch(c -> c.capacityType().equals(Market.SPOT));
    boolean fromSpotToSpot = allSpot && Market.mayBe(requirements, Market.SPOT);
    if (fromSpotToSpot && !spotToSpot) {
      return new Finding.Nothing(new MoveObstacle.SpotToSpotOff());
    }
    if (fromSpotToSpot) {
      requirements = Market.only(requirements, Market.SPOT);
    }
    double price = price(candidates);
    double nodeCosts = nodeCosts(candidates, List.of(node));
    // What is not known is not replaced, whatever its node costs.
    double most = price > 0 ? price + nodeCosts : 0;
    var cheaper = market.quotes(node, requirements).stream().filter(q -> q.worst() < most).toList();
    if (cheaper.isEmpty()) {
      return new Finding.Nothing(new MoveObstacle.NothingCheaper(price, nodeCosts));
    }
    if (MinDistinct.needed(cheaper, requirements).isEmpty()) {
      return new Finding.Nothing(new MoveObstacle.TooFewValues(node.pool()));
    }
    if (fromSpotToSpot && candidates.size() == 1) {
      if (cheaper.size() < SPOT_TYPES) {
        return new Finding.Nothing(new MoveObstacle.TooFewSpotTypes(cheaper.size(), SPOT_TYPES));
      }
      int needed = MinDistinct.needed(cheaper, requirements).getAsInt();
      cheaper = cheaper.subList(0, Math.min(cheaper.size(), Math.max(SPOT_TYPES, needed)));
    } else if (Market.mayBe(requirements, Market.SPOT)
        && Market.mayBe(requirements, Market.ON_DEMAND)) {
      // What has spot was compared as spot, so spot it must be: without any, the launch fails and
      // the node stays.
      var spot = Market.only(requirements, Market.SPOT);
      var asSpot = requoted(cheaper, node, spot);
      if (!asSpot.isEmpty()) {
        return MinDistinct.needed(asSpot, spot).isPresent()
            ? found(candidates, placement, node, spot, asSpot)
            : new Finding.Nothing(new MoveObstacle.TooFewValues(node.pool()));
      }
    }
    return found(candidates, placement, node, requirements, cheaper);
  }

  private List<Market.Quote> requoted(
      List<Market.Quote> kept, NewNode node, Requirements requirements) {
    var names = new TreeSet<String>();
    kept.forEach(quote -> names.add(quote.type().name()));
    return market.quotes(node, requirements).stream()
        .filter(quote -> names.contains(quote.type().name()))
        .toList();
  }

  private static Finding found(
      List<Candidate> candidates,
      Placement placement,
      NewNode node,
      Requirements requirements,
      List<Market.Quote> types) {
    double price = types.getFirst().best();
    double nodeCosts = nodeCosts(candidates, List.of(node));
    return new Finding.Replace(
        placement, with(node, requirements, types), price(candidates) - price + nodeCosts);
  }

  private static NewNode with(NewNode node, Requirements requirements, List<Market.Quote> types) {
    return new NewNode(
        node.pool(),
        requirements,
        types.stream().map(q -> new TypeChoice(q.type().name(), q.best())).toList(),
        node.pods(),
        node.requests(),
        types.getFirst().best(),
        node.minValuesRelaxed(),
        node.deviceDrivers(),
        node.nodeCost());
  }

  /// Several nodes are not replaced by one of a type that is among them at a price it was had for:
  /// that would be deleting the others, which has been looked at already (spec 02 §2.8.3). So only
  /// prices are compared here.
  public Finding withoutSameType(List<Candidate> candidates, Finding finding) {
    return switch (finding) {
      case Finding.Delete delete -> delete;
      case Finding.Split split -> split;
      case Finding.Nothing nothing -> nothing;
      case Finding.Replace(var placement, var node, var _) -> {
        double most = leastOfSameType(candidates, node);
        var left =
            market.quotes(node, node.requirements()).stream()
                .filter(quote -> quote.worst() < most)
                .toList();
        if (left.isEmpty()) {
          yield new Finding.Nothing(new MoveObstacle.NothingCheaper(most, 0));
        }
        if (MinDistinct.needed(left, node.requirements()).isEmpty()) {
          yield new Finding.Nothing(new MoveObstacle.TooFewValues(node.pool()));
        }
        yield found(candidates, placement, node, node.requirements(), left);
      }
    };
  }

  private static double leastOfSameType(List<Candidate> candidates, NewNode node) {
    var listed = new TreeSet<String>();
    node.types().forEach(choice -> listed.add(choice.type()));
    return candidates.stream()
        .filter(c -> c.type().map(type -> listed.contains(type.name())).orElse(false))
        .mapToDouble(Candidate::price)
        // Nobody knows what it costs, so nothing can be compared with it.
        .filter(price -> price > 0)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
