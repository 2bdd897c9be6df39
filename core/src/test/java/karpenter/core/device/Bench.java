package karpenter.core.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.core.requirement.Requirements;
import karpenter.core.testkit.DeviceScenario;
import karpenter.core.testkit.cases.Keys;
import org.jspecify.annotations.Nullable;

/// Allocates for one pod after the other, as a run does, and tells the names of the devices.
final class Bench {
  final DeviceBoards boards;
  final Ledger ledger;
  Work work = new Work(Work.MAX_STEPS);

  Bench(DeviceScenario scenario) {
    this.boards = new DeviceBoards(scenario.devices());
    this.ledger = boards.ledger();
  }

  record LabelSite(Requirements labels, String nodeName) implements Site {
    @Override
    public @Nullable Site narrowed(Requirements demanded) {
      if (!labels.satisfies(demanded, Keys.WELL_KNOWN)) return null;
      var joined = labels.and(demanded);
      return joined.isContradictory() ? null : new LabelSite(joined, nodeName);
    }
  }

  static LabelSite open() {
    return new LabelSite(Requirements.none(), "");
  }

  static LabelSite node(String name) {
    return new LabelSite(Requirements.none(), name);
  }

  /// Finds devices for shared claims without giving them away.
  Optional<Grant> find(int candidate, Site site, DeviceTemplates brought, String... claims) {
    return find(candidate, site, brought, uses(true, claims));
  }

  private Optional<Grant> find(
      int candidate, Site site, DeviceTemplates brought, List<ClaimUse> uses) {
    var wanted = ledger.wanted(uses, candidate);
    if (wanted == null) return Optional.empty();
    return Optional.ofNullable(
        wanted.within(
            site, s -> ledger.search(wanted, boards.of(brought), candidate, s, work).orElse(null)));
  }

  /// Finds devices and gives them away; the names of the devices, or "none".
  String place(int candidate, Site site, DeviceTemplates brought, String... claims) {
    return place(candidate, site, List.of(brought), true, claims);
  }

  String placeOwn(int candidate, Site site, DeviceTemplates brought, String... claims) {
    return place(candidate, site, List.of(brought), false, claims);
  }

  /// A candidate that may still become one of several types.
  String place(
      int candidate, Site site, List<DeviceTemplates> types, boolean isShared, String... claims) {
    var uses = uses(isShared, claims);
    var wanted = ledger.wanted(uses, candidate);
    if (wanted == null) return "none";
    List<Grant> grants = new ArrayList<>();
    for (var brought : types) find(candidate, site, brought, uses).ifPresent(grants::add);
    if (grants.isEmpty()) return "none";
    ledger.commit(candidate, wanted, grants);
    return names(grants.getFirst());
  }

  void keep(int candidate, DeviceTemplates... types) {
    ledger.keep(candidate, Set.copyOf(List.of(types).stream().map(boards::of).toList()));
  }

  private List<ClaimUse> uses(boolean isShared, String... claims) {
    return List.of(claims).stream()
        .map(id -> new ClaimUse(boards.claim(id).orElseThrow(), isShared))
        .toList();
  }

  static String names(Optional<Grant> grant) {
    return grant.map(Bench::names).orElse("none");
  }

  static String names(Grant grant) {
    return String.join(
        " ",
        grant.claims().stream()
            .flatMap(claim -> claim.devices().stream())
            .map(DeviceId::device)
            .toList());
  }
}
