package karpenter.app.lint;

import java.util.Locale;

/// How bad a finding is.
enum Severity {
  /// It does not work, or will not.
  ERROR,
  /// It works until it hurts.
  WARNING,
  /// It could be better.
  ADVICE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
