package karpenter.kube;

import java.io.IOException;

/// Where a token or a certificate is kept.
interface TextSource {
  String text() throws IOException;

  /// Look again before the next use.
  ///
  /// @param used what was read; no news if another one has been read since
  default void wasOfNoUse(String used) {}

  static TextSource fixed(String text) {
    return () -> text;
  }
}
