package karpenter.provider.kwok.catalogue;

import java.util.List;
import java.util.regex.Pattern;

/// Labels that only KWOK nodes carry, and how the first four follow from a type (spec 01 §7.4).
public final class KwokLabels {
  public static final String GROUP = "karpenter.kwok.sh";

  public static final String CPU = GROUP + "/instance-cpu";
  public static final String MEMORY = GROUP + "/instance-memory";
  public static final String FAMILY = GROUP + "/instance-family";
  public static final String SIZE = GROUP + "/instance-size";

  /// Ours: upstream has no name for a KWOK reservation, and without one it cannot count what is
  /// left of it (spec 01 §8.1, C41).
  public static final String RESERVATION_ID = GROUP + "/reservation-id";

  static final List<String> WELL_KNOWN = List.of(CPU, MEMORY, FAMILY, SIZE);

  private static final Pattern NAMED_SIZE =
      Pattern.compile("\\w+\\.(nano|micro|small|medium|large|\\d*xlarge|metal)");

  private KwokLabels() {}

  /// The text before the first dot or dash; a name with neither is its first letter.
  static String family(String typeName) {
    for (int i = 0; i < typeName.length(); i++) {
      if (typeName.charAt(i) == '.' || typeName.charAt(i) == '-') return typeName.substring(0, i);
    }
    return typeName.substring(0, 1);
  }

  /// `2xlarge` of `m5.2xlarge`; a name that does not follow that custom is sized by its cores.
  static String size(String typeName, String cpu) {
    var match = NAMED_SIZE.matcher(typeName);
    return match.matches() ? match.group(1) : cpu;
  }
}
