package karpenter.app.plan;

/// Emphasis, where the terminal shows it.
enum Ink {
  PLAIN,
  COLOR;

  String bold(String text) {
    return inked("1", text);
  }

  String red(String text) {
    return inked("1;31", text);
  }

  private String inked(String code, String text) {
    return switch (this) {
      case PLAIN -> text;
      case COLOR -> "\u001b[" + code + "m" + text + "\u001b[0m";
    };
  }
}
