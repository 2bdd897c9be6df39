package karpenter.bench.optimum;

import com.google.ortools.linearsolver.MPSolver.ResultStatus;
import com.google.ortools.linearsolver.MPVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whole nodes from the columns that were found.
final class IntegerMaster {
  private IntegerMaster() {}

  /// Empty if no whole solution was found in time.
  static Optional<Whole> solve(PackingInstance instance, List<Column> columns, double seconds) {
    var solver = Solvers.integer();
    try {
      List<MPVariable> nodes = new ArrayList<>();
      for (var column : columns) {
        var node = solver.makeIntVar(0, instance.pods(), "");
        solver.objective().setCoefficient(node, instance.shapes().get(column.shape()).cost());
        nodes.add(node);
      }
      solver.objective().setMinimization();
      var cover =
          instance.classes().stream()
              .map(one -> solver.makeConstraint(one.count(), Double.POSITIVE_INFINITY, ""))
              .toList();
      var limits =
          instance.limits().stream()
              .map(one -> solver.makeConstraint(Double.NEGATIVE_INFINITY, one.amount(), ""))
              .toList();
      for (int i = 0; i < columns.size(); i++) {
        var node = nodes.get(i);
        columns.get(i).pods().forEach((k, pods) -> cover.get(k).setCoefficient(node, pods));
        var charges = instance.shapes().get(columns.get(i).shape()).charges();
        for (int l = 0; l < limits.size(); l++) limits.get(l).setCoefficient(node, charges.get(l));
      }
      solver.setTimeLimit((long) (seconds * 1000));
      var status = solver.solve();
      if (status != ResultStatus.OPTIMAL && status != ResultStatus.FEASIBLE)
        return Optional.empty();
      int bought = nodes.stream().mapToInt(node -> (int) Math.round(node.solutionValue())).sum();
      return Optional.of(new Whole(solver.objective().value(), bought));
    } finally {
      solver.delete();
    }
  }
}
