package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The linear program behind [FillingPrices]: what pods of each kind pay, what room on existing
/// nodes is worth, what quotas are worth. Unknowns are shares of what the plan costs.
final class FillingProgram {
  private static final double EXACT_ENOUGH = 1e-9;

  /// No kind pays more than the plan costs, unless existing nodes take some of it.
  private static final double MOST_SHARE = 3;

  /// Fillings that pay hardly more than their node costs are not worth a pivot.
  private static final double WORTH_FORBIDDING = 5e-4;

  private static final int MAX_SETTLING = 100;
  private static final int ROWS_AT_ONCE = 8;
  private static final int MAX_REBUILT = 5;

  private final List<PodKinds.Kind> kinds;
  private final List<Shape> shapes;
  private final List<Standing.Room> standing;
  private final List<Quota> quotas;
  private final double budget;
  private final double[][] demand;
  private final int[] counts;
  private final double[] gain;
  private final int goods;
  private final List<Row> known = new ArrayList<>();
  private CuttingPlanes planes;
  private long earlierWork;

  /// "What a filling pays is at most what its node costs", or of a pod and existing nodes.
  private record Row(double[] coefficients, double most) {
    double excess(double[] shares) {
      double paid = -most;
      for (int i = 0; i < shares.length; i++) paid += coefficients[i] * shares[i];
      return paid;
    }
  }

  /// @param standing what existing nodes have left
  FillingProgram(
      List<PodKinds.Kind> kinds,
      List<Shape> all,
      List<Standing.Room> standing,
      List<Quota> quotas,
      double budget) {
    this.kinds = kinds;
    this.standing = standing;
    this.quotas = quotas;
    this.budget = budget;
    this.demand = kinds.stream().map(PodKinds.Kind::demand).toArray(double[][]::new);
    this.counts = kinds.stream().mapToInt(PodKinds.Kind::count).toArray();
    this.goods = demand[0].length;
    this.shapes = all.stream().filter(shape -> shape.cost() > 0).toList();
    this.gain = gain(all);
    this.planes = new CuttingPlanes(gain, MOST_SHARE);
    forbidPure();
    settle();
  }

  /// What nobody sells, or somebody gives away, has no price.
  private double[] gain(List<Shape> all) {
    double[] gain = new double[kinds.size() + quotas.size() + standing.size() * goods];
    for (Shape shape : shapes) {
      for (int k : shape.kinds()) gain[k] = 1;
      for (int q = 0; q < quotas.size(); q++) {
        if (shape.charges()[q] > 0 && quotas.get(q).amount() > 0) gain[kinds.size() + q] = -1;
      }
    }
    for (Shape shape : all) {
      if (shape.cost() > 0) continue;
      for (int k : shape.kinds()) gain[k] = 0;
      for (int q = 0; q < quotas.size(); q++)
        if (shape.charges()[q] > 0) gain[kinds.size() + q] = 0;
    }
    for (int g = 0; g < standing.size(); g++) {
      for (int i = 0; i < goods; i++) {
        if (standing.get(g).room()[i] > 0) gain[unknown(g, i)] = -1;
      }
    }
    return gain;
  }

  private int unknown(int group, int good) {
    return kinds.size() + quotas.size() + group * goods + good;
  }

  List<Shape> shapes() {
    return shapes;
  }

  double[][] demand() {
    return demand;
  }

  int[] counts() {
    return counts;
  }

  /// Nodes full of one kind bring the program from nowhere to somewhere.
  private void forbidPure() {
    for (int k = 0; k < kinds.size(); k++) {
      if (gain[k] == 0) continue;
      int kind = k;
      Shape cheapest = null;
      double least = Double.POSITIVE_INFINITY;
      for (Shape shape : shapes) {
        if (Arrays.binarySearch(shape.kinds(), kind) < 0) continue;
        double each = shape.cost() / fit(shape, kind);
        if (each < least) {
          least = each;
          cheapest = shape;
        }
      }
      if (cheapest == null) continue;
      double[] amount = new double[kinds.size()];
      amount[k] = fit(cheapest, k);
      cut(new FillingPrices.Filling(cheapest, amount, 0));
      for (int g = 0; g < standing.size(); g++) if (standing.get(g).takes(kinds.get(k))) cut(k, g);
    }
  }

  private double fit(Shape shape, int k) {
    double fit = counts[k];
    for (int i = 0; i < goods; i++) {
      if (demand[k][i] > 0) fit = Math.min(fit, Math.floor(shape.room()[i] / demand[k][i]));
    }
    return fit;
  }

  private void cut(FillingPrices.Filling filling) {
    double[] row = new double[gain.length];
    for (int k = 0; k < kinds.size(); k++) {
      if (gain[k] != 0 && filling.amount()[k] > 0) row[k] = filling.amount()[k] / counts[k];
    }
    for (int q = 0; q < quotas.size(); q++) {
      int unknown = kinds.size() + q;
      row[unknown] = gain[unknown] * filling.shape().charges()[q];
      if (row[unknown] != 0) row[unknown] /= quotas.get(q).amount();
    }
    known.add(new Row(row, filling.shape().cost() / budget));
  }

  /// A pod pays no more than its room on an existing node is worth.
  private void cut(int k, int group) {
    double[] row = new double[gain.length];
    row[k] = 1;
    for (int i = 0; i < goods; i++) {
      if (demand[k][i] > 0)
        row[unknown(group, i)] = -demand[k][i] * counts[k] / standing.get(group).room()[i];
    }
    known.add(new Row(row, 0));
  }

  /// Finds the best prices under all rows known. The planes forget rows that are slack, and
  /// rounding may spoil them: then they are made anew.
  private void settle() {
    int rebuilt = 0;
    for (int times = 0; times < MAX_SETTLING; times++) {
      double[] shares = planes.solution();
      var violated =
          known.stream()
              .filter(row -> row.excess(shares) > EXACT_ENOUGH)
              .sorted(Comparator.comparingDouble(row -> -row.excess(shares)))
              .limit(ROWS_AT_ONCE)
              .toList();
      if (violated.isEmpty()) return;
      boolean isSound = true;
      for (var row : violated) isSound &= planes.cut(row.coefficients, row.most);
      if (isSound) continue;
      if (++rebuilt > MAX_REBUILT) return;
      earlierWork += planes.work();
      planes = new CuttingPlanes(gain, MOST_SHARE);
    }
  }

  /// Multiplications so far, about.
  long work() {
    return earlierWork + planes.work();
  }

  Point solution() {
    double[] shares = planes.solution();
    for (int i = 0; i < shares.length; i++) if (gain[i] == 0) shares[i] = 0;
    return new Point(shares);
  }

  /// Forbids the fillings that pay most beyond the cost of their node at `ideal`.
  ///
  /// @return how many there were
  int forbid(List<FillingPrices.Filling> found, Point ideal, int most) {
    var worst =
        found.stream()
            .map(f -> new FillingPrices.Filling(f.shape(), f.amount(), ratio(f, ideal)))
            .filter(f -> f.ratio() > 1 + WORTH_FORBIDDING)
            .sorted(Comparator.comparingDouble(f -> -f.ratio()))
            .limit(most)
            .toList();
    worst.forEach(this::cut);
    settle();
    return worst.size();
  }

  double ratio(FillingPrices.Filling filling, Point point) {
    double paid = point.charged(filling.shape());
    double[] price = point.prices();
    for (int k = 0; k < price.length; k++) paid += filling.amount()[k] * price[k];
    return paid / filling.shape().cost();
  }

  /// Prices that resources and slots have.
  Point of(double[] price, double[] quotaPrice, double[][] rooms) {
    double[] shares = new double[gain.length];
    for (int k = 0; k < price.length; k++) {
      if (gain[k] > 0) shares[k] = price[k] * counts[k] / budget;
    }
    for (int q = 0; q < quotas.size(); q++) {
      if (gain[kinds.size() + q] != 0)
        shares[kinds.size() + q] = Math.abs(quotaPrice[q]) * quotas.get(q).amount() / budget;
    }
    for (int g = 0; g < standing.size(); g++) {
      for (int i = 0; i < goods; i++)
        shares[unknown(g, i)] = rooms[g][i] * standing.get(g).room()[i] / budget;
    }
    return new Point(shares);
  }

  /// Prices, with what they prove once no node takes in more than it costs.
  final class Point {
    private final double[] shares;

    private Point(double[] shares) {
      this.shares = shares;
    }

    Point towards(Point other, double part) {
      double[] between = new double[shares.length];
      for (int i = 0; i < between.length; i++)
        between[i] = (1 - part) * shares[i] + part * other.shares[i];
      return new Point(between);
    }

    Point dividedBy(double factor) {
      double[] lower = shares.clone();
      for (int i = 0; i < lower.length; i++) lower[i] /= factor;
      return new Point(lower);
    }

    /// By kind.
    double[] prices() {
      double[] prices = new double[kinds.size()];
      for (int k = 0; k < prices.length; k++) prices[k] = shares[k] * budget / counts[k];
      return prices;
    }

    /// By quota, below zero for limits.
    double[] quotaPrices() {
      double[] prices = new double[quotas.size()];
      for (int q = 0; q < prices.length; q++) {
        int unknown = kinds.size() + q;
        if (gain[unknown] != 0)
          prices[q] = gain[unknown] * shares[unknown] * budget / quotas.get(q).amount();
      }
      return prices;
    }

    /// What a node takes in for its part in quotas.
    double charged(Shape shape) {
      double charged = 0;
      double[] prices = quotaPrices();
      for (int q = 0; q < prices.length; q++) charged += prices[q] * shape.charges()[q];
      return charged;
    }

    /// All that is paid less the most that pods on existing nodes can pay.
    double value() {
      double value = 0;
      double[] price = prices();
      for (int k = 0; k < price.length; k++) value += price[k] * counts[k];
      double[] quotaPrice = quotaPrices();
      for (int q = 0; q < quotaPrice.length; q++) value += quotaPrice[q] * quotas.get(q).amount();
      for (int g = 0; g < standing.size(); g++) value -= absorbed(g, price);
      return value;
    }

    private double absorbed(int g, double[] price) {
      var room = standing.get(g);
      double absorbed = 0;
      double[] worth = new double[goods];
      for (int i = 0; i < goods; i++) {
        absorbed += shares[unknown(g, i)] * budget;
        if (room.room()[i] > 0) worth[i] = shares[unknown(g, i)] * budget / room.room()[i];
      }
      for (int k = 0; k < price.length; k++) {
        if (!room.takes(kinds.get(k))) continue;
        double surplus = price[k];
        for (int i = 0; i < goods; i++) surplus -= worth[i] * demand[k][i];
        if (surplus > 0) absorbed += surplus * counts[k];
      }
      return absorbed;
    }
  }
}
