package karpenter.core.wire;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// The types of one pool that overlays have touched, by name; claims that list one of them say so.
///
/// @param priced types some offering of which has another price
/// @param resized types with another capacity
public record Overlaid(SortedSet<String> priced, SortedSet<String> resized) {
  public static final Overlaid NONE = new Overlaid(new TreeSet<>(), new TreeSet<>());

  public Overlaid {
    priced = Collections.unmodifiableSortedSet(new TreeSet<>(priced));
    resized = Collections.unmodifiableSortedSet(new TreeSet<>(resized));
  }
}
