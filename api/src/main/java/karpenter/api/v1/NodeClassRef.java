package karpenter.api.v1;

import karpenter.api.Wire;

/// Which provider-specific settings a node is launched with.
public record NodeClassRef(String group, String kind, String name) {

  public NodeClassRef {
    group = Wire.required(group, "group");
    kind = Wire.required(kind, "kind");
    name = Wire.required(name, "name");
  }
}
