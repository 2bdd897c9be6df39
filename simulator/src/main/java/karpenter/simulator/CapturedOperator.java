package karpenter.simulator;

import java.util.Collections;
import java.util.SortedMap;
import karpenter.core.disruption.Verdict;
import karpenter.operator.Operator;
import org.jspecify.annotations.Nullable;

/// An operator whose latest life can be asked what it thinks.
public final class CapturedOperator implements Program {
  private final OperatorProgram program;
  private @Nullable Operator latest;

  public CapturedOperator(OperatorProgram program) {
    this.program = program;
  }

  @Override
  public void start(Ports ports) {
    latest = program.open(ports);
  }

  /// What it last found out about every node, by claim name.
  public SortedMap<String, Verdict> verdicts() {
    return latest == null ? Collections.emptySortedMap() : latest.verdicts().all();
  }
}
