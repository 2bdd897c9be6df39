package karpenter.core.device;

import java.math.BigDecimal;
import java.util.List;

/// What giving a device away takes of its board's budgets.
record Draw(List<Part> parts) {
  record Part(int budget, BigDecimal amount) {}
}
