package karpenter.core.testkit;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import karpenter.core.device.Attribute;
import karpenter.core.device.Capacity;
import karpenter.core.device.ClaimState;
import karpenter.core.device.Counters;
import karpenter.core.device.Device;
import karpenter.core.device.DeviceClaim;
import karpenter.core.device.DeviceKind;
import karpenter.core.device.DeviceKinds;
import karpenter.core.device.DeviceRequest;
import karpenter.core.device.DeviceRequest.Alternative;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.DeviceSlice;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Devices;
import karpenter.core.device.MatchAttribute;
import karpenter.core.device.Reach;

/// Devices and claims for a test to describe. What slices and templates hold must be said before
/// [#devices]; selectors are then evaluated for all of it.
public final class DeviceScenario {
  public static final String DRIVER = "gpu.example.com";

  private final List<DeviceSlice> slices = new ArrayList<>();
  private final List<DeviceTemplates> templates = new ArrayList<>();
  private final Map<String, Consumer<ClaimScenario>> claims = new LinkedHashMap<>();

  public static Device gpu(String name) {
    return Device.plain(name);
  }

  /// A device with attributes of the test's driver.
  public static Device gpu(String name, Map<String, Long> attributes) {
    var all = new TreeMap<String, Attribute>();
    attributes.forEach((key, value) -> all.put(DRIVER + "/" + key, new Attribute.Number(value)));
    return new Device(name, all, new TreeMap<>(), List.of(), false);
  }

  public static Device shared(String name, Capacity memory) {
    return new Device(
        name, new TreeMap<>(), new TreeMap<>(Map.of(DRIVER + "/memory", memory)), List.of(), true);
  }

  /// A part of a device that takes `amount` of the counter `slots` in the set `card`.
  public static Device partition(String name, long amount) {
    return new Device(name, new TreeMap<>(), new TreeMap<>(), List.of(card("card", amount)), false);
  }

  public static Counters card(String set, long amount) {
    return new Counters(set, new TreeMap<>(Map.of("slots", BigDecimal.valueOf(amount))));
  }

  public static DeviceTemplates brings(Device... devices) {
    return new DeviceTemplates(
        List.of(new DeviceTemplates.Slice(DRIVER, "local", Arrays.asList(devices), List.of())),
        List.of());
  }

  /// The only slice of its pool.
  public DeviceScenario pool(String name, Reach reach, Device... devices) {
    return slice(new DeviceSlice(name, DRIVER, name, 1, 1, reach, List.of(devices), List.of()));
  }

  public DeviceScenario slice(DeviceSlice slice) {
    slices.add(slice);
    return this;
  }

  public DeviceScenario templates(DeviceTemplates brought) {
    templates.add(brought);
    return this;
  }

  public DeviceScenario claim(String id, Consumer<ClaimScenario> description) {
    claims.put(id, description);
    return this;
  }

  public DeviceScenario claim(String id, int devices) {
    return claim(id, claim -> claim.count("r", devices, _ -> true));
  }

  public Devices devices() {
    var kinds = new DeviceKinds();
    slices.forEach(kinds::add);
    templates.forEach(kinds::add);
    var built = new TreeMap<String, DeviceClaim>();
    claims.forEach(
        (id, description) -> {
          var claim = new ClaimScenario(kinds);
          description.accept(claim);
          built.put(id, claim.build(id));
        });
    return new Devices(kinds, slices, built);
  }

  /// A claim: open unless said otherwise.
  public static final class ClaimScenario {
    private final DeviceKinds kinds;
    private final List<DeviceRequest> requests = new ArrayList<>();
    private final List<MatchAttribute> constraints = new ArrayList<>();
    private ClaimState state = new ClaimState.Open();

    ClaimScenario(DeviceKinds kinds) {
      this.kinds = kinds;
    }

    public ClaimScenario count(String name, int devices, Predicate<DeviceKind> wanted) {
      return first(name, new Wish(wanted, new Amount.Count(devices), Map.of()));
    }

    public ClaimScenario all(String name, Predicate<DeviceKind> wanted) {
      return first(name, new Wish(wanted, new Amount.All(), Map.of()));
    }

    public ClaimScenario memory(String name, long amount) {
      return first(
          name,
          new Wish(_ -> true, new Amount.Count(1), Map.of("memory", BigDecimal.valueOf(amount))));
    }

    /// The first of the wishes that can be had; they are named `name/0`, `name/1`, ….
    public ClaimScenario first(String name, Wish... wishes) {
      var alternatives = new ArrayList<Alternative>();
      for (var wish : wishes) {
        BitSet matching = kinds.matching(wish.wanted());
        alternatives.add(
            new Alternative(
                wishes.length == 1 ? name : name + "/" + alternatives.size(),
                matching,
                wish.amount(),
                new TreeMap<>(wish.capacity())));
      }
      requests.add(new DeviceRequest(name, alternatives));
      return this;
    }

    public ClaimScenario match(String attribute, String... ofRequests) {
      constraints.add(new MatchAttribute(attribute, new TreeSet<>(List.of(ofRequests))));
      return this;
    }

    public ClaimScenario state(ClaimState known) {
      state = known;
      return this;
    }

    DeviceClaim build(String id) {
      return new DeviceClaim(id, requests, constraints, state);
    }
  }

  public record Wish(
      Predicate<DeviceKind> wanted, Amount amount, Map<String, BigDecimal> capacity) {}
}
