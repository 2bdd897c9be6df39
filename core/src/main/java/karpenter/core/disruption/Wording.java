package karpenter.core.disruption;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;

/// How sentences about disruption show values. The same everywhere, whatever the locale.
public final class Wording {
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final int CENTS_OF_CENTS = 4;
  private static final double SMALL = 0.001;

  private Wording() {}

  /// `15 minutes`, `1 hour 30 minutes`; never `PT15M`.
  public static String duration(Duration length) {
    var parts = new ArrayList<String>();
    add(parts, length.toDays(), "day");
    add(parts, length.toHoursPart(), "hour");
    add(parts, length.toMinutesPart(), "minute");
    add(parts, length.toSecondsPart(), "second");
    if (parts.isEmpty()) {
      return length.isZero() ? "no time" : "less than a second";
    }
    return String.join(" ", parts);
  }

  private static void add(ArrayList<String> parts, long count, String unit) {
    if (count != 0) {
      parts.add(count(count, unit));
    }
  }

  /// `1 pod`, `2 pods`.
  public static String count(long count, String unit) {
    return count == 1 ? "1 " + unit : "%d %ss".formatted(count, unit);
  }

  /// A moment, as precise as anybody needs it.
  public static String time(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// `$0.0416 an hour`.
  public static String money(double perHour) {
    return amount(perHour) + " an hour";
  }

  /// `$0.07 an hour: instances $0.03 more, node cost $0.1 less`; the amount alone where no node
  /// cost is part of it.
  public static String saving(double perHour, double nodeCosts) {
    return nodeCosts == 0
        ? money(perHour)
        : "%s: instances %s, node cost %s"
            .formatted(money(perHour), change(perHour - nodeCosts), change(nodeCosts));
  }

  private static String change(double saving) {
    return amount(Math.abs(saving)) + (saving < 0 ? " more" : " less");
  }

  /// `$0.0416`.
  public static String amount(double money) {
    var exact = BigDecimal.valueOf(money);
    var shown =
        Math.abs(money) < SMALL
            ? exact.round(THREE_DIGITS)
            : exact.setScale(CENTS_OF_CENTS, RoundingMode.HALF_EVEN);
    return "$" + shown.stripTrailingZeros().toPlainString();
  }

  public static String number(double value) {
    return Double.isInfinite(value)
        ? "unlimited"
        : BigDecimal.valueOf(value).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }
}
