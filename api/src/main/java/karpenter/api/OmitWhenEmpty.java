package karpenter.api;

import org.jspecify.annotations.Nullable;

/// Leaves a part that says nothing out of the written document, so that reading and writing adds no
/// `status: {}`.
public final class OmitWhenEmpty {

  /// A part that may say nothing at all.
  public interface Part {
    boolean saysNothing();
  }

  /// Jackson asks a value filter by `equals`: what the filter equals is not written.
  @Override
  public boolean equals(@Nullable Object other) {
    return other == null || (other instanceof Part part && part.saysNothing());
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
