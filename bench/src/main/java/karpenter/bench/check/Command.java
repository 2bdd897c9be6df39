package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// What an engine wants to do to a cluster: these nodes go, their pods move as placed, and for each
/// claim of the placement a node is launched.
///
/// @param index names it in faults; commands are numbered from one
record Command(int index, List<String> nodes, Placement placement, List<JsonNode> launched) {

  static Command read(int index, JsonNode json) {
    return new Command(
        index,
        Json.texts(json.path("nodes")),
        Placement.read(json.path("placement")),
        Json.items(json.path("launched")));
  }

  String name() {
    return "command " + index;
  }
}
