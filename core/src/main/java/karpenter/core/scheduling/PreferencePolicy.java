package karpenter.core.scheduling;

/// What preferences are worth.
public sealed interface PreferencePolicy {
  /// Every preference is kept while some node can keep it.
  record Respect() implements PreferencePolicy {}

  /// Preferences play no part.
  record Ignore() implements PreferencePolicy {}

  /// Preferences are kept while they cost at most this fraction of the node's price.
  record Weigh(double fraction) implements PreferencePolicy {
    /// Where nobody says otherwise.
    public static final double DEFAULT_FRACTION = 0.1;
  }
}
