package karpenter.bench.consolidation;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/// What a side says of one node alone: the command that takes it away, or the reason there is none.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record NodeVerdict(String node, @Nullable JsonNode command, @Nullable String reason) {

  enum Kind {
    DELETE,
    REPLACE,
    KEEP
  }

  static NodeVerdict notLookedAt(String node) {
    return new NodeVerdict(node, null, "not a candidate");
  }

  @JsonIgnore
  Kind kind() {
    if (command == null) {
      return Kind.KEEP;
    }
    return command.path("launched").isEmpty() ? Kind.DELETE : Kind.REPLACE;
  }

  /// An hour, by the side's own count; nothing for a node that stays.
  @JsonIgnore
  double saving() {
    return command == null ? 0 : command.path("saving").asDouble();
  }
}
