package karpenter.core.disruption;

import java.time.Instant;
import java.util.Map;
import karpenter.core.facts.PoolFacts;
import karpenter.core.termination.PodBudgets;

/// What is the same for all nodes that are looked at in one moment.
///
/// @param types by pool
public record Surroundings(
    Map<String, PoolFacts> pools, Map<String, PoolTypes> types, PodBudgets budgets, Instant now) {}
