package karpenter.bench.optimum;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolver.ResultStatus;
import com.google.ortools.linearsolver.MPVariable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// How many nodes of each column to buy, at least cost, so that every pod is covered and limits
/// hold: a linear program that grows by columns.
final class Master implements AutoCloseable {
  private final PackingInstance instance;
  private final MPSolver solver = Solvers.linear();
  private final List<MPConstraint> cover = new ArrayList<>();
  private final List<MPConstraint> limits = new ArrayList<>();
  private final Set<Column> columns = new LinkedHashSet<>();
  private final List<MPVariable> nodes = new ArrayList<>();

  /// @param value cost of the best mixture of columns
  /// @param prices what a pod of each class pays
  /// @param limitPrices what one unit of each limit costs
  record Solution(double value, double[] prices, double[] limitPrices) {

    /// Cost of a node with what it takes of the limits.
    double cost(Shape shape) {
      double cost = shape.cost();
      for (int l = 0; l < limitPrices.length; l++) cost += limitPrices[l] * shape.charges().get(l);
      return cost;
    }
  }

  Master(PackingInstance instance) {
    this.instance = instance;
    for (var one : instance.classes())
      cover.add(solver.makeConstraint(one.count(), Double.POSITIVE_INFINITY, ""));
    for (var limit : instance.limits())
      limits.add(solver.makeConstraint(Double.NEGATIVE_INFINITY, limit.amount(), ""));
    solver.objective().setMinimization();
    buyOffMissing();
  }

  /// Pods may stay uncovered at a forbidding price, so that there is a solution from the start.
  private void buyOffMissing() {
    double dearest = instance.shapes().stream().mapToDouble(Shape::cost).max().orElse(1);
    for (var row : cover) {
      var missing = solver.makeNumVar(0, Double.POSITIVE_INFINITY, "");
      row.setCoefficient(missing, 1);
      solver.objective().setCoefficient(missing, 10 * dearest);
    }
  }

  /// Whether the column is new.
  boolean add(Column column) {
    if (!columns.add(column)) return false;
    var shape = instance.shapes().get(column.shape());
    var node = solver.makeNumVar(0, Double.POSITIVE_INFINITY, "");
    nodes.add(node);
    solver.objective().setCoefficient(node, shape.cost());
    column.pods().forEach((k, pods) -> cover.get(k).setCoefficient(node, pods));
    for (int l = 0; l < limits.size(); l++)
      if (shape.charges().get(l) > 0) limits.get(l).setCoefficient(node, shape.charges().get(l));
    return true;
  }

  List<Column> columns() {
    return List.copyOf(columns);
  }

  /// Nodes of each column in the last solution.
  List<Double> nodes() {
    return nodes.stream().map(MPVariable::solutionValue).toList();
  }

  /// Pods of a class that are still to be covered.
  void setDemand(int podClass, int pods) {
    cover.get(podClass).setBounds(pods, Double.POSITIVE_INFINITY);
  }

  /// A node of this shape has been bought.
  void takeOfLimits(Shape shape) {
    for (int l = 0; l < limits.size(); l++)
      limits.get(l).setUb(limits.get(l).ub() - shape.charges().get(l));
  }

  Solution solve() {
    var status = solver.solve();
    if (status != ResultStatus.OPTIMAL)
      throw new IllegalStateException("the linear program ended as " + status);
    // Rounding leaves prices a little below zero, which no proof may use.
    return new Solution(
        solver.objective().value(),
        cover.stream().mapToDouble(row -> Math.max(0, row.dualValue())).toArray(),
        limits.stream().mapToDouble(row -> Math.max(0, -row.dualValue())).toArray());
  }

  @Override
  public void close() {
    solver.delete();
  }
}
