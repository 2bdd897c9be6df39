package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.NodePool;

/// Pools, types and daemons made ready for solving. Build it once per catalogue version and use it
/// for every batch and what-if until pools, types, prices or daemons change; it never changes.
public final class CompiledCatalogue {
  /// Heaviest first; upstream breaks ties by name, last letter first, and users rely on it.
  private static final Comparator<NodePool> BY_PRECEDENCE =
      Comparator.comparingInt(NodePool::weight).thenComparing(NodePool::name).reversed();

  final List<Template> templates;
  final ResourceIndex resources;
  final List<Daemon> daemons;
  final Set<String> wellKnown;

  private CompiledCatalogue(
      List<Template> templates,
      ResourceIndex resources,
      List<Daemon> daemons,
      Set<String> wellKnown) {
    this.templates = List.copyOf(templates);
    this.resources = resources;
    this.daemons = daemons;
    this.wellKnown = wellKnown;
  }

  public static CompiledCatalogue compile(
      List<NodePool> pools, List<Daemon> daemons, Options options) {
    var index = ResourceIndex.ofCatalogue(namesInPlay(pools, daemons));
    List<Template> templates = new ArrayList<>();
    for (NodePool pool : pools.stream().sorted(BY_PRECEDENCE).toList()) {
      Template.compile(pool, daemons, index, options.wellKnownLabels())
          .filter(
              template ->
                  options.minValues() == Options.MinValuesPolicy.BEST_EFFORT
                      || MinValues.hold(
                          pool.requirements(), template, Bits.all(template.rows.size())))
          .ifPresent(templates::add);
    }
    return new CompiledCatalogue(templates, index, daemons, options.wellKnownLabels());
  }

  /// The pools some type of which can be bought.
  public Set<String> pools() {
    return templates.stream()
        .map(template -> template.pool.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> namesInPlay(List<NodePool> pools, List<Daemon> daemons) {
    Set<String> names = new TreeSet<>();
    for (Daemon daemon : daemons) names.addAll(daemon.spec().requests().names());
    for (NodePool pool : pools) {
      for (InstanceType type : pool.types()) {
        names.addAll(type.capacity().names());
        for (Offering offering : type.offerings()) {
          names.addAll(offering.capacityOverride().names());
        }
      }
    }
    return names;
  }
}
