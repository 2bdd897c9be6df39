package karpenter.bench.optimum;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolver.ResultStatus;
import com.google.ortools.linearsolver.MPVariable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The most valuable pods one node of a shape can hold: a knapsack with several resources and caps,
/// as a linear or an integer program. Native memory is held until [#close].
final class Filling implements AutoCloseable {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /// Solvers stop this far from the optimum; what is proven is taken that much larger.
  private static final double TOLERANCE = 1e-7;

  private final MPSolver solver;
  private final @Nullable MPVariable[] pods;

  /// @param bound no filling is worth more
  /// @param amounts the best filling found, fractions in a relaxation
  record Filled(double bound, double[] amounts) {}

  private Filling(MPSolver solver, PackingInstance instance, Shape shape, boolean whole) {
    this.solver = solver;
    this.pods = new MPVariable[instance.classes().size()];
    for (int k = shape.accepted().nextSetBit(0); k >= 0; k = shape.accepted().nextSetBit(k + 1))
      pods[k] = solver.makeVar(0, most(instance.classes().get(k), shape), whole, "");
    for (int r = 0; r < shape.room().size(); r++) {
      var row = solver.makeConstraint(-INFINITY, shape.room().get(r), "");
      for (var one : instance.classes())
        if (pods[one.index()] != null) row.setCoefficient(pods[one.index()], one.requests().get(r));
    }
    for (var cap : instance.caps()) {
      if (!cap.classes().intersects(shape.accepted())) continue;
      MPConstraint row = solver.makeConstraint(-INFINITY, cap.perNode(), "");
      cap.classes().stream()
          .filter(k -> pods[k] != null)
          .forEach(k -> row.setCoefficient(pods[k], 1));
    }
    if (shape.needsOpener()) {
      var row = solver.makeConstraint(1, INFINITY, "");
      shape.openers().stream().forEach(k -> row.setCoefficient(pods[k], 1));
    }
  }

  /// Fractions of pods allowed.
  static Filling relaxed(PackingInstance instance, Shape shape) {
    return new Filling(Solvers.linear(), instance, shape, false);
  }

  static Filling whole(PackingInstance instance, Shape shape) {
    return new Filling(Solvers.integer(), instance, shape, true);
  }

  /// Never more pods of a class than there are, or than fit alone.
  static long most(PodClass pods, Shape shape) {
    long most = pods.count();
    for (int r = 0; r < shape.room().size(); r++)
      if (pods.requests().get(r) > 0)
        most = Math.min(most, shape.room().get(r) / pods.requests().get(r));
    return most;
  }

  /// Empty if the solver did not come to an answer in time: then nothing is known.
  Optional<Filled> solve(double[] prices, double seconds) {
    MPObjective objective = solver.objective();
    for (int k = 0; k < pods.length; k++)
      if (pods[k] != null) objective.setCoefficient(pods[k], prices[k]);
    objective.setMaximization();
    solver.setTimeLimit((long) Math.max(1, seconds * 1000));
    var status = solver.solve();
    if (status != ResultStatus.OPTIMAL && status != ResultStatus.FEASIBLE) return Optional.empty();
    var amounts = new double[pods.length];
    for (int k = 0; k < pods.length; k++) if (pods[k] != null) amounts[k] = pods[k].solutionValue();
    double bound = solver.isMip() ? objective.bestBound() : objective.value();
    return Optional.of(new Filled(bound * (1 + TOLERANCE), amounts));
  }

  @Override
  public void close() {
    solver.delete();
  }
}
