package karpenter.app.terminal;

import java.util.Map;

/// Emphasis, where the terminal shows it.
public enum Ink {
  PLAIN,
  COLOR;

  /// Colour on a terminal, unless somebody asked for none.
  ///
  /// @param wanted no option said otherwise
  public static Ink of(boolean wanted, Map<String, String> environment) {
    var console = System.console();
    boolean isRefused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return wanted && !isRefused && console != null && console.isTerminal() ? COLOR : PLAIN;
  }

  public String bold(String text) {
    return inked("1", text);
  }

  public String dim(String text) {
    return inked("2", text);
  }

  public String green(String text) {
    return inked("32", text);
  }

  public String red(String text) {
    return inked("1;31", text);
  }

  private String inked(String code, String text) {
    return switch (this) {
      case PLAIN -> text;
      case COLOR -> "\u001b[" + code + "m" + text + "\u001b[0m";
    };
  }
}
