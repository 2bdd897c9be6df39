package karpenter.api.device;

import java.util.Optional;
import java.util.regex.Pattern;

/// A semantic version. Build metadata does not order versions; a release comes after its
/// pre-releases.
public record Semver(long major, long minor, long patch, String preRelease)
    implements Comparable<Semver> {
  private static final Pattern FORM =
      Pattern.compile(
          "(0|[1-9]\\d{0,17})\\.(0|[1-9]\\d{0,17})\\.(0|[1-9]\\d{0,17})(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");

  public static Optional<Semver> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) return Optional.empty();
    var preRelease = matcher.group(4);
    return Optional.of(
        new Semver(
            Long.parseLong(matcher.group(1)),
            Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)),
            preRelease == null ? "" : preRelease));
  }

  @Override
  public int compareTo(Semver other) {
    if (major != other.major) return Long.compare(major, other.major);
    if (minor != other.minor) return Long.compare(minor, other.minor);
    if (patch != other.patch) return Long.compare(patch, other.patch);
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    return comparePreReleases(preRelease.split("\\."), other.preRelease.split("\\."));
  }

  private static int comparePreReleases(String[] mine, String[] theirs) {
    for (int i = 0; i < Math.min(mine.length, theirs.length); i++) {
      int order = compareParts(mine[i], theirs[i]);
      if (order != 0) return order;
    }
    return Integer.compare(mine.length, theirs.length);
  }

  /// Numbers come before words, and are compared as numbers: shorter is less.
  private static int compareParts(String mine, String theirs) {
    boolean isNumber = mine.chars().allMatch(Character::isDigit);
    if (isNumber != theirs.chars().allMatch(Character::isDigit)) return isNumber ? -1 : 1;
    int byLength = isNumber ? Integer.compare(mine.length(), theirs.length()) : 0;
    return byLength != 0 ? byLength : mine.compareTo(theirs);
  }
}
