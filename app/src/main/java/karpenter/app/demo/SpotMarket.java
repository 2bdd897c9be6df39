package karpenter.app.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.operator.provider.Notice;
import karpenter.operator.provider.TypesAnswer;

/// The cloud's spot machines: whether any are for sale, and warnings that it takes some back.
final class SpotMarket {
  private final List<Notice> notices = new ArrayList<>();
  private int warnings;
  private boolean isOpen = true;
  private long version;

  void close() {
    isOpen = false;
    version++;
  }

  void open() {
    isOpen = true;
    version++;
  }

  boolean isSold(Offering offering) {
    return isOpen || !isSpot(offering);
  }

  private static boolean isSpot(Offering offering) {
    return offering.requirements().get(Labels.CAPACITY_TYPE).contains(Labels.SPOT);
  }

  /// What the cloud sells, as the market stands. That there is no spot is known at once, as from a
  /// cloud that publishes it.
  TypesAnswer.Types known(TypesAnswer.Types all) {
    var types = isOpen ? all.types() : all.types().stream().map(SpotMarket::withoutSpot).toList();
    return new TypesAnswer.Types(types, all.version() + (version << 32));
  }

  private static InstanceType withoutSpot(InstanceType type) {
    return new InstanceType(
        type.name(),
        type.requirements(),
        type.offerings().stream().map(o -> isSpot(o) ? unavailable(o) : o).toList(),
        type.capacity(),
        type.overhead(),
        type.devices());
  }

  private static Offering unavailable(Offering offering) {
    return new Offering(
        offering.requirements(),
        offering.price(),
        false,
        offering.reservationCapacity(),
        offering.capacityOverride(),
        offering.overheadOverride());
  }

  void warn(String providerId, String message, Instant now) {
    notices.add(
        new Notice(
            "warning-" + ++warnings,
            providerId,
            "SpotInterrupted",
            message,
            now,
            Notice.Response.REPLACE));
  }

  /// Those that nobody has acknowledged.
  List<Notice> notices() {
    return List.copyOf(notices);
  }

  void acknowledge(Notice notice) {
    notices.removeIf(told -> told.id().equals(notice.id()));
  }
}
