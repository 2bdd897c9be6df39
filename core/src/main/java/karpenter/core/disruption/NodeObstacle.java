package karpenter.core.disruption;

import java.time.Instant;

/// What the node itself is about, or somebody with it.
public sealed interface NodeObstacle extends Obstacle {
  /// A command is under way for it.
  record InCommand() implements NodeObstacle {}

  /// A command for it waits to be checked again.
  record Parked(Instant until) implements NodeObstacle {}

  /// An attempt failed a while ago, and others come first.
  record BackedOff(Instant until) implements NodeObstacle {}

  record Unmanaged() implements NodeObstacle {}

  record NoNode() implements NodeObstacle {}

  record NotInitialized() implements NodeObstacle {}

  record Leaving() implements NodeObstacle {}

  /// Pods that wait were promised this node.
  record Nominated(Instant until) implements NodeObstacle {}

  record NodeProtected() implements NodeObstacle {}

  @Override
  default String kind() {
    return switch (this) {
      case InCommand _ -> "in-command";
      case Parked _ -> "parked";
      case BackedOff _ -> "backed-off";
      case Unmanaged _ -> "unmanaged";
      case NoNode _ -> "no-node";
      case NotInitialized _ -> "not-initialized";
      case Leaving _ -> "leaving";
      case Nominated _ -> "nominated";
      case NodeProtected _ -> "node-do-not-disrupt";
    };
  }

  @Override
  default String sentence() {
    return switch (this) {
      case InCommand _ -> "It is part of a disruption that is under way";
      case Parked(var until) ->
          "It is about to go, unless something stands in the way at " + Wording.time(until);
      case BackedOff(var until) ->
          "The last attempt failed, and the next is not made before " + Wording.time(until);
      case Unmanaged _ -> "It has no NodeClaim";
      case NoNode _ -> "The NodeClaim has no Node yet";
      case NotInitialized _ -> "The Node is not initialized yet";
      case Leaving _ -> "The Node is going already";
      case Nominated(var until) ->
          "Pods that wait are expected on the Node until " + Wording.time(until);
      case NodeProtected _ -> "The Node carries karpenter.sh/do-not-disrupt=true";
    };
  }

  @Override
  default Telling telling() {
    return switch (this) {
      case InCommand _, Parked _, BackedOff _, Unmanaged _ -> Telling.SILENT;
      case NoNode _, NotInitialized _, Leaving _, Nominated _, NodeProtected _ -> Telling.BLOCKED;
    };
  }
}
