package karpenter.core.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The devices a node of some instance types will bring, compiled. Types that bring the same share
/// one board, and whatever is found for one of them holds for all.
public final class TemplateBoard {
  final Budgets budgets = new Budgets();
  final List<Offer> offers = new ArrayList<>();
  boolean isFaulty;

  /// Per attribute, the group each bound device belongs to.
  private final Map<String, Map<DeviceId, Integer>> bound = new HashMap<>();

  TemplateBoard(DeviceTemplates templates, DeviceKinds kinds) {
    record PoolKey(String driver, String pool) {}
    var pools = new LinkedHashMap<PoolKey, List<DeviceTemplates.Slice>>();
    for (var slice : templates.slices()) {
      pools
          .computeIfAbsent(new PoolKey(slice.driver(), slice.pool()), _ -> new ArrayList<>())
          .add(slice);
    }
    pools.forEach(
        (key, slices) -> {
          var shared = slices.stream().flatMap(slice -> slice.sharedCounters().stream()).toList();
          var batches =
              slices.stream()
                  .map(slice -> new Budgets.Batch(slice.devices(), Reach.EVERYWHERE))
                  .toList();
          if (Budgets.isValid(shared, batches)) {
            offers.addAll(budgets.offers(key.driver(), key.pool(), shared, batches, kinds, true));
          } else {
            isFaulty = true;
          }
        });
    templates.bindings().forEach(this::bind);
  }

  /// Bindings that share a device become one group.
  private void bind(DeviceTemplates.AttributeBinding binding) {
    if (binding.devices().size() < 2) return;
    var groups = bound.computeIfAbsent(binding.attribute(), _ -> new HashMap<>());
    int group = groups.size();
    while (groups.containsValue(group)) group++;
    for (DeviceId device : binding.devices()) {
      Integer old = groups.put(device, group);
      if (old == null) continue;
      int merged = group;
      groups.replaceAll((_, number) -> number.equals(old) ? merged : number);
    }
  }

  boolean isBound(String attribute, Offer offer) {
    return offer.isTemplate && bound.getOrDefault(attribute, Map.of()).containsKey(offer.id);
  }

  boolean areBound(String attribute, Offer one, Offer other) {
    var groups = bound.getOrDefault(attribute, Map.of());
    Integer group = groups.get(one.id);
    return one.isTemplate
        && other.isTemplate
        && group != null
        && group.equals(groups.get(other.id));
  }
}
