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
import karpenter.core.pod.AffinityTerm;

/// The wording of every change, once.
public final class ChangeSentences {
  private ChangeSentences() {}

  public static String of(Change change) {
    return switch (change) {
      case LowerRequest(var spec, var resource, var to) ->
          "lower the %s request from %s to %s"
              .formatted(
                  resource,
                  Amounts.of(resource, spec.requests().get(resource)),
                  Amounts.of(resource, to));
      case AddToleration(_, var taint) -> "add a toleration for taint " + Sentences.taint(taint);
      case DropNodeLabel(_, var key) -> "drop what node selector and affinity demand of " + key;
      case RaiseMaxSkew(_, var constraint, var to) ->
          "raise maxSkew over %s from %d to %d"
              .formatted(constraint.topologyKey(), constraint.maxSkew(), to);
      case DropSpread(_, var constraint) -> "drop the spread over " + constraint.topologyKey();
      case DropAffinity(_, var term) -> "drop the affinity to pods with " + term(term);
      case DropAntiAffinity(_, var term) -> "drop the anti-affinity to pods with " + term(term);
      case DropHostPort(_, var port) -> "give up host port " + Sentences.port(port);
      case FreeVolumes _ -> "make its volumes reachable from elsewhere";
      case DropVolume(_, var volume) ->
          "give up volume %s (%s)".formatted(volume.claim(), volume.driver());
      case RaiseLimit(var pool, var resource, var from, var to) ->
          "raise the %s limit of NodePool %s from %s to %s"
              .formatted(resource, pool, Amounts.of(resource, from), Amounts.of(resource, to));
      case RemoveTaint(var pool, var taint) ->
          "remove taint %s from NodePool %s".formatted(Sentences.taint(taint), pool);
      case LowerMinValues(var pool, var key, var from, var to) ->
          "lower minValues of %s in NodePool %s from %d to %d".formatted(key, pool, from, to);
      case OfferLabel(var pool, var key, var demanded) ->
          "let NodePool %s offer %s %s".formatted(pool, key, demanded);
      case DropTheirAntiAffinity(var term) ->
          "drop the anti-affinity of other pods to pods with " + term(term);
      case TakeUnreserved() -> "let pods take unreserved capacity while reservations are taken";
    };
  }

  private static String term(AffinityTerm term) {
    return "%s by %s".formatted(Sentences.selector(term.selector()), term.topologyKey());
  }
}
