package karpenter.core.disruption.control;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// How far an approved drift has come. Kept in an annotation of the pool and written before nodes
/// are taken, so that neither a restart nor a crash starts a wave twice.
///
/// @param approval the text of the approval it belongs to
/// @param nodes how many the pool had when it began
/// @param started nodes that were taken so far
/// @param wave the present one, from 0
/// @param since when this wave began
/// @param taken when its last node was taken, or it began
/// @param healthySince since when all of this wave has been well, where it is
/// @param halted why it goes no further
public record DriftProgress(
    String approval,
    int nodes,
    int started,
    int wave,
    Instant since,
    Instant taken,
    Optional<Instant> healthySince,
    Optional<String> halted) {

  static DriftProgress begin(DriftPolicy.Approved approval, int nodes, Instant now) {
    return new DriftProgress(
        mark(approval), nodes, 0, 0, second(now), second(now), Optional.empty(), Optional.empty());
  }

  /// Approvals are told apart by a number made of their text, which is short and never needs to be
  /// quoted.
  static String mark(DriftPolicy.Approved approval) {
    return Integer.toHexString(approval.text().hashCode());
  }

  static Instant second(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  public boolean isOf(DriftPolicy.Approved policy) {
    return approval.equals(mark(policy));
  }

  /// Nodes that may still be taken in this wave; empty when every wave has proved healthy and all
  /// that is left may go.
  OptionalInt left(DriftPolicy.Approved policy) {
    if (halted.isPresent()) {
      return OptionalInt.of(0);
    }
    return wave >= policy.waves().size()
        ? OptionalInt.empty()
        : OptionalInt.of(Math.max(0, policy.waves().get(wave).of(nodes) - started));
  }

  /// After more nodes were taken: the wave has to prove itself anew.
  public DriftProgress with(int more, Instant now) {
    return new DriftProgress(
        approval, nodes, started + more, wave, since, second(now), Optional.empty(), halted);
  }

  DriftProgress nextWave(Instant now) {
    return new DriftProgress(
        approval, nodes, started, wave + 1, second(now), second(now), Optional.empty(), halted);
  }

  DriftProgress healthy(Optional<Instant> at) {
    return new DriftProgress(
        approval, nodes, started, wave, since, taken, at.map(DriftProgress::second), halted);
  }

  DriftProgress halt(String reason) {
    return new DriftProgress(
        approval, nodes, started, wave, since, taken, Optional.empty(), Optional.of(reason));
  }

  public String text() {
    return "approval=%s; nodes=%d; started=%d; wave=%d; since=%s; taken=%s%s%s"
        .formatted(
            approval,
            nodes,
            started,
            wave + 1,
            since,
            taken,
            healthySince.map(at -> "; healthy=" + at).orElse(""),
            halted.map(why -> "; halted=" + why.replace(';', ',')).orElse(""));
  }

  /// Empty when it cannot be understood.
  public static Optional<DriftProgress> parse(String text) {
    var fields = new TreeMap<String, String>();
    for (var part : text.split(";")) {
      var pair = part.split("=", 2);
      if (pair.length == 2) {
        fields.put(pair[0].strip(), pair[1].strip());
      }
    }
    try {
      return Optional.of(
          new DriftProgress(
              fields.getOrDefault("approval", ""),
              Integer.parseInt(fields.getOrDefault("nodes", "")),
              Integer.parseInt(fields.getOrDefault("started", "")),
              Integer.parseInt(fields.getOrDefault("wave", "")) - 1,
              Instant.parse(fields.getOrDefault("since", "")),
              Instant.parse(fields.getOrDefault("taken", "")),
              Optional.ofNullable(fields.get("healthy")).map(Instant::parse),
              Optional.ofNullable(fields.get("halted"))));
    } catch (DateTimeParseException | NumberFormatException _) {
      return Optional.empty();
    }
  }
}
