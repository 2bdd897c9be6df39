package karpenter.app.explain;

import java.util.Locale;

/// Whom a user asks about.
///
/// @param namespace of a pod; empty for others
record Subject(Kind kind, String namespace, String name) {
  enum Kind {
    POD,
    NODE,
    NODEPOOL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param text `NAME`, or `NAMESPACE/NAME` of a pod
  static Subject of(Kind kind, String text, String namespace) {
    int slash = text.indexOf('/');
    if (kind != Kind.POD) {
      return new Subject(kind, "", text);
    }
    return slash < 0
        ? new Subject(kind, namespace, text)
        : new Subject(kind, text.substring(0, slash), text.substring(slash + 1));
  }

  String fullName() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  String sentence() {
    return kind + " " + fullName();
  }
}
