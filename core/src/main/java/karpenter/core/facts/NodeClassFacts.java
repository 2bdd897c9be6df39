package karpenter.core.facts;

import com.fasterxml.jackson.databind.JsonNode;

/// A node class. Its spec is its provider's to understand.
public record NodeClassFacts(
    Meta meta, NodeClassRef ref, Conditions conditions, JsonNode spec, JsonNode status) {}
