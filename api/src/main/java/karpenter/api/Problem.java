package karpenter.api;

/// Something in a user's input that cannot be accepted: where it is, what was found, and what would
/// be right.
public record Problem(String path, String found, String expected) {

  public static At at(String path) {
    return new At(path);
  }

  /// The path of a problem still missing what was found there.
  public record At(String path) {
    public Found found(String found) {
      return new Found(path, found);
    }
  }

  /// A problem still missing what would have been right.
  public record Found(String path, String found) {
    public Problem expected(String expected) {
      return new Problem(path, found, expected);
    }
  }

  /// The same problem in a larger document: `[0].key` inside `spec.requirements` is
  /// `spec.requirements[0].key`.
  public Problem inside(String parent) {
    if (parent.isEmpty()) {
      return this;
    }
    var joint = path.isEmpty() || path.startsWith("[") ? "" : ".";
    return new Problem(parent + joint + path, found, expected);
  }

  public String sentence() {
    return (path.isEmpty() ? "" : path + ": ") + "found " + found + "; expected " + expected;
  }
}
