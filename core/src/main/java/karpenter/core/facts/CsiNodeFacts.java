package karpenter.core.facts;

import java.util.SortedMap;

/// A CSINode: how many volumes each driver can attach to the node of the same name. A driver that
/// is not listed has no limit.
public record CsiNodeFacts(String name, SortedMap<String, Integer> volumeLimits) {}
