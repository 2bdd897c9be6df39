package karpenter.core.wire.control;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import karpenter.api.DurationText;
import karpenter.api.Problem;

/// A piece of an annotation, and where it was found. What cannot be understood becomes a problem.
record Value(String path, String text, Consumer<Problem> problems) {
  private static final String DURATION = "a duration above zero, such as 30m or 1h30m";

  /// No number in a control needs more.
  private static final int MAX_DIGITS = 12;

  Value part(String changed) {
    return new Value(path, changed.strip(), problems);
  }

  Value at(String field, String changed) {
    return new Value(path + "." + field, changed.strip(), problems);
  }

  <T> Optional<T> refuse(String expected) {
    problems.accept(
        Problem.at(path).found(text.isEmpty() ? "nothing" : '"' + text + '"').expected(expected));
    return Optional.empty();
  }

  Optional<Duration> duration(Duration most) {
    var parsed = DurationText.parse(text).filter(Duration::isPositive);
    if (parsed.isEmpty()) {
      return refuse(DURATION);
    }
    return parsed.get().compareTo(most) > 0 ? refuse("at most " + most.toHours() + "h") : parsed;
  }

  /// A moment: local times are refused, because they are not one without a zone.
  Optional<Instant> moment() {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException _) {
      return refuse(
          "a time with its offset, such as 2026-12-01T00:00:00Z or 2026-12-01T00:00:00+01:00");
    }
  }

  Optional<String> word(String expected) {
    return text.isEmpty() ? refuse(expected) : Optional.of(text);
  }

  Optional<Integer> count(int least, int most, String expected) {
    var number = whole(text);
    return number.isPresent() && number.getAsInt() >= least && number.getAsInt() <= most
        ? Optional.of(number.getAsInt())
        : refuse(expected);
  }

  Optional<Double> amount(double most, String expected) {
    var number = decimal(text);
    return number.isPresent() && number.getAsDouble() > 0 && number.getAsDouble() <= most
        ? Optional.of(number.getAsDouble())
        : refuse(expected);
  }

  /// Like [#amount], where nothing is an amount too.
  Optional<Double> amountOrNothing(double most, String expected) {
    var number = decimal(text);
    return number.isPresent() && number.getAsDouble() <= most
        ? Optional.of(number.getAsDouble())
        : refuse(expected);
  }

  private static OptionalInt whole(String text) {
    return text.matches("[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  private static OptionalDouble decimal(String text) {
    return text.length() <= MAX_DIGITS && text.matches("[0-9]+(\\.[0-9]+)?|\\.[0-9]+")
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }
}
