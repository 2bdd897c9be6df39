package karpenter.app.against;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.operator.Operator;
import karpenter.operator.provider.NodeCosts;
import karpenter.operator.provider.TypesAnswer;
import karpenter.provider.kwok.catalogue.Catalogue;

/// What nodes cost: by the list of their pool, overlays and all, or by the catalogue where the pool
/// is gone.
public final class Prices {
  private final Map<String, Map<Bought, Double>> byPool = new HashMap<>();
  private final Map<Bought, Double> listed;
  private final Map<String, Double> nodeCosts = new HashMap<>();
  private final double nodeCostElsewhere;

  private record Bought(String type, String zone, String capacityType) {}

  /// @param nodeCost of nodes whose pool is gone
  private Prices(Map<Bought, Double> listed, double nodeCost) {
    this.listed = listed;
    this.nodeCostElsewhere = nodeCost;
  }

  public static Prices of(Catalogue catalogue) {
    return new Prices(index(catalogue.types()), 0);
  }

  /// @param operator knows what its pools pay
  public static Prices of(Catalogue catalogue, Operator operator) {
    var context = operator.context();
    var prices = new Prices(index(catalogue.types()), context.settings().nodeCost());
    var nodeCosts = new NodeCosts(context.provider(), context.settings());
    var snapshot = context.state().snapshot();
    for (var pool : snapshot.pools()) {
      var nodeClass = snapshot.nodeClass(pool.facts().nodeClass());
      prices.nodeCosts.put(pool.name(), nodeCosts.of(pool.facts(), nodeClass));
      var answer = operator.types().types(pool.facts(), nodeClass);
      if (answer instanceof TypesAnswer.Types types) {
        prices.byPool.put(pool.name(), index(types.types()));
      }
    }
    return prices;
  }

  private static Map<Bought, Double> index(List<InstanceType> types) {
    var index = new HashMap<Bought, Double>();
    for (var type : types) {
      for (var offering : type.offerings()) {
        index.merge(
            new Bought(
                type.name(),
                single(offering.requirements(), Labels.ZONE),
                single(offering.requirements(), Labels.CAPACITY_TYPE)),
            offering.price(),
            Math::min);
      }
    }
    return index;
  }

  private static String single(Requirements requirements, String key) {
    return requirements.get(key) instanceof ValueSet.Only(var values, var _) && values.size() == 1
        ? values.getFirst()
        : "";
  }

  /// Of a Node or a NodeClaim, by its labels.
  public OptionalDouble of(JsonNode object) {
    var labels = object.at("/metadata/labels");
    var bought =
        new Bought(
            labels.path(Labels.INSTANCE_TYPE).asText(),
            labels.path(Labels.ZONE).asText(),
            labels.path(Labels.CAPACITY_TYPE).asText());
    var price = byPool.getOrDefault(labels.path(Labels.NODE_POOL).asText(), listed).get(bought);
    return price == null ? OptionalDouble.empty() : OptionalDouble.of(price);
  }

  /// What a Node or a NodeClaim of Karpenter's costs an hour beside its price.
  public double nodeCost(JsonNode object) {
    var pool = object.at("/metadata/labels").path(Labels.NODE_POOL).asText();
    return nodeCosts.getOrDefault(pool, nodeCostElsewhere);
  }
}
