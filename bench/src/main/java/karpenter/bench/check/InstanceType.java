package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A machine one can buy, and the ways of buying it.
record InstanceType(
    String name,
    Resources capacity,
    Resources allocatable,
    Requirements requirements,
    List<Offering> offerings,
    List<Devices.Device> devices) {

  /// @param reservations how many nodes a reservation still covers; meaningless for other offerings
  record Offering(Requirements requirements, double price, boolean available, int reservations) {
    static Offering read(JsonNode json) {
      return new Offering(
          Json.requirements(json.path("requirements")),
          json.path("price").asDouble(),
          json.path("available").asBoolean(true),
          json.path("reservationCapacity").asInt());
    }
  }

  static InstanceType read(JsonNode json) {
    var name = Json.text(json, "name");
    var capacity = Json.resources(json.path("capacity"));
    return new InstanceType(
        name,
        capacity,
        allocatable(capacity, json.path("overhead")),
        Json.requirements(json.path("requirements"))
            .and(LabelKeys.INSTANCE_TYPE, LabelValues.only(name)),
        Json.items(json.path("offerings"), Offering::read),
        Devices.ofType(json));
  }

  /// Overhead of a resource the machine does not have costs nothing. Huge pages are cut out of
  /// memory, so they lessen it.
  private static Resources allocatable(Resources capacity, JsonNode overhead) {
    var room = capacity;
    for (var part : Json.items(overhead))
      room = room.minus(Json.resources(part).only(capacity.amounts().keySet()));
    for (var amount : capacity.amounts().entrySet())
      if (amount.getKey().startsWith("hugepages-"))
        room =
            room.overriddenBy(
                Resources.of(
                    Resources.MEMORY, Math.max(0, room.get(Resources.MEMORY) - amount.getValue())));
    return room;
  }
}
