package karpenter.core.disruption;

import java.util.Optional;

/// A search that goes on in slices until its work is done or its limit of work is reached. After
/// each slice the best answer so far is there; it depends on the number of slices and nothing else.
public interface Search {
  /// What-ifs in a slice.
  int SLICE = 64;

  /// Looks further.
  ///
  /// @return whether there is more to look at
  boolean step();

  /// The best that was found so far.
  Optional<Plan> best();
}
