package karpenter.bench.optimum;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPSolver;
import java.util.Objects;

/// The solvers of OR-Tools, whose native library is loaded on first use.
final class Solvers {
  static {
    Loader.loadNativeLibraries();
  }

  private Solvers() {}

  static MPSolver linear() {
    return named("GLOP");
  }

  static MPSolver integer() {
    return named("SCIP");
  }

  private static MPSolver named(String name) {
    return Objects.requireNonNull(MPSolver.createSolver(name), name);
  }
}
