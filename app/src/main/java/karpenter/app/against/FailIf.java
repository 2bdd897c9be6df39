package karpenter.app.against;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import karpenter.api.Problem;
import karpenter.app.terminal.Phrases;

/// A condition under which a plan fails: `cost>+3%`, `cost>12.5`, `unschedulable>0`, `removed>=5`.
///
/// A number with a sign is a change against the cluster as it was found, and may be a percentage of
/// it; one without is what is found in the end.
///
/// @param text as the user wrote it
public record FailIf(String text, Measure measure, Comparison comparison, Amount amount) {
  private static final Pattern FORM =
      Pattern.compile("\\s*([a-z]+)\\s*(>=|<=|>|<)\\s*([+-]?)\\s*(\\d+(?:\\.\\d+)?)\\s*(%?)\\s*");

  private static final String EXAMPLES =
      "such as 'cost>+3%', 'cost>12.50', 'nodes>+2' or 'unschedulable>0'";

  /// What can be measured.
  enum Measure {
    COST,
    NODES,
    UNSCHEDULABLE,
    ADDED,
    REMOVED,
    MOVED;

    /// Whether there was any of it before.
    boolean hasBefore() {
      return switch (this) {
        case COST, NODES, UNSCHEDULABLE -> true;
        case ADDED, REMOVED, MOVED -> false;
      };
    }

    double before(Outlook outlook) {
      return switch (this) {
        case COST -> outlook.before().hourly();
        case NODES -> outlook.before().nodes();
        case UNSCHEDULABLE -> outlook.before().unschedulable();
        case ADDED, REMOVED, MOVED -> 0;
      };
    }

    double after(Outlook outlook) {
      return switch (this) {
        case COST -> outlook.after().hourly();
        case NODES -> outlook.after().nodes();
        case UNSCHEDULABLE -> outlook.unschedulable().stream().mapToInt(w -> w.pods()).sum();
        case ADDED -> outlook.added().size();
        case REMOVED -> outlook.removed().size();
        case MOVED -> outlook.moved().values().stream().mapToInt(Integer::intValue).sum();
      };
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How it is compared.
  enum Comparison {
    MORE(">"),
    AT_LEAST(">="),
    LESS("<"),
    AT_MOST("<=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    /// Money is a sum of fractions: what differs by less than this is the same.
    private static final double SAME = 1e-9;

    boolean holds(double left, double right) {
      return switch (this) {
        case MORE -> left > right + SAME;
        case AT_LEAST -> left >= right - SAME;
        case LESS -> left < right - SAME;
        case AT_MOST -> left <= right + SAME;
      };
    }
  }

  /// With what.
  sealed interface Amount {
    record Total(double value) implements Amount {}

    record Change(double value) implements Amount {}

    record Percent(double value) implements Amount {}
  }

  /// What a text turned out to be.
  public sealed interface Reading {
    record Read(FailIf condition) implements Reading {}

    record Wrong(Problem problem) implements Reading {}
  }

  public static Reading read(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) {
      return wrong(text, "MEASURE, one of > >= < <=, and a number, " + EXAMPLES);
    }
    var measure = measure(form.group(1));
    if (measure.isEmpty()) {
      return wrong(text, "a measure, one of " + measures());
    }
    var comparison =
        Arrays.stream(Comparison.values())
            .filter(one -> one.sign.equals(form.group(2)))
            .findFirst()
            .orElseThrow();
    double number = Double.parseDouble(form.group(4));
    double signed = form.group(3).equals("-") ? -number : number;
    boolean isChange = !form.group(3).isEmpty();
    boolean isPercent = !form.group(5).isEmpty();
    if (isPercent && !isChange) {
      return wrong(text, "a percentage with a sign, such as +3%: it is a change");
    }
    if (isChange && !measure.get().hasBefore()) {
      return wrong(
          text,
          "a number without a sign: there is no \"%s\" before".formatted(measure.get().word()));
    }
    Amount amount =
        isPercent
            ? new Amount.Percent(signed)
            : isChange ? new Amount.Change(signed) : new Amount.Total(signed);
    return new Reading.Read(new FailIf(text.strip(), measure.get(), comparison, amount));
  }

  private static Optional<Measure> measure(String word) {
    return Arrays.stream(Measure.values()).filter(one -> one.word().equals(word)).findFirst();
  }

  private static String measures() {
    return Arrays.stream(Measure.values()).map(Measure::word).collect(Collectors.joining(", "));
  }

  private static Reading wrong(String text, String expected) {
    return new Reading.Wrong(
        Problem.at("--fail-if").found("\"%s\"".formatted(text)).expected(expected));
  }

  /// Whether the plan fails by it.
  public boolean holds(Outlook outlook) {
    double before = measure.before(outlook);
    double after = measure.after(outlook);
    return switch (amount) {
      case Amount.Total(var value) -> comparison.holds(after, value);
      case Amount.Change(var value) -> comparison.holds(after - before, value);
      // From nothing, anything more is more than any percentage.
      case Amount.Percent(var value) -> comparison.holds(after - before, before * value / 100);
    };
  }

  /// `cost>+3%: cost goes from $1.0000 to $1.2000 an hour (+20.0 %)`.
  public String sentence(Outlook outlook) {
    double before = measure.before(outlook);
    double after = measure.after(outlook);
    var is =
        switch (measure) {
          case COST ->
              "cost goes from %s to %s an hour%s"
                  .formatted(Phrases.hourly(before), Phrases.hourly(after), part(before, after));
          case NODES, UNSCHEDULABLE ->
              "%s goes from %d to %d".formatted(measure.word(), (long) before, (long) after);
          case ADDED, REMOVED, MOVED -> "%s is %d".formatted(measure.word(), (long) after);
        };
    return text + ": " + is;
  }

  private static String part(double before, double after) {
    return before > 0 ? String.format(Locale.ROOT, " (%+.1f %%)", 100 * (after / before - 1)) : "";
  }
}
