package karpenter.core.facts;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A disruption that is under way, as it is written on the claims it is about: on those that go
/// before anything is done to them, on those that come when they are created. Whoever leads next
/// finds it there and goes on.
///
/// @param method the way it was found, by the name of its constant
/// @param candidates the claims that go
/// @param replacements the claims that must be there before; named before they exist
public record CommandRecord(
    String id, String method, List<String> candidates, List<String> replacements, Instant started) {

  private static final String PREFIX = "karpenter-jvm.dev/command";
  public static final String ID = PREFIX;
  public static final String METHOD = PREFIX + "-method";
  public static final String CANDIDATES = PREFIX + "-candidates";
  public static final String REPLACEMENTS = PREFIX + "-replacements";
  public static final String STARTED = PREFIX + "-started";
  private static final List<String> KEYS = List.of(ID, METHOD, CANDIDATES, REPLACEMENTS, STARTED);

  public CommandRecord {
    candidates = List.copyOf(candidates);
    replacements = List.copyOf(replacements);
  }

  /// The command this claim is part of. A record that cannot be read, or that does not name the
  /// claim it is on, is none: a command that is in doubt is not carried out.
  public static Optional<CommandRecord> of(Meta claim) {
    if (!isOn(claim)) {
      return Optional.empty();
    }
    try {
      var record =
          new CommandRecord(
              claim.annotation(ID),
              claim.annotation(METHOD),
              names(claim.annotation(CANDIDATES)),
              names(claim.annotation(REPLACEMENTS)),
              Instant.parse(claim.annotation(STARTED)));
      return Optional.of(record)
          .filter(r -> !r.id().isEmpty())
          .filter(r -> r.isToGo(claim.name()) || r.replacements().contains(claim.name()));
    } catch (DateTimeParseException unreadable) {
      return Optional.empty();
    }
  }

  private static List<String> names(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(","));
  }

  /// Whether something of a record is there, readable or not.
  public static boolean isOn(Meta claim) {
    return KEYS.stream().anyMatch(claim.annotations()::containsKey);
  }

  /// Whether a command under way wants this claim to go.
  public static boolean isCandidate(ClaimFacts claim) {
    return of(claim.meta()).filter(record -> record.isToGo(claim.name())).isPresent();
  }

  public boolean isToGo(String claim) {
    return candidates.contains(claim);
  }

  public SortedMap<String, String> annotations() {
    var annotations = new TreeMap<String, String>();
    annotations.put(ID, id);
    annotations.put(METHOD, method);
    annotations.put(CANDIDATES, String.join(",", candidates));
    annotations.put(REPLACEMENTS, String.join(",", replacements));
    annotations.put(STARTED, started.toString());
    return annotations;
  }

  public Meta on(Meta claim) {
    var annotations = new TreeMap<>(claim.annotations());
    annotations.putAll(annotations());
    return claim.withAnnotations(annotations);
  }

  public static Meta off(Meta claim) {
    return isOn(claim) ? claim.withAnnotations(without(claim.annotations())) : claim;
  }

  /// The annotations without those of a record.
  public static SortedMap<String, String> without(SortedMap<String, String> annotations) {
    var rest = new TreeMap<>(annotations);
    KEYS.forEach(rest::remove);
    return Collections.unmodifiableSortedMap(rest);
  }
}
