package karpenter.core.device;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// All devices of a claim, or of the named requests, must have one value of an attribute.
///
/// @param requests names of requests or of their alternatives; empty means all
public record MatchAttribute(String attribute, SortedSet<String> requests) {
  public MatchAttribute {
    requests = Collections.unmodifiableSortedSet(new TreeSet<>(requests));
  }

  boolean concerns(DeviceRequest request, DeviceRequest.Alternative alternative) {
    return requests.isEmpty()
        || requests.contains(request.name())
        || requests.contains(alternative.name());
  }
}
