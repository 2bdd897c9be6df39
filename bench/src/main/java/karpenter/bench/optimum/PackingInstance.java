package karpenter.bench.optimum;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.bench.check.Amounts;
import karpenter.bench.check.NodeCap;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PackingModel;
import karpenter.bench.check.PodKind;

/// What is left of a workload for the bound: classes of pods, shapes of nodes, at most so many of
/// some classes on a node, and limits of NodePools. Amounts are in units of the greatest common
/// divisor of all requests, so that they are small and exact.
///
/// Left out, which can make the optimum lower and never higher: spread and affinity by zone,
/// preferences, and which zone a node is in.
///
/// @param kindClass the class of each kind of the model; -1 for a kind that no offer takes
/// @param offerShape the shape that stands for each offer; -1 for one that nobody may buy
record PackingInstance(
    List<PodClass> classes,
    List<Shape> shapes,
    List<Cap> caps,
    List<Limit> limits,
    List<Integer> kindClass,
    List<Integer> offerShape) {

  private record ClassKey(Amounts requests, BitSet offers, BitSet openable, List<Integer> caps) {}

  static PackingInstance of(PackingModel model, double nodeCost) {
    return new Builder(model, nodeCost).build();
  }

  /// How many pods must be placed.
  int pods() {
    return classes.stream().mapToInt(PodClass::count).sum();
  }

  private static final class Builder {
    private final PackingModel model;
    private final double nodeCost;
    private final long[] units;
    private final Map<ClassKey, Integer> classes = new LinkedHashMap<>();
    private final List<Integer> counts = new ArrayList<>();
    private final List<Integer> kindClass = new ArrayList<>();
    private final List<Limit> limits = new ArrayList<>();
    private final OpenerRule openerRule;

    Builder(PackingModel model, double nodeCost) {
      this.model = model;
      this.nodeCost = nodeCost;
      this.units = units(model);
      this.openerRule = new OpenerRule(model);
    }

    PackingInstance build() {
      var caps = binding();
      for (var kind : model.kinds()) classify(kind, caps);
      model.offers().stream()
          .map(NodeOffer::pool)
          .distinct()
          .forEach(pool -> model.limits(pool).forEach((r, a) -> limits.add(new Limit(pool, r, a))));
      var kept = new ArrayList<Shape>();
      var offerShape = shapes(kept);
      return new PackingInstance(
          podClasses(), List.copyOf(kept), caps(caps), limits, kindClass, offerShape);
    }

    /// Caps that are smaller than the number of pods they speak of.
    private List<NodeCap> binding() {
      return model.caps().stream()
          .filter(
              cap ->
                  cap.kinds().stream().map(kind -> model.kinds().get(kind).count()).sum()
                      > cap.perNode())
          .toList();
    }

    private void classify(PodKind kind, List<NodeCap> caps) {
      if (kind.offers().isEmpty()) {
        kindClass.add(-1);
        return;
      }
      var member = new ArrayList<Integer>();
      for (int i = 0; i < caps.size(); i++)
        if (caps.get(i).kinds().get(kind.index())) member.add(i);
      var key = new ClassKey(kind.requests(), kind.offers(), openerRule.openable(kind), member);
      int index = classes.computeIfAbsent(key, _ -> classes.size());
      if (index == counts.size()) counts.add(0);
      counts.set(index, counts.get(index) + kind.count());
      kindClass.add(index);
    }

    private List<PodClass> podClasses() {
      var found = new ArrayList<PodClass>();
      for (var key : classes.keySet())
        found.add(new PodClass(found.size(), scaled(key.requests()), counts.get(found.size())));
      return found;
    }

    private List<Cap> caps(List<NodeCap> caps) {
      var found = new ArrayList<Cap>();
      for (var cap : caps) {
        var members = new BitSet();
        cap.kinds().stream().map(kindClass::get).filter(c -> c >= 0).forEach(members::set);
        if (!members.isEmpty()) found.add(new Cap(members, cap.perNode()));
      }
      return found;
    }

    /// The cheapest come first, so that a shape is only dominated by those that are kept already.
    private List<Integer> shapes(List<Shape> kept) {
      var all = model.offers().stream().map(this::shape).toList();
      var order =
          model.offers().stream()
              .sorted(Comparator.comparingDouble(NodeOffer::price).thenComparing(NodeOffer::index))
              .toList();
      var offerShape = new Integer[all.size()];
      for (var offer : order) {
        var shape = all.get(offer.index());
        offerShape[offer.index()] = shape.openers().isEmpty() ? -1 : place(shape, kept);
      }
      return List.of(offerShape);
    }

    private static int place(Shape shape, List<Shape> kept) {
      for (int i = 0; i < kept.size(); i++) if (kept.get(i).dominates(shape)) return i;
      kept.add(shape);
      return kept.size() - 1;
    }

    private Shape shape(NodeOffer offer) {
      var accepted = new BitSet();
      var openers = new BitSet();
      classes.forEach(
          (key, index) -> {
            if (key.offers().get(offer.index())) accepted.set(index);
            if (key.openable().get(offer.index())) openers.set(index);
          });
      var charges =
          limits.stream()
              .map(
                  limit ->
                      limit.pool().equals(offer.pool())
                          ? model.limitCharge(offer, limit.resource())
                          : 0L)
              .toList();
      return new Shape(
          scaled(offer.room()),
          offer.price() + nodeCost,
          offer.price(),
          accepted,
          openers,
          charges,
          offer.index());
    }

    private List<Long> scaled(Amounts amounts) {
      var scaled = new ArrayList<Long>();
      for (int r = 0; r < units.length; r++) scaled.add(Math.floorDiv(amounts.get(r), units[r]));
      return scaled;
    }

    private static long[] units(PackingModel model) {
      var units = new long[model.resources().size()];
      for (var kind : model.kinds())
        for (int r = 0; r < units.length; r++) units[r] = gcd(units[r], kind.requests().get(r));
      for (int r = 0; r < units.length; r++) units[r] = Math.max(1, units[r]);
      return units;
    }

    private static long gcd(long a, long b) {
      return b == 0 ? a : gcd(b, a % b);
    }
  }
}
