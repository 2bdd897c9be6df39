package karpenter.operator.provider;

import java.time.Duration;
import karpenter.core.facts.Condition;

/// A node whose condition has had the status for longer than tolerated is replaced.
public record RepairPolicy(String condition, Condition.Status unhealthy, Duration toleration) {}
