package karpenter.bench.optimum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/// Finds the best mixture of nodes and proves how good a mixture can be at most.
/// 1. The master says what a pod of each class pays at the moment.
/// 2. For each shape, the most valuable filling at these prices is relaxed to fractions; rounded,
///    it is a column if it is worth more than the node costs.
/// 3. The relaxed values also give a bound (Farley's): divided by the largest ratio of value to
///    cost, the prices overcharge no node, so that what all pods pay is less than any packing
///    costs.
/// 4. When rounding finds no column any more, fillings are solved exactly, most overcharged first.
///
/// The bound holds whenever the search is broken off.
final class ColumnGeneration implements AutoCloseable {
  private static final double EPSILON = 1e-6;
  private static final double EXACT_SECONDS = 2;
  private static final double CLOSE_ENOUGH = 1e-5;

  private final PackingInstance instance;
  private final Master master;
  private final List<Filling> relaxed = new ArrayList<>();
  private final Consumer<Progress> told;
  private double lowerBound;

  /// @param last whether the search for columns ends here
  /// @param value of the linear program over the columns known
  /// @param exact fillings solved exactly in this round
  record Progress(
      int round, boolean last, int columns, int exact, double value, double lowerBound) {}

  ColumnGeneration(PackingInstance instance, List<Column> start, Consumer<Progress> told) {
    this.instance = instance;
    this.told = told;
    this.master = new Master(instance);
    start.forEach(master::add);
    for (var shape : instance.shapes()) relaxed.add(Filling.relaxed(instance, shape));
  }

  Master master() {
    return master;
  }

  double lowerBound() {
    return lowerBound;
  }

  /// @param goesOn asked after each round
  void run(BooleanSupplier goesOn) {
    for (int round = 1; ; round++) {
      var solution = master.solve();
      var shapes = price(solution);
      int found = addRounded(shapes, solution);
      int exact = 0;
      if (found == 0) {
        var overcharged =
            shapes.stream().filter(one -> one.ratio() > 1 + EPSILON).sorted(DEAREST_FIRST).toList();
        for (var one : overcharged) {
          if (!goesOn.getAsBoolean()) break;
          found += solveExactly(one, solution);
          exact++;
        }
      }
      noteBound(shapes, solution);
      boolean closed = solution.value() - lowerBound <= CLOSE_ENOUGH * solution.value();
      boolean last = found == 0 || closed || !goesOn.getAsBoolean();
      told.accept(
          new Progress(round, last, master.columns().size(), exact, solution.value(), lowerBound));
      if (last) return;
    }
  }

  /// A shape at the prices of the moment. Mutable: exact solutions lower the ratio.
  private static final class Priced {
    private final int shape;
    private final double cost;
    private double bound;
    private double[] amounts;

    Priced(int shape, double cost, Filling.Filled filled) {
      this.shape = shape;
      this.cost = cost;
      this.bound = filled.bound();
      this.amounts = filled.amounts();
    }

    /// How much more than its cost a node could take in, at most.
    double ratio() {
      return bound / cost;
    }
  }

  private static final Comparator<Priced> DEAREST_FIRST =
      Comparator.comparingDouble(Priced::ratio).reversed();

  private List<Priced> price(Master.Solution solution) {
    List<Priced> shapes = new ArrayList<>();
    for (int s = 0; s < relaxed.size(); s++) {
      double cost = solution.cost(instance.shapes().get(s));
      int shape = s;
      relaxed
          .get(s)
          .solve(solution.prices(), EXACT_SECONDS)
          .ifPresent(filled -> shapes.add(new Priced(shape, cost, filled)));
    }
    return shapes;
  }

  private int addRounded(List<Priced> shapes, Master.Solution solution) {
    int found = 0;
    for (var one : shapes)
      if (one.ratio() > 1 + EPSILON) {
        var shape = instance.shapes().get(one.shape);
        var counts = Greedy.fill(instance, shape, solution.prices(), one.amounts);
        found += addIfWorth(Column.of(one.shape, counts), one.cost, solution);
      }
    return found;
  }

  private int solveExactly(Priced one, Master.Solution solution) {
    var shape = instance.shapes().get(one.shape);
    try (var filling = Filling.whole(instance, shape)) {
      var filled = filling.solve(solution.prices(), EXACT_SECONDS);
      if (filled.isEmpty()) return 0;
      one.bound = Math.min(one.bound, filled.get().bound());
      one.amounts = filled.get().amounts();
    }
    var counts = Greedy.fill(instance, shape, solution.prices(), one.amounts);
    return addIfWorth(Column.of(one.shape, counts), one.cost, solution);
  }

  private int addIfWorth(Column column, double cost, Master.Solution solution) {
    return column.worth(solution.prices()) > cost * (1 + EPSILON) && master.add(column) ? 1 : 0;
  }

  /// Farley's bound, in two ways of which the better counts: what pods pay is divided, and either
  /// the prices of limits stay as they are, or they are divided with it. A shape that could not be
  /// solved at all would void it.
  private void noteBound(List<Priced> shapes, Master.Solution solution) {
    if (shapes.size() < relaxed.size()) return;
    double paid = 0;
    for (var one : instance.classes()) paid += solution.prices()[one.index()] * one.count();
    double limited = 0;
    for (int l = 0; l < instance.limits().size(); l++)
      limited += solution.limitPrices()[l] * instance.limits().get(l).amount();
    double kept = paid / worst(shapes, Priced::ratio) - limited;
    double divided = (paid - limited) / worst(shapes, this::ratioWithoutLimits);
    lowerBound = Math.max(lowerBound, Math.max(kept, divided));
  }

  private static double worst(List<Priced> shapes, ToDoubleFunction<Priced> ratio) {
    return Math.max(1, shapes.stream().mapToDouble(ratio).max().orElse(1));
  }

  private double ratioWithoutLimits(Priced one) {
    double own = instance.shapes().get(one.shape).cost();
    return (one.bound - (one.cost - own)) / own;
  }

  @Override
  public void close() {
    relaxed.forEach(Filling::close);
    master.close();
  }
}
