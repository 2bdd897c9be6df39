package karpenter.bench.document;

import com.fasterxml.jackson.databind.JsonNode;

/// What a command gave.
///
/// @param results the JSON it wrote, where it writes any
/// @param output what it printed, where it writes no JSON
record Measured(Stamp stamp, JsonNode results, String output, long peakRssBytes) {}
