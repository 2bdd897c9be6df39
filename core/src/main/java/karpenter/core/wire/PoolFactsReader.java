package karpenter.core.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import karpenter.api.GoDuration;
import karpenter.api.Json;
import karpenter.api.ObjectMeta;
import karpenter.api.Problem;
import karpenter.api.hash.NodePoolHash;
import karpenter.api.schema.Unreadable;
import karpenter.api.v1.NodePool;
import karpenter.api.validation.NodePoolValidation;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.PoolFacts;
import karpenter.core.facts.PoolFacts.BudgetFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.wire.control.NodeCostReader;

/// Reads NodePools of a live cluster, without the schema's checks: its API server made them.
///
/// What is wrong with a pool at runtime does not refuse it. It is listed in its facts, for its
/// condition to show, and the pool then asks for nothing it could be held to.
final class PoolFactsReader {
  /// Pools whose spec was understood lately; a status changes much more often.
  static final int MAX_KEPT = 1000;

  private final MetaReader metas;
  private final WireOptions options;
  private final Map<String, Kept> kept =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MAX_KEPT;
        }
      };

  PoolFactsReader(MetaReader metas, WireOptions options) {
    this.metas = metas;
    this.options = options;
  }

  /// A pool: what decisions read, and the object claims are written from.
  record Pool(PoolFacts facts, NodePool source) {}

  /// What a spec of this generation means.
  private record Kept(
      long generation,
      NodePool source,
      Requirements requirements,
      Optional<Resources> limits,
      String hash,
      List<String> problems) {}

  /// Empty when the object is no NodePool; why is then among its problems.
  Optional<Pool> read(Place pool) {
    var meta = metas.meta(pool);
    var known = kept.get(meta.uid());
    if (known == null || known.generation() != meta.generation() || meta.generation() == 0) {
      var fresh = understood(pool, meta.generation());
      if (fresh.isEmpty()) {
        return Optional.empty();
      }
      known = fresh.get();
      kept.remove(meta.uid());
      kept.put(meta.uid(), known);
    }
    return Optional.of(new Pool(facts(pool, known), source(pool, known.source())));
  }

  /// With the metadata of today: only the spec is of the kept generation.
  private static NodePool source(Place pool, NodePool known) {
    try {
      var metadata = Json.JSON.treeToValue(pool.get("metadata").node(), ObjectMeta.class);
      return new NodePool(
          known.apiVersion(), known.kind(), metadata, known.spec(), NodePool.Status.EMPTY);
    } catch (JsonProcessingException e) {
      return known;
    }
  }

  private Optional<Kept> understood(Place place, long generation) {
    NodePool pool;
    try {
      pool = Json.JSON.treeToValue(withoutStatus(place), NodePool.class);
    } catch (JsonProcessingException e) {
      place.problems().add(Unreadable.problem(e, place.node()));
      return Optional.empty();
    }
    var item = new Item(Kind.NODE_POOL, new SourceObject("", place.node()), "", 0);
    var validation = NodePoolValidation.problems(pool, options.restricted());
    var limits = NodePoolReader.limits(pool.spec().limits(), item);
    validation.forEach(item::add);
    var problems = item.place().problems().list().stream().map(Problem::sentence).toList();
    var reader = new NodePoolReader(options.restricted(), options.aliases());
    return Optional.of(
        new Kept(
            generation,
            pool,
            validation.isEmpty() ? reader.requirements(pool, item) : NodePoolReader.own(pool),
            limits,
            NodePoolHash.of(pool),
            problems));
  }

  /// A copy of the top level only; the rest is not changed.
  private static JsonNode withoutStatus(Place place) {
    if (!(place.node() instanceof ObjectNode object)) {
      return place.node();
    }
    var copy = object.objectNode();
    copy.setAll(object);
    copy.remove("status");
    return copy;
  }

  private PoolFacts facts(Place place, Kept known) {
    var spec = known.source().spec();
    var template = spec.template();
    var disruption = spec.disruptionOrDefault();
    var ref = template.spec().nodeClassRef();
    var status = place.get("status");
    var meta = metas.meta(place);
    return new PoolFacts(
        meta,
        spec.weight() == null ? 0 : spec.weight(),
        spec.replicas() == null ? OptionalLong.empty() : OptionalLong.of(spec.replicas()),
        known.requirements(),
        Collections.unmodifiableSortedMap(new TreeMap<>(template.metadata().labels())),
        known.problems().isEmpty() ? TaintReader.taints(template.spec().taints()) : List.of(),
        known.problems().isEmpty()
            ? TaintReader.taints(template.spec().startupTaints())
            : List.of(),
        new NodeClassRef(ref.group(), ref.kind(), ref.name()),
        Optional.ofNullable(template.spec().terminationGracePeriod()).map(GoDuration::value),
        template.spec().expireAfterOrDefault().value(),
        known.limits(),
        disruption.consolidateAfterOrDefault().value(),
        disruption.consolidationPolicyOrDefault(),
        disruption.budgetsOrDefault().stream().map(PoolFactsReader::budget).toList(),
        // Read anew each time: annotations change without a new generation. What is wrong with it
        // is
        // told with the other annotations of ours.
        NodeCostReader.read(meta.annotations(), _ -> {}),
        known.hash(),
        known.problems(),
        Amounts.capacity(status.get("resources")),
        status.get("nodes").number(0, Long.MAX_VALUE),
        status.get("nodeClassObservedGeneration").number(0, Long.MAX_VALUE),
        metas.conditions(status.get("conditions")));
  }

  private static BudgetFacts budget(NodePool.Budget budget) {
    return new BudgetFacts(
        budget.nodesOrDefault(),
        Optional.ofNullable(budget.reasons()),
        Optional.ofNullable(budget.schedule()),
        Optional.ofNullable(budget.duration()).map(GoDuration::value));
  }
}
