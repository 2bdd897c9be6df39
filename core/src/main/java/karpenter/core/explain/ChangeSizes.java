package karpenter.core.explain;

import karpenter.core.explain.Change.AddToleration;
import karpenter.core.explain.Change.DropAffinity;
import karpenter.core.explain.Change.DropAntiAffinity;
import karpenter.core.explain.Change.DropHostPort;
import karpenter.core.explain.Change.DropNodeLabel;
import karpenter.core.explain.Change.DropSpread;
import karpenter.core.explain.Change.DropTheirAntiAffinity;
import karpenter.core.explain.Change.DropVolume;
import karpenter.core.explain.Change.FreeVolumes;
import karpenter.core.explain.Change.LowerMinValues;
import karpenter.core.explain.Change.LowerRequest;
import karpenter.core.explain.Change.OfferLabel;
import karpenter.core.explain.Change.RaiseLimit;
import karpenter.core.explain.Change.RaiseMaxSkew;
import karpenter.core.explain.Change.RemoveTaint;
import karpenter.core.explain.Change.TakeUnreserved;

/// How much a change asks of the user, from 0 to 1; smaller ones are suggested first.
///
/// A request lowered by a tenth is a tenth. What is merely loosened counts less than what is
/// dropped, a change to the pod less than one to a pool that others share, and what moves data most
/// of all.
final class ChangeSizes {
  private ChangeSizes() {}

  static double of(Change change) {
    return switch (change) {
      case LowerRequest(var spec, var resource, var to) -> {
        long from = spec.requests().get(resource);
        yield from <= 0 ? 1 : (from - to) / (double) from;
      }
      case RaiseMaxSkew _ -> 0.2;
      case AddToleration _ -> 0.25;
      case RaiseLimit _ -> 0.3;
      case TakeUnreserved _ -> 0.3;
      case LowerMinValues _ -> 0.35;
      case DropSpread _ -> 0.4;
      case DropHostPort _ -> 0.5;
      case DropNodeLabel _ -> 0.5;
      case DropAffinity _ -> 0.5;
      case DropAntiAffinity _ -> 0.5;
      case OfferLabel _ -> 0.6;
      case RemoveTaint _ -> 0.65;
      case DropTheirAntiAffinity _ -> 0.7;
      case FreeVolumes _ -> 0.8;
      case DropVolume _ -> 0.9;
    };
  }
}
