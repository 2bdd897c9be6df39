package karpenter.core.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.device.DeviceRequest.Alternative;
import karpenter.core.device.DeviceRequest.Amount;

/// Tries every combination of devices and judges each from scratch. Shares nothing with the search
/// but the values.
final class BruteForce {
  /// A device with what the test knows of it. `zones` lists the alternatives, each a set of zones;
  /// none at all means everywhere.
  record Known(DeviceId id, Device device, boolean isTemplate, List<Set<String>> zones, int kind) {}

  private record Pick(
      int claim, DeviceRequest request, Alternative wanted, Known known, int alternative) {}

  private final List<DeviceClaim> claims;
  private final List<Known> usable;
  private final List<List<Set<String>>> faulty;
  private final Map<String, BigDecimal> counters;
  private final List<DeviceTemplates.AttributeBinding> bindings;
  private final Set<String> start;
  private final List<Pick> picks = new ArrayList<>();

  /// @param faulty the zones from which pools can be seen that are incomplete or invalid
  /// @param counters totals by [#counterKey]
  BruteForce(
      List<DeviceClaim> claims,
      List<Known> usable,
      List<List<Set<String>>> faulty,
      Map<String, BigDecimal> counters,
      List<DeviceTemplates.AttributeBinding> bindings,
      Set<String> start) {
    this.claims = claims;
    this.usable = usable;
    this.faulty = faulty;
    this.counters = counters;
    this.bindings = bindings;
    this.start = start;
  }

  static String counterKey(boolean isTemplate, String pool, String set, String counter) {
    return isTemplate + " " + pool + " " + set + " " + counter;
  }

  boolean exists() {
    return exists(0, 0);
  }

  private boolean exists(int claim, int request) {
    if (claim == claims.size()) return isValid();
    var requests = claims.get(claim).requests();
    if (request == requests.size()) return exists(claim + 1, 0);
    for (var wanted : requests.get(request).alternatives()) {
      boolean found =
          switch (wanted.amount()) {
            case Amount.Count(int devices) -> choose(claim, request, wanted, devices);
            case Amount.All() -> subset(claim, request, wanted, 0);
          };
      if (found) return true;
    }
    return false;
  }

  private boolean choose(int claim, int request, Alternative wanted, int missing) {
    if (missing == 0) return exists(claim, request + 1);
    for (Known known : usable) {
      for (int alternative = 0; alternative < Math.max(1, known.zones().size()); alternative++) {
        picks.add(pick(claim, request, wanted, known, alternative));
        boolean found = choose(claim, request, wanted, missing - 1);
        picks.removeLast();
        if (found) return true;
      }
    }
    return false;
  }

  private boolean subset(int claim, int request, Alternative wanted, int from) {
    if (from == usable.size()) return exists(claim, request + 1);
    if (subset(claim, request, wanted, from + 1)) return true;
    Known known = usable.get(from);
    for (int alternative = 0; alternative < Math.max(1, known.zones().size()); alternative++) {
      picks.add(pick(claim, request, wanted, known, alternative));
      boolean found = subset(claim, request, wanted, from + 1);
      picks.removeLast();
      if (found) return true;
    }
    return false;
  }

  private Pick pick(int claim, int request, Alternative wanted, Known known, int alternative) {
    return new Pick(claim, claims.get(claim).requests().get(request), wanted, known, alternative);
  }

  private boolean isValid() {
    for (Pick pick : picks) if (!pick.wanted().kinds().get(pick.known().kind())) return false;
    Set<String> zones = new TreeSet<>(start);
    for (Pick pick : picks) {
      if (!pick.known().zones().isEmpty()) {
        zones.retainAll(pick.known().zones().get(pick.alternative()));
      }
    }
    return !zones.isEmpty() && amountsSuffice() && attributesMatch() && allIsAll(zones);
  }

  private boolean amountsSuffice() {
    Map<String, BigDecimal> used = new HashMap<>();
    Set<Known> exclusive = new HashSet<>();
    for (Pick pick : picks) {
      Known known = pick.known();
      for (Counters taken : known.device().consumes()) {
        taken
            .amounts()
            .forEach(
                (name, amount) ->
                    used.merge(
                        counterKey(known.isTemplate(), known.id().pool(), taken.set(), name),
                        amount,
                        BigDecimal::add));
      }
      if (!known.device().allowsMultiple()) {
        if (!exclusive.add(known)) return false;
        continue;
      }
      for (String name : pick.wanted().capacity().keySet()) {
        if (!known.device().capacity().containsKey(name)) return false;
      }
      for (var entry : known.device().capacity().entrySet()) {
        var asked = Optional.ofNullable(pick.wanted().capacity().get(entry.getKey()));
        var amount = entry.getValue().policy().consumed(asked, entry.getValue().value());
        if (amount.isEmpty()) return false;
        var key = "capacity " + known.isTemplate() + known.id() + entry.getKey();
        var sum = used.getOrDefault(key, BigDecimal.ZERO).add(amount.get());
        used.put(key, sum);
        if (sum.compareTo(entry.getValue().value()) > 0) return false;
      }
    }
    return counters.entrySet().stream()
        .allMatch(e -> used.getOrDefault(e.getKey(), BigDecimal.ZERO).compareTo(e.getValue()) <= 0);
  }

  private boolean attributesMatch() {
    for (int c = 0; c < claims.size(); c++) {
      int claim = c;
      for (MatchAttribute constraint : claims.get(claim).constraints()) {
        var concerned =
            picks.stream()
                .filter(p -> p.claim() == claim)
                .filter(
                    p ->
                        constraint.requests().isEmpty()
                            || constraint.requests().contains(p.request().name())
                            || constraint.requests().contains(p.wanted().name()))
                .map(Pick::known)
                .toList();
        if (!agree(constraint.attribute(), concerned)) return false;
      }
    }
    return true;
  }

  private boolean agree(String attribute, List<Known> devices) {
    var values = new HashSet<Optional<Attribute>>();
    for (Known known : devices) {
      values.add(Optional.ofNullable(known.device().attributes().get(attribute)));
    }
    if (values.size() > 1) return false;
    if (devices.isEmpty() || values.iterator().next().isPresent()) return true;
    Set<DeviceId> reached = new HashSet<>();
    reached.add(devices.getFirst().id());
    boolean grows = true;
    boolean isBound = false;
    while (grows) {
      grows = false;
      for (var binding : bindings) {
        if (!binding.attribute().equals(attribute) || binding.devices().size() < 2) continue;
        if (binding.devices().stream().noneMatch(reached::contains)) continue;
        isBound = true;
        grows |= reached.addAll(binding.devices());
      }
    }
    return isBound
        && devices.stream().allMatch(known -> known.isTemplate() && reached.contains(known.id()));
  }

  private boolean allIsAll(Set<String> zones) {
    for (int claim = 0; claim < claims.size(); claim++) {
      for (var request : claims.get(claim).requests()) {
        var used = usedAlternative(claim, request);
        if (used.isEmpty()) {
          // Nothing was picked: only an alternative for all devices can be meant, and it needs one.
          return false;
        }
        if (!(used.get().amount() instanceof Amount.All)) continue;
        if (faulty.stream().anyMatch(reach -> isSeen(reach, zones))) return false;
        for (Known known : usable) {
          boolean wanted = used.get().kinds().get(known.kind()) && isSeen(known.zones(), zones);
          int at = claim;
          boolean has =
              picks.stream()
                  .anyMatch(p -> p.claim() == at && p.request() == request && p.known() == known);
          if (wanted != has) return false;
        }
      }
    }
    return true;
  }

  private Optional<Alternative> usedAlternative(int claim, DeviceRequest request) {
    return picks.stream()
        .filter(p -> p.claim() == claim && p.request() == request)
        .map(Pick::wanted)
        .findFirst();
  }

  private static boolean isSeen(List<Set<String>> reach, Set<String> zones) {
    return reach.isEmpty() || reach.stream().anyMatch(r -> r.stream().anyMatch(zones::contains));
  }
}
