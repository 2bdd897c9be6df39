package karpenter.core.wire;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.device.ClaimState;
import karpenter.core.device.DeviceClaim;
import karpenter.core.device.DeviceKinds;
import karpenter.core.device.DeviceRequest;
import karpenter.core.device.DeviceSlice;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Devices;
import karpenter.core.facts.DeviceAsk;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.ResourceClaimTemplateFacts;

/// Finds out which devices there are and which of them each claim may have. Expressions are
/// evaluated here, each once for each kind of device: what comes out are sets of kinds, and the
/// scheduler never sees an expression. Not safe for use by several threads at once.
public final class DeviceInputs {
  private final DeviceExpressions expressions;

  public DeviceInputs() {
    this(new DeviceExpressions());
  }

  DeviceInputs(DeviceExpressions expressions) {
    this.expressions = expressions;
  }

  /// All that is known about devices.
  ///
  /// @param slices those whose devices can be used
  /// @param brought what instance types will bring
  public record Known(
      Collection<DeviceSlice> slices,
      Collection<DeviceTemplates> brought,
      Collection<DeviceClassFacts> classes,
      Collection<ResourceClaimFacts> claims,
      Collection<ResourceClaimTemplateFacts> templates) {}

  /// A claim that names a class which is not there is left out, which refuses the pods that use it.
  /// If it has its devices already it keeps them.
  public Devices of(Known known) {
    var kinds = new DeviceKinds();
    known.slices().forEach(kinds::add);
    known.brought().forEach(kinds::add);
    var resolver = new Resolver(kinds);
    known.classes().forEach(resolver::add);
    var claims = new TreeMap<String, DeviceClaim>();
    for (var claim : known.claims()) {
      resolver
          .claim(claim.id(), claim.ask(), claim.state())
          .ifPresent(found -> claims.put(found.id(), found));
    }
    for (var template : known.templates()) {
      resolver
          .claim(template.id(), template.ask(), new ClaimState.Open())
          .ifPresent(found -> claims.put(found.id(), found));
    }
    return new Devices(kinds, List.copyOf(known.slices()), claims);
  }

  /// For the kinds of one cluster.
  private final class Resolver {
    private final DeviceKinds kinds;
    private final Map<String, BitSet> matching = new HashMap<>();
    private final Map<String, BitSet> classes = new HashMap<>();
    private final Map<DeviceAsk, Optional<List<DeviceRequest>>> requests = new HashMap<>();

    Resolver(DeviceKinds kinds) {
      this.kinds = kinds;
    }

    void add(DeviceClassFacts deviceClass) {
      classes.put(
          deviceClass.name(), restricted(kinds.matching(_ -> true), deviceClass.selectors()));
    }

    Optional<DeviceClaim> claim(String id, DeviceAsk ask, ClaimState state) {
      var wanted = requests.computeIfAbsent(ask, this::requests);
      if (wanted.isPresent()) {
        return Optional.of(new DeviceClaim(id, wanted.get(), ask.constraints(), state));
      }
      return state instanceof ClaimState.Allocated(var reach, var uses, _)
          ? Optional.of(
              new DeviceClaim(id, List.of(), List.of(), new ClaimState.Allocated(reach, uses)))
          : Optional.empty();
    }

    private Optional<List<DeviceRequest>> requests(DeviceAsk ask) {
      var requests = new ArrayList<DeviceRequest>();
      for (var request : ask.requests()) {
        var alternatives = new ArrayList<DeviceRequest.Alternative>();
        for (var choice : request.alternatives()) {
          var ofClass = classes.get(choice.deviceClass());
          if (ofClass == null) {
            return Optional.empty();
          }
          alternatives.add(
              new DeviceRequest.Alternative(
                  choice.name(),
                  restricted((BitSet) ofClass.clone(), choice.selectors()),
                  choice.amount(),
                  choice.capacity()));
        }
        requests.add(new DeviceRequest(request.name(), alternatives));
      }
      return Optional.of(requests);
    }

    private BitSet restricted(BitSet wanted, List<String> selectors) {
      for (var text : selectors) {
        wanted.and(
            matching.computeIfAbsent(
                text, t -> kinds.matching(kind -> expressions.matches(t, kind))));
      }
      return wanted;
    }
  }
}
