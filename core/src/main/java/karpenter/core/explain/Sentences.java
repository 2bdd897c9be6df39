package karpenter.core.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Conflict;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Refusal;
import karpenter.core.scheduling.Refusal.AffinityUnmet;
import karpenter.core.scheduling.Refusal.AntiAffinity;
import karpenter.core.scheduling.Refusal.ContradictoryRequirements;
import karpenter.core.scheduling.Refusal.HostPortTaken;
import karpenter.core.scheduling.Refusal.LabelMismatch;
import karpenter.core.scheduling.Refusal.LimitReached;
import karpenter.core.scheduling.Refusal.MinValuesUnmet;
import karpenter.core.scheduling.Refusal.NoCombination;
import karpenter.core.scheduling.Refusal.NoCommonDomain;
import karpenter.core.scheduling.Refusal.NoRoom;
import karpenter.core.scheduling.Refusal.NoTypeFits;
import karpenter.core.scheduling.Refusal.NotAsked;
import karpenter.core.scheduling.Refusal.ReservedTaken;
import karpenter.core.scheduling.Refusal.SpreadViolated;
import karpenter.core.scheduling.Refusal.SpreadWithoutDomain;
import karpenter.core.scheduling.Refusal.TopologyKeyMissing;
import karpenter.core.scheduling.Refusal.UnknownResource;
import karpenter.core.scheduling.Refusal.UntoleratedTaint;
import karpenter.core.scheduling.Refusal.VolumeElsewhere;
import karpenter.core.scheduling.Refusal.VolumeLimit;
import karpenter.core.scheduling.TypeRefusal;
import karpenter.core.scheduling.TypeSurvey;

/// The wording of every reason, once. Events, tables and the dashboard render these.
public final class Sentences {
  /// Domains beyond these are counted, not listed.
  private static final int MAX_DOMAINS = 4;

  private Sentences() {}

  public static String of(Refusal refusal) {
    return switch (refusal) {
      case UntoleratedTaint(var taint) -> "taint %s is not tolerated".formatted(taint(taint));
      case LabelMismatch(var conflict) -> of(conflict);
      case ContradictoryRequirements(var key) ->
          "the pod's requirements on %s exclude each other".formatted(key);
      case VolumeElsewhere(var conflict) -> "its volumes are elsewhere: " + of(conflict);
      case VolumeLimit(var driver, var limit, var attached) ->
          "%s can attach %d volumes, with this pod it would be %d"
              .formatted(driver, limit, attached);
      case HostPortTaken(var port) -> "host port %s is taken".formatted(port(port));
      case NoRoom(var resource, var asked, var free) -> room(resource, asked, free);
      case UnknownResource(var resource, var asked) ->
          "nothing on sale has %s, %s is asked".formatted(resource, Amounts.of(resource, asked));
      case SpreadViolated violated -> spread(violated);
      case SpreadWithoutDomain(var key, var selector) ->
          "no domain of %s is open to the pod, so its pods (%s) cannot be spread"
              .formatted(key, selector(selector));
      case TopologyKeyMissing(var key) ->
          "it has no label %s, which a constraint on that key needs".formatted(key);
      case AffinityUnmet(var key, var selector) ->
          "no pod with %s is there (affinity by %s)".formatted(selector(selector), key);
      case AntiAffinity anti -> antiAffinity(anti);
      case NoCommonDomain(var key) ->
          "each constraint on %s leaves a domain, but none is left by all".formatted(key);
      case NoTypeFits(var survey) -> of(survey);
      case LimitReached limit -> limit(limit);
      case MinValuesUnmet(var key, var needed, var reached) ->
          "minValues asks for %d values of %s, the types that fit have %d"
              .formatted(needed, key, reached);
      case ReservedTaken(var reservations) ->
          reservations.isEmpty()
              ? "the reserved capacity that suits is taken"
              : "reserved capacity is taken: " + String.join(", ", reservations);
      case NotAsked(var pool) ->
          "not asked: the pod waits for reserved capacity of NodePool %s".formatted(pool);
      case Refusal.ClaimsUnmet(var why) -> of(why);
      case NoCombination(var keys) ->
          keys.isEmpty()
              ? "each demand can be met, but not all of them at once"
              : "no choice of %s meets every demand at once".formatted(String.join(" and ", keys));
    };
  }

  public static String of(DeviceRefusal refusal) {
    return switch (refusal) {
      case DeviceRefusal.DeviceRequestsIgnored() ->
          "the pod claims devices, and claims are ignored here";
      case DeviceRefusal.DeviceClaimUnresolved(var claim) ->
          "the claim %s does not exist or could not be read".formatted(claim);
      case DeviceRefusal.DevicesUnavailable() -> "the devices the pod claims are not to be had";
      case DeviceRefusal.DeviceSearchGaveUp(var steps) ->
          "no devices for the pod's claims were found in %d steps".formatted(steps);
    };
  }

  /// `0 of 412 instance types fit: 380 lack nvidia.com/gpu, 32 have less than 64Gi of memory`
  public static String of(TypeSurvey survey) {
    var counts =
        survey.counts().stream()
            .map(count -> count.types() + " " + of(count.cause(), count.types()))
            .collect(Collectors.joining(", "));
    var head = "%d of %d instance types fit".formatted(survey.fitting(), survey.total());
    return counts.isEmpty() ? head : head + ": " + counts;
  }

  /// Completes "12 …" or "it …".
  static String of(TypeRefusal cause, int types) {
    boolean one = types == 1;
    String are = one ? "is" : "are";
    String have = one ? "has" : "have";
    return switch (cause) {
      case TypeRefusal.PoolExcludes(var key) ->
          are + " excluded by the NodePool's requirement on " + key;
      case TypeRefusal.SoldOut() -> are + " sold out";
      case TypeRefusal.NotSoldToPool() -> are + " not on sale as the NodePool requires";
      case TypeRefusal.NothingLeft() -> have + " nothing left beside overhead and daemons";
      case TypeRefusal.LabelExcludes(var key, var demanded) ->
          "%s not %s %s".formatted(are, key, demanded);
      case TypeRefusal.NotOffered(var demanded) ->
          "%s not offered with %s".formatted(are, demanded);
      case TypeRefusal.Lacks(var resource) -> (one ? "lacks " : "lack ") + resource;
      case TypeRefusal.TooSmall(var resource, var needed) ->
          "%s less than %s of %s".formatted(have, Amounts.of(resource, needed), resource);
      case TypeRefusal.DaemonPortConflict(var port) ->
          "%s a daemon on host port %s".formatted(have, port(port));
      case TypeRefusal.OverLimit(var resource) ->
          "%s beyond the NodePool's %s limit".formatted(are, resource);
      case TypeRefusal.LeftOutForLimit() ->
          "%s left out to keep within the NodePool's limits".formatted(are);
    };
  }

  private static String of(Conflict conflict) {
    return switch (conflict.kind()) {
      case UNDEFINED ->
          "no label %s, but %s is required".formatted(conflict.key(), conflict.demanded());
      case DISJOINT, UNDECIDED, CONTRADICTORY -> conflict.sentence();
    };
  }

  private static String room(String resource, long asked, long free) {
    if (free < 0) {
      return "%s is overdrawn by %s".formatted(resource, Amounts.of(resource, -free));
    }
    return "%s of %s is asked, %s is free"
        .formatted(Amounts.of(resource, asked), resource, Amounts.of(resource, free));
  }

  private static String spread(SpreadViolated violated) {
    return "one more pod with %s would exceed maxSkew %d over %s: %s, the emptiest has %d"
        .formatted(
            selector(violated.selector()),
            violated.maxSkew(),
            violated.key(),
            counts(violated.counts()),
            violated.floor());
  }

  private static String counts(Map<String, Integer> counts) {
    List<String> shown = new ArrayList<>();
    for (var entry : counts.entrySet()) {
      if (shown.size() == MAX_DOMAINS) break;
      shown.add("%s has %d".formatted(entry.getKey(), entry.getValue()));
    }
    if (counts.size() > MAX_DOMAINS) {
      shown.add("%d others are no better".formatted(counts.size() - MAX_DOMAINS));
    }
    return String.join(", ", shown);
  }

  private static String antiAffinity(AntiAffinity anti) {
    String pods = anti.pods().isEmpty() ? "pods" : String.join(", ", anti.pods());
    return switch (anti.side()) {
      case OURS ->
          "the pod keeps away from %s by %s: %s may be there"
              .formatted(selector(anti.selector()), anti.key(), pods);
      case THEIRS ->
          "%s may be there and keeps away from %s by %s"
              .formatted(pods, selector(anti.selector()), anti.key());
    };
  }

  private static String limit(LimitReached limit) {
    String resource = limit.resource();
    String head =
        "NodePool %s is limited to %s of %s and uses %s"
            .formatted(
                limit.pool(),
                Amounts.of(resource, limit.limit()),
                resource,
                Amounts.of(resource, limit.used()));
    boolean one = limit.barred() == 1;
    return resource.equals(Resources.NODES)
        ? head
        : "%s: %d instance %s that would fit %s too large for the rest"
            .formatted(head, limit.barred(), one ? "type" : "types", one ? "is" : "are");
  }

  static String taint(Taint taint) {
    String effect =
        switch (taint.effect()) {
          case NO_SCHEDULE -> "NoSchedule";
          case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
          case NO_EXECUTE -> "NoExecute";
        };
    return taint.value().isEmpty()
        ? "%s:%s".formatted(taint.key(), effect)
        : "%s=%s:%s".formatted(taint.key(), taint.value(), effect);
  }

  static String port(HostPort port) {
    return port.ip().isEmpty()
        ? "%d/%s".formatted(port.port(), port.protocol())
        : "%s:%d/%s".formatted(port.ip(), port.port(), port.protocol());
  }

  /// `app=web, tier In [a b]`
  static String selector(LabelSelector selector) {
    return switch (selector) {
      case LabelSelector.Nothing() -> "no labels at all";
      case LabelSelector.Matching(var labels) when labels.isEmpty() -> "any labels";
      case LabelSelector.Matching(var labels) ->
          labels.keys().stream().map(key -> term(labels, key)).collect(Collectors.joining(", "));
    };
  }

  private static String term(Requirements labels, String key) {
    var values = labels.get(key).finiteValues();
    boolean isOne =
        values.isPresent() && values.get().size() == 1 && !labels.get(key).allowsAbsent();
    return isOne ? key + "=" + values.get().first() : key + " " + labels.get(key);
  }
}
