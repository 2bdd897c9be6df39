package karpenter.core.lifecycle;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.SliceFacts;
import karpenter.core.pod.Taint;

/// When a Node is all its claim promised, so that pods may be planned for it and it may be
/// disrupted (spec 02 §1.6).
public sealed interface Initialization {
  record Complete(NodeFacts node) implements Initialization {}

  record Waiting(Reason reason, String message) implements Initialization {}

  /// The order is that of the checks.
  enum Reason {
    NODE_NOT_FOUND("NodeNotFound"),
    NODE_NOT_READY("NodeNotReady"),
    STARTUP_TAINTS_EXIST("StartupTaintsExist"),
    KNOWN_EPHEMERAL_TAINTS_EXIST("KnownEphemeralTaintsExist"),
    RESOURCE_NOT_REGISTERED("ResourceNotRegistered"),
    DRA_DRIVER_POOLS_NOT_PUBLISHED("DRADriverPoolsNotPublished");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /// Registered, and nobody has said yet that it is initialized.
  static boolean isDue(ClaimFacts claim) {
    return claim.is(ClaimFacts.REGISTERED) && claim.conditions().isUnknown(ClaimFacts.INITIALIZED);
  }

  /// The first thing that is missing, or that nothing is.
  ///
  /// @param slices of devices on the claim's node; empty when devices are not looked at
  static Initialization decide(
      ClaimFacts claim, NodeMatch match, Optional<List<SliceFacts>> slices) {
    return switch (match) {
      case NodeMatch.None() ->
          new Waiting(Reason.NODE_NOT_FOUND, "No node has the claim's provider id");
      case NodeMatch.Several(var nodes) ->
          new Waiting(
              Reason.NODE_NOT_FOUND,
              "%d nodes have the claim's provider id".formatted(nodes.size()));
      case NodeMatch.One(var node) ->
          CHECKS.stream()
              .flatMap(check -> check.apply(claim, node).stream())
              .findFirst()
              .or(() -> slices.flatMap(published -> missingDrivers(claim, published)))
              .<Initialization>map(waiting -> waiting)
              .orElse(new Complete(node));
    };
  }

  static ClaimFacts waiting(ClaimFacts claim, Waiting waiting, Instant now) {
    return claim.setUnknown(
        ClaimFacts.INITIALIZED, waiting.reason().text(), waiting.message(), now);
  }

  static NodeFacts labelled(NodeFacts node) {
    return node.withMeta(node.meta().withLabel(Marks.INITIALIZED, "true"));
  }

  /// Policy in the order of spec 02 §1.6.
  List<BiFunction<ClaimFacts, NodeFacts, Optional<Waiting>>> CHECKS =
      List.of(
          (_, node) -> notReady(node),
          Initialization::startupTaint,
          (_, node) -> ephemeralTaint(node),
          Initialization::missingResource);

  private static Optional<Waiting> notReady(NodeFacts node) {
    if (node.isReady()) {
      return Optional.empty();
    }
    var status = node.condition("Ready").map(c -> c.status().text()).orElse("absent");
    return Optional.of(
        new Waiting(Reason.NODE_NOT_READY, "Node condition Ready is %s".formatted(status)));
  }

  private static Optional<Waiting> startupTaint(ClaimFacts claim, NodeFacts node) {
    return claim.startupTaints().stream()
        .filter(node::hasTaint)
        .findFirst()
        .map(
            taint ->
                new Waiting(
                    Reason.STARTUP_TAINTS_EXIST,
                    "Startup taint %s is still on the node".formatted(text(taint))));
  }

  private static Optional<Waiting> ephemeralTaint(NodeFacts node) {
    return node.taints().stream()
        .map(NodeTaint::taint)
        .filter(Marks::isEphemeral)
        .findFirst()
        .map(
            taint ->
                new Waiting(
                    Reason.KNOWN_EPHEMERAL_TAINTS_EXIST,
                    "Taint %s is still on the node".formatted(text(taint))));
  }

  /// Allocatable, not capacity: a device plugin that has not reported yet shows there.
  private static Optional<Waiting> missingResource(ClaimFacts claim, NodeFacts node) {
    return claim.requests().names().stream()
        .filter(name -> claim.requests().get(name) != 0 && node.allocatable().get(name) == 0)
        .findFirst()
        .map(
            name ->
                new Waiting(
                    Reason.RESOURCE_NOT_REGISTERED,
                    "Resource %s was requested and is not registered".formatted(name)));
  }

  private static Optional<Waiting> missingDrivers(
      ClaimFacts claim, Collection<SliceFacts> published) {
    var missing =
        Arrays.stream(claim.meta().annotation(Marks.REQUESTED_DRA_DRIVERS).split(","))
            .map(String::strip)
            .filter(driver -> !driver.isEmpty())
            .filter(driver -> !DevicePools.hasCompletePool(driver, published))
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Waiting(
                Reason.DRA_DRIVER_POOLS_NOT_PUBLISHED,
                "Drivers without a complete pool on the node: " + String.join(", ", missing)));
  }

  private static String text(Taint taint) {
    var effect =
        switch (taint.effect()) {
          case NO_SCHEDULE -> "NoSchedule";
          case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
          case NO_EXECUTE -> "NoExecute";
        };
    return Stream.of(taint.key(), taint.value())
            .filter(part -> !part.isEmpty())
            .reduce((key, value) -> key + "=" + value)
            .orElse("")
        + ":"
        + effect;
  }
}
