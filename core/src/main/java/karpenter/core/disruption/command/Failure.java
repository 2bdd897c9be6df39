package karpenter.core.disruption.command;

import java.time.Duration;
import karpenter.core.disruption.Wording;

/// Why a command is rolled back.
public sealed interface Failure {
  String sentence();

  /// Whether it was under way: a command that could not even begin is no failure of the queue.
  boolean isCounted();

  /// @param replacement the claim's name
  record ReplacementGone(String replacement) implements Failure {
    @Override
    public String sentence() {
      return "Its replacement %s is gone".formatted(replacement);
    }

    @Override
    public boolean isCounted() {
      return true;
    }
  }

  record TimedOut(Duration after) implements Failure {
    @Override
    public String sentence() {
      return "It did not come to its end within " + Wording.duration(after);
    }

    @Override
    public boolean isCounted() {
      return true;
    }
  }

  /// Whoever led before us had not marked all its nodes.
  ///
  /// @param candidate one that is not marked
  record HalfBegun(String candidate) implements Failure {
    @Override
    public String sentence() {
      return "It was interrupted before %s was marked".formatted(candidate);
    }

    @Override
    public boolean isCounted() {
      return false;
    }
  }

  /// @param reason a sentence
  record NotBegun(String reason) implements Failure {
    @Override
    public String sentence() {
      return reason;
    }

    @Override
    public boolean isCounted() {
      return false;
    }
  }
}
