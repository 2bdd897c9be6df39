package karpenter.app.fuzz;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import karpenter.api.DurationText;
import karpenter.api.GoDuration;
import karpenter.api.NillableDuration;
import karpenter.core.disruption.Cron;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.QuantityParse;
import karpenter.core.resource.Resources;
import karpenter.simulator.trace.Times;

/// Readers of single words, and the laws they keep.
final class SmallTexts {
  static final List<String> QUANTITIES =
      List.of(
          "0", "1", "100m", "1500m", "4Gi", "12e6", "1.5", "0.1Ki", "5E", "5Ei", "-3k", "1n",
          "1e-9", "1E3", "+1", ".5");
  static final List<String> DURATIONS =
      List.of(
          "0",
          "1h",
          "1h30m",
          "1.5h",
          "-250ms",
          "10s",
          "Never",
          "720h",
          "7d",
          "90",
          "41.5s",
          "1µs",
          "2562047h47m16.854775807s");
  static final List<String> CRONS =
      List.of(
          "0 9 * * mon-fri",
          "@daily",
          "*/15 * * * *",
          "0 0 29 2 *",
          "0 0 31 2,4 1",
          "5/10 8-18 * jan-dec sun",
          "59 23 31 12 6",
          "0 0 30 2 *",
          "? ? ? ? ?",
          "0 2 * * *");

  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("UTC"),
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("Pacific/Apia"));
  private static final List<Instant> TIMES =
      List.of(
          Instant.parse("2026-03-29T00:59:30Z"),
          Instant.parse("2026-10-25T00:30:00Z"),
          Instant.parse("2011-12-29T11:00:00Z"),
          Instant.parse("2096-02-29T00:00:00Z"),
          Instant.parse("2026-11-16T12:34:56Z"));

  private SmallTexts() {}

  static void quantity(String text) {
    switch (Quantity.parse(text)) {
      case QuantityParse.Malformed(_, var expected) ->
          Breach.unless(!expected.isBlank(), "a refusal says what is expected");
      case QuantityParse.Parsed(var quantity) -> laws(quantity);
    }
  }

  private static void laws(Quantity quantity) {
    var printed = quantity.toString();
    var again = Quantity.of(printed);
    Breach.unless(again.equals(quantity), "%s is read again as %s", printed, again);
    // 312.5Ki is printed as 320000, which is decimal and so becomes 320k.
    var last = Quantity.of(again.toString());
    Breach.unless(last.equals(quantity), "%s is read again as %s", again, last);
    Breach.unless(
        again
            .toString()
            .equals(quantity.notation() == again.notation() ? printed : last.toString()),
        "%s is printed again as %s",
        printed,
        again);
    Breach.unless(again.hashCode() == quantity.hashCode(), "equal ones have equal hashes");
    Breach.unless(quantity.compareTo(again) == 0, "equal ones compare as such");
    Breach.unless(quantity.plus(quantity).minus(quantity).equals(quantity), "q + q - q = q");
    Breach.unless(quantity.minus(quantity).equals(Quantity.ZERO), "q - q = 0");
    Breach.unless(
        quantity.compareTo(Quantity.ZERO) == quantity.value().signum(), "order and sign agree");
    Breach.unless(
        quantity.value().stripTrailingZeros().scale() <= 9, "nothing is finer than a billionth");
    var much = quantity.plus(new One().quantity());
    Breach.unless(much.compareTo(quantity) > 0, "q + 1 > q");
    var _ = Resources.capacity(Map.of("cpu", quantity, "memory", quantity));
    var _ = Resources.requests(Map.of("cpu", quantity, "memory", quantity));
    var _ = BigDecimal.ZERO.add(quantity.value());
  }

  private record One() {
    Quantity quantity() {
      return Quantity.of("1");
    }
  }

  static void duration(String text) {
    var read = DurationText.parse(text);
    if (read.isPresent()) {
      Breach.unless(GoDuration.of(text).value().equals(read.get()), "both readers agree");
      Breach.unless(NillableDuration.of(text).text().equals(text), "the text is kept");
      var nanos = read.get().toNanos() + "ns";
      Breach.unless(DurationText.parse(nanos).equals(read), "%s is the same", nanos);
    } else {
      refused(text);
    }
    Times.parse(text)
        .ifPresent(
            time -> {
              Breach.unless(!time.isNegative(), "a time is not negative: %s", time);
              Breach.unless(!Times.shown(time).isBlank(), "it can be shown");
              // Two of them are added: when something begins, and how long it lasts.
              Breach.unless(time.plus(time).compareTo(Duration.ZERO) >= 0, "it can be added");
            });
  }

  private static void refused(String text) {
    try {
      var _ = GoDuration.of(text);
    } catch (IllegalArgumentException e) {
      Breach.unless(String.valueOf(e.getMessage()).contains(text), "the text is named: %s", e);
      return;
    }
    throw new Breach("both readers agree on what is none");
  }

  static void cron(String text) {
    Cron cron;
    try {
      cron = Cron.parse(text);
    } catch (Cron.Unreadable e) {
      Breach.unless(e.sentence().length() > 10, "the refusal says why: %s", e);
      return;
    }
    for (var time : TIMES) {
      for (var zone : ZONES) {
        var next = cron.next(time, zone);
        Breach.unless(next.isAfter(time), "%s comes after %s", next, time);
        Breach.unless(cron.next(next, zone).isAfter(next), "there is always another");
      }
      var local = LocalDateTime.ofInstant(time, ZoneId.of("UTC"));
      var next = cron.next(local);
      Breach.unless(
          cron.previous(next, 1).equals(java.util.Optional.of(next)), "the hit before a hit is it");
      cron.previous(local, 400)
          .ifPresent(
              last -> {
                Breach.unless(!last.isAfter(local), "%s is not after %s", last, local);
                Breach.unless(cron.next(last).isAfter(local), "nothing lies between");
              });
    }
  }
}
