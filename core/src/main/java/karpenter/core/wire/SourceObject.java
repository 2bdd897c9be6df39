package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;

/// An object and where it came from, such as a file name and the number of the document in it.
public record SourceObject(String source, JsonNode object) {}
