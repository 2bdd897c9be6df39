package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds what a pod of each kind pays so that all pods together pay most, while on no node whole
/// pods that fit pay more than it costs (column generation, with Farley's bound).
///
/// Steps, each round:
/// 1. Ask the program for the best prices under the fillings known, and go part of the way there
///    from the best prices proven so far, which keeps the prices from swinging.
/// 2. For each shape, bound what a filling can pay at these prices: with cut pods, and where that
///    is more than the node costs, with whole pods.
/// 3. Divide the prices by the worst excess. What they prove then is a bound.
/// 4. Fillings that pay too much at the program's prices are forbidden there.
///
/// First, fillings are looked for with little effort. Once they change little, the search for whole
/// pods goes on longer, and a shape for which it still does not end is held to cut pods from then
/// on. All work is counted, so that the same input gives the same prices.
final class FillingPrices {
  /// Running out of either costs strength, not validity.
  static final int MAX_ROUNDS = 60;

  /// Multiplications, about: less than a second.
  static final long MAX_WORK = 400_000_000;

  private static final int ROUNDS_OF_DISCOVERY = 25;
  private static final long STEPS_OF_DISCOVERY = 300;
  private static final long STEPS_OF_PROOF = 20_000;
  private static final long WORK_OF_A_STEP = 20;

  /// Of so many pods on a node, cut ones hardly pay more than whole ones.
  private static final int MOST_WHOLE_PODS = 40;

  private static final int CUTS_PER_ROUND = 24;
  private static final int MAX_KNOWN_ROUNDS = 20;
  private static final double CAUTION_OF_DISCOVERY = 0.8;
  private static final double CAUTION_OF_PROOF = 0.5;
  private static final double LEAST_CAUTION = 0.15;
  private static final double CLOSE_ENOUGH = 5e-4;

  /// Less than that is not worth the proof.
  private static final double WORTH_PROVING = 1.025;

  private static final double EXACT_ENOUGH = 1e-9;

  /// A little more than the excess, so that dividing by it cannot round to above the cost.
  private static final double ROUNDING = 1 + 1e-11;

  private final FillingProgram program;
  private final List<Shape> shapes;
  private final double[][] demand;
  private final int[] counts;
  private final FractionalFilling fractional;
  private final WholeFilling whole;
  private final double[][] duals;
  private final boolean[] isHeldToCutPods;
  private boolean isProving;
  private long work;

  FillingPrices(FillingProgram program) {
    this.program = program;
    this.shapes = program.shapes();
    this.demand = program.demand();
    this.counts = program.counts();
    int rows = demand[0].length;
    this.fractional = new FractionalFilling(demand, rows);
    this.whole = new WholeFilling(demand, rows);
    this.duals = new double[shapes.size()][];
    this.isHeldToCutPods = new boolean[shapes.size()];
  }

  /// A filling that pays too much at some prices.
  ///
  /// @param amount of pods by kind; fractions where pods are cut
  /// @param ratio of what it pays to what its node costs
  record Filling(Shape shape, double[] amount, double ratio) {}

  /// @param start prices to begin with
  /// @param known fillings that are good to know from the start
  FillingProgram.Point find(FillingProgram.Point start, List<Filling> known) {
    forbidKnown(known);
    var best = start;
    double caution = CAUTION_OF_DISCOVERY;
    for (int round = 0; round < MAX_ROUNDS && work() < MAX_WORK; round++) {
      var ideal = program.solution();
      double most = ideal.value();
      if (most - best.value() <= CLOSE_ENOUGH * most) break;
      if (!isProving && most < start.value() * WORTH_PROVING) break;
      var tried = ideal.towards(best, caution);
      List<Filling> found = new ArrayList<>();
      double excess = excess(tried, found);
      var proven = tried.dividedBy(Math.max(1, excess * ROUNDING));
      if (proven.value() > best.value()) best = proven;
      boolean isStuck = program.forbid(found, ideal, CUTS_PER_ROUND) == 0;
      if (!isProving && (round >= ROUNDS_OF_DISCOVERY || isStuck && caution == 0)) {
        isProving = true;
        caution = CAUTION_OF_PROOF;
      } else if (isStuck) {
        if (caution == 0) break;
        caution = caution / 2 < LEAST_CAUTION ? 0 : caution / 2;
      }
    }
    return best;
  }

  private long work() {
    return work + fractional.work + program.work();
  }

  private void forbidKnown(List<Filling> known) {
    int rounds = 0;
    while (rounds++ < MAX_KNOWN_ROUNDS
        && program.forbid(known, program.solution(), CUTS_PER_ROUND) > 0) {}
  }

  /// How many times its cost the worst node could take in at these prices; fillings that pay more
  /// than their node costs are added to `found`.
  private double excess(FillingProgram.Point point, List<Filling> found) {
    double[] price = point.prices();
    double worst = 0;
    for (int s = 0; s < shapes.size(); s++) {
      var shape = shapes.get(s);
      double charged = point.charged(shape);
      double allowed = Math.max(0, shape.cost() - charged) * (1 + EXACT_ENOUGH);
      work += shape.kinds().length;
      if (!isClear(s, price, allowed)) {
        double paid = most(s, price, allowed, found) + charged;
        worst = Math.max(worst, paid / shape.cost());
      } else {
        worst = Math.max(worst, (allowed + charged) / shape.cost());
      }
    }
    return worst;
  }

  /// No filling of the shape pays more, unless it pays less than is allowed.
  private double most(int s, double[] price, double allowed, List<Filling> found) {
    var shape = shapes.get(s);
    fractional.solve(shape, counts, price);
    duals[s] = fractional.dual.clone();
    double most = fractional.value;
    if (most <= allowed) return most;
    if (!isHeldToCutPods[s] && pods(fractional) <= MOST_WHOLE_PODS) {
      long limit = isProving ? STEPS_OF_PROOF : STEPS_OF_DISCOVERY;
      boolean ended = whole.search(shape, fractional, price, allowed, limit);
      work += whole.steps * WORK_OF_A_STEP;
      boolean isFound = whole.value > allowed;
      if (isFound) {
        double[] amount = Arrays.stream(whole.best).asDoubleStream().toArray();
        found.add(new Filling(shape, amount, 0));
      }
      if (ended) return Math.max(whole.value, allowed);
      if (isFound || !isProving) return most;
    }
    isHeldToCutPods[s] = true;
    found.add(new Filling(shape, fractional.amount.clone(), 0));
    return most;
  }

  private static double pods(FractionalFilling filling) {
    return Arrays.stream(filling.amount).sum();
  }

  /// Most shapes can be cleared with the duals they had before.
  private boolean isClear(int s, double[] price, double allowed) {
    double[] dual = duals[s];
    if (dual == null) return false;
    var shape = shapes.get(s);
    double most = 0;
    for (int i = 0; i < dual.length; i++) most += dual[i] * shape.room()[i];
    for (int k : shape.kinds()) {
      double surplus = price[k];
      for (int i = 0; i < dual.length; i++) surplus -= dual[i] * demand[k][i];
      if (surplus > 0) most += surplus * counts[k];
      if (most > allowed) return false;
    }
    return true;
  }
}
