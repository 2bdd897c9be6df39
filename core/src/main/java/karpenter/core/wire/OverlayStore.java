package karpenter.core.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Problem;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.core.catalog.InstanceType;

/// The overlays that hold, and the pools they were weighed against (spec 02 §5.2). Never changes: a
/// new evaluation makes a new store.
public final class OverlayStore {
  public static final OverlayStore EMPTY =
      new OverlayStore(List.of(), Collections.emptySortedSet(), Set.of());

  private final List<NodeOverlays.Overlay> accepted;
  private final SortedSet<String> pools;
  private final Set<String> wellKnownLabels;

  private OverlayStore(
      List<NodeOverlays.Overlay> accepted, SortedSet<String> pools, Set<String> wellKnownLabels) {
    this.accepted = List.copyOf(accepted);
    this.pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
    this.wellKnownLabels = wellKnownLabels;
  }

  /// The types of a pool, and the labels its nodes will have.
  public record PoolTypes(
      String pool, SortedMap<String, String> labels, List<InstanceType> types) {}

  /// What an overlay was found to be.
  public sealed interface Verdict {
    record Accepted() implements Verdict {}

    record Invalid(String message) implements Verdict {}

    record Conflicting(String message) implements Verdict {}
  }

  /// @param verdicts by overlay name
  public record Evaluation(SortedMap<String, Verdict> verdicts, OverlayStore store) {}

  /// @param types as the pool may buy them
  public record Applied(List<InstanceType> types, Overlaid overlaid) {}

  /// @param pools undecorated; those whose types are not known are left out, and nothing is sold to
  ///   them until the next evaluation
  public static Evaluation evaluate(
      List<NodeOverlay> overlays, List<PoolTypes> pools, WireOptions options) {
    var reader = new NodeOverlayReader(options.restricted(), options.aliases());
    var verdicts = new TreeMap<String, Verdict>();
    var understood = new ArrayList<NodeOverlays.Overlay>();
    for (var overlay : overlays) {
      var name = String.valueOf(overlay.metadata().name());
      var item = item(name);
      reader
          .understood(overlay, item)
          .ifPresentOrElse(
              value -> {
                understood.add(value);
                verdicts.put(name, new Verdict.Accepted());
              },
              () -> verdicts.put(name, new Verdict.Invalid(sentences(item))));
    }
    var wellKnown = options.scheduling().wellKnownLabels();
    var outcome =
        NodeOverlays.apply(understood, pools.stream().map(OverlayStore::types).toList(), wellKnown);
    for (var conflict : outcome.conflicts()) {
      verdicts.put(
          conflict.overlay(),
          new Verdict.Conflicting(
              "NodeOverlay %s of the same weight also sets %s"
                  .formatted(conflict.other(), conflict.subject())));
    }
    var accepted =
        understood.stream()
            .filter(overlay -> verdicts.get(overlay.name()) instanceof Verdict.Accepted)
            .toList();
    var evaluated = new TreeSet<String>();
    pools.forEach(pool -> evaluated.add(pool.pool()));
    return new Evaluation(verdicts, new OverlayStore(accepted, evaluated, wellKnown));
  }

  /// Whether the pool was part of the evaluation.
  public boolean knows(String pool) {
    return pools.contains(pool);
  }

  public Applied apply(PoolTypes pool) {
    if (accepted.isEmpty()) {
      return new Applied(pool.types(), Overlaid.NONE);
    }
    var outcome = NodeOverlays.apply(accepted, List.of(types(pool)), wellKnownLabels);
    return new Applied(
        outcome.typesOf(pool.pool()), outcome.overlaid().getOrDefault(pool.pool(), Overlaid.NONE));
  }

  private static NodeOverlays.PoolTypes types(PoolTypes pool) {
    return new NodeOverlays.PoolTypes(pool.pool(), pool.labels(), pool.types());
  }

  /// Only for collecting problems.
  private static Item item(String name) {
    var tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("metadata").put("name", name);
    return new Item(Kind.NODE_OVERLAY, new SourceObject("", tree), "", 0);
  }

  private static String sentences(Item item) {
    return String.join(
        "; ", item.place().problems().list().stream().map(Problem::sentence).toList());
  }
}
