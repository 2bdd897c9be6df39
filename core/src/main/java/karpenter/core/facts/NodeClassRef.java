package karpenter.core.facts;

/// Which node class a pool or a claim uses.
public record NodeClassRef(String group, String kind, String name) {}
