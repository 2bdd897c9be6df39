package karpenter.bench.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Pods with claims for devices are where those devices are.
///
/// A placement does not tell which device goes to which claim, because that is for kube-scheduler
/// to decide. So the devices must be such that it can: for every place and every type it may become
/// there is a way to give its pods what they claim, and there is one for all places together, with
/// no device given twice.
///
/// Not judged: shares of a device that several may use, counters of partitionable devices,
/// attributes whose values are not known, selectors beyond [DeviceSelector]. All of them count as
/// fitting.
final class DeviceUse {
  private final Scene scene;
  private final Devices devices;
  private final Consumer<Fault> faults;
  private final Set<String> taken = new HashSet<>();

  /// What a claim asks for, and where its pods are.
  private record Wanted(Devices.Ask ask, Set<Place> places) {}

  private final Map<String, Wanted> wanted = new LinkedHashMap<>();

  private DeviceUse(Scene scene, Consumer<Fault> faults) {
    this.scene = scene;
    this.devices = scene.workload().devices();
    this.faults = faults;
    for (var claim : devices.claims().values())
      claim.allocationBeside(scene.workload().pods()).ifPresent(a -> taken.addAll(a.devices()));
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var rule = new DeviceUse(scene, faults);
    scene.places().forEach(place -> place.pods().forEach(pod -> rule.collect(pod, place)));
    if (rule.wanted.isEmpty()) return;
    var enough = true;
    for (var place : (Iterable<Place>) scene.places()::iterator) enough &= rule.suffice(place);
    if (enough) rule.checkTogether();
  }

  private void collect(Pod pod, Place place) {
    if (pod.deviceClaims().isEmpty()) return;
    if (scene.workload().options().devicesIgnored()) {
      report(
          Fault.Code.DEVICES_IGNORED,
          pod.id(),
          "claims devices, which the options ignore, and is on %s all the same",
          place.name());
      return;
    }
    for (var ref : pod.deviceClaims())
      if (ref.template().isEmpty()) collect(pod, place, ref);
      else want(pod.id() + " " + ref.name(), find(pod, ref), place);
  }

  private void collect(Pod pod, Place place, DeviceClaimRef ref) {
    var claim = devices.claims().get(ref.claim());
    var allocation =
        Optional.ofNullable(claim).flatMap(c -> c.allocationBeside(scene.workload().pods()));
    if (allocation.isEmpty()) want(ref.claim(), find(pod, ref), place);
    else if (!place.surelyMeets(allocation.get().reachableFrom()))
      report(
          Fault.Code.DEVICE_TOPOLOGY,
          pod.id(),
          "the devices that claim %s has are not certain to be reachable from %s",
          ref.claim(),
          place.name());
  }

  private void want(String claim, Optional<Devices.Ask> ask, Place place) {
    ask.ifPresent(
        known ->
            wanted
                .computeIfAbsent(claim, _ -> new Wanted(known, new LinkedHashSet<>()))
                .places()
                .add(place));
  }

  /// What the pod's word stands for; reports what does not exist.
  private Optional<Devices.Ask> find(Pod pod, DeviceClaimRef ref) {
    var isTemplate = !ref.template().isEmpty();
    var what = isTemplate ? "template " + ref.template() : "claim " + ref.claim();
    var ask =
        isTemplate
            ? Optional.ofNullable(devices.templates().get(ref.template()))
            : Optional.ofNullable(devices.claims().get(ref.claim())).map(Devices.Claim::ask);
    if (ask.isEmpty())
      report(Fault.Code.DEVICE_CLAIM_MISSING, pod.id(), "is placed, but there is no %s", what);
    return ask.filter(known -> hasClasses(known, pod, what));
  }

  private boolean hasClasses(Devices.Ask ask, Pod pod, String what) {
    for (var request : ask.requests())
      for (var choice : request.choices())
        if (!devices.classes().containsKey(choice.deviceClass())) {
          report(
              Fault.Code.DEVICE_CLAIM_MISSING,
              pod.id(),
              "is placed, but %s names the DeviceClass \"%s\", which does not exist",
              what,
              choice.deviceClass());
          return false;
        }
    return true;
  }

  /// Whether the place by itself has what its pods claim, whatever it becomes.
  private boolean suffice(Place place) {
    if (wanted.values().stream().noneMatch(one -> one.places().contains(place))) return true;
    var lacking = new ArrayList<String>();
    boards(place)
        .forEach(
            (type, brought) -> {
              var search = new DeviceSearch(devices, taken);
              var usable = new ArrayList<>(brought);
              usable.addAll(reachable(place));
              wanted.forEach(
                  (claim, one) -> {
                    if (one.places().contains(place)) search.add(claim, one.ask(), usable);
                  });
              if (!search.isPossible()) lacking.add(type);
            });
    if (lacking.isEmpty()) return true;
    report(
        Fault.Code.DEVICES_MISSING,
        place.name(),
        "the devices of %s do not suffice for %s",
        lacking.size() == 1 ? lacking.getFirst() : lacking.getFirst() + " and others",
        claimsOf(place));
    return false;
  }

  private String claimsOf(Place place) {
    var claims = new TreeSet<String>();
    wanted.forEach(
        (claim, one) -> {
          if (one.places().contains(place)) claims.add(claim);
        });
    return "the claims %s".formatted(claims);
  }

  /// What the node itself will have, by what it may become.
  private Map<String, List<Devices.Device>> boards(Place place) {
    var boards = new TreeMap<String, List<Devices.Device>>();
    switch (place) {
      case NewNode node -> node.candidates().forEach(c -> boards.put(c.name(), c.type().devices()));
      case ExistingNode node -> boards.put(node.name(), ownOf(node.node()));
    }
    return boards;
  }

  /// Until a node is initialized its type speaks for it.
  private List<Devices.Device> ownOf(Node node) {
    var own = new ArrayList<Devices.Device>();
    for (var device : devices.published())
      if (device.node().filter(node.name()::equals).isPresent()) own.add(device);
    var labels = node.labels();
    var type = scene.workload().types().get(labels.getOrDefault(LabelKeys.INSTANCE_TYPE, ""));
    if (type != null
        && labels.containsKey(LabelKeys.NODE_POOL)
        && !labels.getOrDefault(LabelKeys.INITIALIZED, "").equals("true"))
      own.addAll(type.devices());
    return own;
  }

  private List<Devices.Device> reachable(Place place) {
    return devices.published().stream()
        .filter(device -> device.node().isEmpty() && place.surelyMeets(device.reachableFrom()))
        .toList();
  }

  /// Devices of no single node are there for all places together. Each place may count on what any
  /// of its types brings; that each type is enough by itself has been seen before.
  private void checkTogether() {
    var search = new DeviceSearch(devices, taken);
    wanted.forEach(
        (claim, one) -> {
          var usable = new ArrayList<Devices.Device>();
          if (one.places().size() == 1)
            one.places().forEach(place -> usable.addAll(brought(place)));
          for (var device : devices.published())
            if (device.node().isEmpty()
                && one.places().stream().allMatch(p -> p.surelyMeets(device.reachableFrom())))
              usable.add(device);
          search.add(claim, one.ask(), usable);
        });
    if (!search.isPossible())
      report(
          Fault.Code.DEVICES_MISSING,
          "devices",
          "those that can be used from several nodes do not suffice for the %d claims together",
          wanted.size());
  }

  /// Devices of a type are others on every node.
  private List<Devices.Device> brought(Place place) {
    var all = new ArrayList<Devices.Device>();
    boards(place)
        .forEach(
            (type, own) ->
                own.forEach(
                    device ->
                        all.add(
                            new Devices.Device(
                                device.node().isPresent()
                                    ? device.id()
                                    : "%s %s %s".formatted(place.name(), type, device.id()),
                                device.driver(),
                                device.kind(),
                                device.json(),
                                device.node(),
                                device.reachableFrom()))));
    return all;
  }

  private void report(Fault.Code code, String subject, String sentence, Object... details) {
    faults.accept(new Fault(code, subject, sentence.formatted(details)));
  }
}
