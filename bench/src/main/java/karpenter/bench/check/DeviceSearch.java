package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether devices can be given out so that every claim has what it asks for and no device is given
/// twice. Tries everything, one device of each kind; says yes when that takes too long.
///
/// Mutable: one question, one thread.
final class DeviceSearch {
  private static final int MAX_STEPS = 100_000;

  private final Devices devices;
  private final List<Need> needs = new ArrayList<>();
  private final Set<String> taken;
  private final Map<String, JsonNode> agreed = new HashMap<>();
  private int steps;

  /// @param claim what tells this claim from others
  /// @param usable the devices its node can use
  private record Need(
      String claim,
      Devices.Request request,
      List<Devices.Constraint> constraints,
      List<Devices.Device> usable) {}

  /// @param taken devices that are given away already
  DeviceSearch(Devices devices, Set<String> taken) {
    this.devices = devices;
    this.taken = new HashSet<>(taken);
  }

  /// @param usable ids must differ between nodes where devices do
  void add(String claim, Devices.Ask ask, List<Devices.Device> usable) {
    for (var request : ask.requests()) {
      var constraints = ask.constraints().stream().filter(c -> c.concerns(request)).toList();
      needs.add(new Need(claim, request, constraints, usable));
    }
  }

  boolean isPossible() {
    return serve(0);
  }

  private boolean serve(int index) {
    if (index == needs.size()) return true;
    var need = needs.get(index);
    for (var choice : need.request().choices()) {
      var wanted = need.usable().stream().filter(d -> devices.mayMeet(choice, d)).toList();
      if (choice.all() ? takeAll(wanted, index) : take(wanted, choice.count(), 0, index))
        return true;
    }
    return false;
  }

  private boolean takeAll(List<Devices.Device> wanted, int index) {
    if (wanted.isEmpty() || wanted.stream().anyMatch(device -> taken.contains(device.id())))
      return false;
    var ids = wanted.stream().filter(d -> !d.isShared()).map(Devices.Device::id).toList();
    taken.addAll(ids);
    var served = serve(index + 1);
    taken.removeAll(ids);
    return served;
  }

  private boolean take(List<Devices.Device> wanted, int count, int from, int index) {
    if (++steps > MAX_STEPS) return true;
    if (count == 0) return serve(index + 1);
    var tried = new HashSet<String>();
    for (int i = from; i < wanted.size(); i++) {
      var device = wanted.get(i);
      if (taken.contains(device.id()) || !tried.add(device.kind())) continue;
      if (takeOne(device, wanted, count, i, index)) return true;
    }
    return false;
  }

  private boolean takeOne(
      Devices.Device device, List<Devices.Device> wanted, int count, int at, int index) {
    var need = needs.get(index);
    var added = new ArrayList<String>();
    var fits = true;
    for (var constraint : need.constraints()) {
      var value = attribute(device, constraint.attribute());
      // A value that is not known yet may turn out to be the right one.
      if (value.isMissingNode()) continue;
      var key = need.claim() + " " + constraint;
      var before = agreed.putIfAbsent(key, value);
      if (before == null) added.add(key);
      else if (!before.equals(value)) fits = false;
    }
    if (fits && !device.isShared()) taken.add(device.id());
    var served = fits && take(wanted, count - 1, at + 1, index);
    if (fits && !device.isShared()) taken.remove(device.id());
    added.forEach(agreed::remove);
    return served;
  }

  private static JsonNode attribute(Devices.Device device, String name) {
    var attributes = device.json().path("attributes");
    var own = device.driver() + "/";
    var value = attributes.path(name);
    return value.isMissingNode() && name.startsWith(own)
        ? attributes.path(name.substring(own.length()))
        : value;
  }
}
