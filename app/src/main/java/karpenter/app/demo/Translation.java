package karpenter.app.demo;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import karpenter.app.demo.Feed.Tone;
import karpenter.operator.journal.Decision;
import karpenter.operator.journal.Journal;

/// The operator's journal, retold for somebody who watches: nodes by the name they are seen with,
/// and what was decided apart from how it was carried out.
final class Translation implements Journal {
  private static final String REPLACEMENT = "to replace another";

  private final Feed feed;
  private final Function<String, Optional<Machine>> machineOfClaim;
  private final Map<String, String> whyBought = new HashMap<>();

  Translation(Feed feed, Function<String, Optional<Machine>> machineOfClaim) {
    this.feed = feed;
    this.machineOfClaim = machineOfClaim;
  }

  @Override
  public void record(Decision decision) {
    var name = name(decision);
    var why = String.join("; ", decision.reasons());
    switch (decision.kind()) {
      case "BatchPlanned" ->
          tell(
              decision,
              Tone.BUY,
              "%s for %s: %s"
                  .formatted(
                      count(decision, "nodeClaims", "node"), count(decision, "pods", "pod"), why));
      case "NodeClaimPlanned" -> {
        whyBought.put(name, "for " + count(decision, "pods", "pod"));
        tell(decision, Tone.DETAIL, name + ": " + why);
      }
      case "ClaimLaunched" -> {
        var bought = machineOfClaim.apply(name).map(Machine::sentence).orElse(why);
        var reason = Optional.ofNullable(whyBought.remove(name)).orElse(REPLACEMENT);
        tell(decision, Tone.BUY, "%s bought %s: %s".formatted(node(name), reason, bought));
      }
      case "ClaimLaunchRefused", "ClaimLaunchFailed", "ClaimTimedOut" ->
          tell(decision, Tone.WARN, name + " could not be bought: " + why);
      case "ClaimInitialized" -> tell(decision, Tone.READY, node(name) + " is ready");
      case "PodUnplaced" -> tell(decision, Tone.WAIT, name + " has no place: " + why);
      case "CommandStarted" -> tell(decision, Tone.SAVE, why);
      case "CommandFailed", "CommandRefused" -> tell(decision, Tone.SAVE, "given up: " + why);
      case "ClaimInterrupted", "ClaimCollected" ->
          tell(decision, Tone.WARN, node(name) + ": " + why);
      case "ClaimFinalized" -> tell(decision, Tone.GONE, node(name) + " is gone");
      default ->
          tell(decision, Tone.DETAIL, "%s %s: %s".formatted(decision.kind(), node(name), why));
    }
  }

  private void tell(Decision decision, Tone tone, String text) {
    feed.tell(decision.at(), tone, text);
  }

  private static String name(Decision decision) {
    return decision.subject().substring(decision.subject().indexOf('/') + 1);
  }

  private String node(String claim) {
    return machineOfClaim.apply(claim).map(Machine::name).orElse(claim);
  }

  private static String count(Decision decision, String detail, String noun) {
    var count = decision.details().getOrDefault(detail, "0");
    return count + " " + noun + (count.equals("1") ? "" : "s");
  }
}
