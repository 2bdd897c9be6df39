package karpenter.api;

/// Paths of fields as users read them: `spec.disruption.budgets[1].duration`,
/// `metadata.labels["example.com/team"]`.
public final class FieldPath {
  private static final int MAX_LENGTH = 100;

  private FieldPath() {}

  public static String field(String parent, String name) {
    if (!isPlain(name)) {
      var shown = CutText.at(name, MAX_LENGTH, "…");
      return parent + "[\"" + shown + "\"]";
    }
    return parent.isEmpty() ? name : parent + "." + name;
  }

  public static String item(String parent, int index) {
    return parent + "[" + index + "]";
  }

  private static boolean isPlain(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= 128 || !(Character.isLetterOrDigit(c) || c == '-' || c == '_')) {
        return false;
      }
    }
    return true;
  }
}
