package karpenter.api.schema;

import java.util.Map;

/// Words for the patterns of our schemas: few users read regular expressions aloud.
final class Patterns {
  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String DOMAIN =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
  private static final String NUMBER = "(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))";

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry(
              "^(" + DOMAIN + "(\\/))?" + NAME + "$",
              "a name such as example.com/team: letters, digits, -, _ and ."),
          Map.entry(
              "^(" + NAME + ")?$",
              "letters, digits, -, _ and ., with a letter or digit at both ends"),
          Map.entry(
              "^(\\+|-)?" + NUMBER + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?" + NUMBER + "))?$",
              "a quantity such as 4, 500m or 16Gi"),
          Map.entry("^([0-9]+(s|m|h))+$", "a duration such as 90s or 1h30m"),
          Map.entry("^(([0-9]+(s|m|h))+|Never)$", "a duration such as 90s or 1h30m, or Never"),
          Map.entry(
              "^((100|[0-9]{1,2})%|[0-9]+)$",
              "a number of nodes such as 5, or a percentage from 0% to 100%"),
          Map.entry(
              "^((([0-9]+(h|m))|([0-9]+h[0-9]+m))(0s)?)$",
              "a duration in hours and minutes such as 8h or 1h30m"),
          Map.entry(
              "^(@(annually|yearly|monthly|weekly|daily|midnight|hourly))|((.+)\\s(.+)\\s(.+)\\s(.+)\\s(.+))$",
              "a cron line of five fields such as \"0 9 * * mon-fri\", or one of @yearly, @monthly, @weekly, @daily, @hourly"),
          Map.entry("^\\d+(\\.\\d+)?$", "a price such as 0.25"),
          Map.entry(
              "^(([+-]{1}(\\d*\\.?\\d+))|(\\+{1}\\d*\\.?\\d+%)|(^(-\\d{1,2}(\\.\\d+)?%)$)|(-100%))$",
              "a signed change such as +0.25, -0.25, +10% or -10%, at most down to -100%"),
          Map.entry("^[^/]*$", "a text without a slash"),
          Map.entry(
              "^(" + DOMAIN + "/)?(" + NAME + ")$", "a name such as Ready or example.com/Ready"),
          Map.entry("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$", "a word such as NodeNotReady"),
          Map.entry(
              "^([A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?|)$",
              "a word such as NodeNotReady, or nothing"));

  private Patterns() {}

  static String words(String pattern) {
    return WORDS.getOrDefault(pattern, "a text matching " + pattern);
  }

  static boolean isKnown(String pattern) {
    return WORDS.containsKey(pattern);
  }
}
