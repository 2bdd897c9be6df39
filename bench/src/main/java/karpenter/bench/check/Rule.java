package karpenter.bench.check;

import java.util.function.Consumer;

/// Looks at the whole scene and reports what breaks one kind of rule.
@FunctionalInterface
interface Rule {
  void check(Scene scene, Consumer<Fault> faults);
}
