package karpenter.provider.kwok;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// What elsewhere would be drawn by chance, derived from a claim's uid: the same again after a
/// crash, and different from claim to claim.
final class Derived {
  private static final List<String> WORDS =
      List.of(
          "amber", "basil", "birch", "cedar", "clover", "coral", "dune", "ember", "fern", "flint",
          "grove", "hazel", "heron", "iris", "jade", "juniper", "lark", "linden", "maple", "meadow",
          "moss", "olive", "onyx", "otter", "pebble", "pine", "quartz", "reed", "robin", "sage",
          "thistle", "willow");

  private Derived() {}

  /// `kwok-<claim>-<word>-<number>`, as upstream names them.
  static String nodeName(String claim, String uid) {
    var word = WORDS.get(choice(uid, "word", WORDS.size()));
    return "kwok-%s-%s-%s".formatted(claim, word, Integer.toUnsignedString(number(uid, "name")));
  }

  static int choice(String uid, String purpose, int among) {
    return Integer.remainderUnsigned(number(uid, purpose), among);
  }

  private static int number(String uid, String purpose) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var hash = digest.digest((purpose + "/" + uid).getBytes(StandardCharsets.UTF_8));
      return HexFormat.fromHexDigits(HexFormat.of().formatHex(hash, 0, 4));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
