package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.core.cluster.NodeCost;
import karpenter.simulator.NaiveControls.Saving;
import karpenter.simulator.StartsJudge.Begun;
import karpenter.simulator.kube.Metas;

/// Whether consolidations save what they must, in prices and node costs. What a replacement costs
/// is known when its claim is there.
final class SavingsJudge {
  private static final double SMALL = 1e-9;

  private final Prices prices;
  private final Map<String, Due> due = new HashMap<>();

  /// @param cost of the nodes that go
  private record Due(Begun command, double cost, double least) {}

  SavingsJudge(Prices prices) {
    this.prices = prices;
  }

  void begin(Begun command, List<Picture> recent, Consumer<String> wrong) {
    if (!command.reason().equals("Underutilized")) {
      return;
    }
    double cost = 0;
    double least = 0;
    var last = recent.getLast();
    for (var name : command.claims()) {
      cost += prices.of(last.node(last.claim(name))) + NodeCost.DEFAULT;
    }
    for (var name : command.claims()) {
      double of = cost;
      least =
          Math.max(
              least,
              recent.stream()
                  .map(picture -> asked(picture, name))
                  .mapToDouble(s -> s.map(a -> Math.max(a.money(), a.share() * of)).orElse(0.0))
                  .min()
                  .orElse(0));
    }
    if (command.comes().isEmpty()) {
      check(new Due(command, cost, least), 0, wrong);
    } else {
      due.put(command.id(), new Due(command, cost, least));
    }
  }

  private static Optional<Saving> asked(Picture picture, String name) {
    var claim = picture.claim(name);
    return NaiveControls.of(claim, picture.node(claim))
        .saving()
        .or(() -> NaiveControls.of(picture.pool(Picture.poolOf(claim))).saving())
        .or(() -> NaiveControls.of(picture.namespace()).saving());
  }

  /// @param claims all there are
  void changed(JsonNode claim, List<ObjectNode> claims, Consumer<String> wrong) {
    var one = due.get(Picture.annotation(claim, "command"));
    if (one == null) {
      return;
    }
    var came = claims.stream().filter(c -> one.command().comes().contains(Metas.name(c))).toList();
    if (came.size() == one.command().comes().size()) {
      due.remove(one.command().id());
      check(one, came.stream().mapToDouble(c -> prices.least(c) + NodeCost.DEFAULT).sum(), wrong);
    }
  }

  private static void check(Due due, double costsNow, Consumer<String> wrong) {
    double saving = due.cost() - costsNow;
    if (saving <= 0 || saving < due.least() - SMALL) {
      wrong.accept(
          "%s saves %.5f of %.5f, and must save %.5f"
              .formatted(due.command(), saving, due.cost(), due.least()));
    }
  }
}
