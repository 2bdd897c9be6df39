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
          Map.entry("subnet-[0-9a-z]+", "the id of a subnet, such as subnet-0a1b2c3d"),
          Map.entry("sg-[0-9a-z]+", "the id of a security group, such as sg-0a1b2c3d"),
          Map.entry("ami-[0-9a-z]+", "the id of an image, such as ami-0a1b2c3d"),
          Map.entry("^cr-[0-9a-z]+$", "the id of a capacity reservation, such as cr-0a1b2c3d"),
          Map.entry("^pg-[0-9a-z]+$", "the id of a placement group, such as pg-0a1b2c3d"),
          Map.entry("^[0-9]{12}$", "the twelve digits of an AWS account"),
          Map.entry(
              "^((?:[1-9][0-9]{0,3}|[1-4][0-9]{4}|[5][0-8][0-9]{3}|59000)Gi|(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|[6][0-3][0-9]{3}|64000)G|([1-9]|[1-4][0-9]|5[0-8])Ti|([1-9]|[1-5][0-9]|6[0-4])T)$",
              "a size such as 100Gi, from 1Gi to 58Ti, in Gi, G, Ti or T"),
          Map.entry("^[1-9][0-9]{0,4}(Gi|G)$", "a size such as 200Gi"),
          Map.entry(
              "^ocid1\\.[a-z0-9]+\\.[a-z0-9]+\\..+$", "an OCID such as ocid1.subnet.oc1.phx.aaaa"),
          Map.entry(
              "^ocid1\\.image\\..+$", "the OCID of an image, such as ocid1.image.oc1.phx.aaaa"),
          Map.entry(
              "^((\\d{1,2}(\\.\\d{1,2})?|100(\\.0{1,2})?)%||(\\+|-)?"
                  + NUMBER
                  + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?"
                  + NUMBER
                  + "))?)$",
              "a percentage such as 5%, or a quantity such as 100Mi"),
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
