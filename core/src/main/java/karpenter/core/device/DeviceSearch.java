package karpenter.core.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import karpenter.core.device.DeviceRequest.Alternative;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// Finds devices for claims on one board of one candidate: depth first over claims, requests, their
/// alternatives and devices, published devices before those the node will bring; the first solution
/// is taken. Used once.
final class DeviceSearch {
  private final List<DeviceClaim> claims;
  private final TemplateBoard board;
  private final List<Offer> offers = new ArrayList<>();
  private final List<Reach> faulty;
  private final Ledger.View purse;
  private final Work work;

  private Site site;
  private final List<Chosen> chosen = new ArrayList<>();
  private final List<Offer> skipped = new ArrayList<>();
  private final Map<Integer, BigDecimal> spent = new HashMap<>();
  private final Map<Integer, BigDecimal> spentOfTemplate = new HashMap<>();
  private int wantingAll;

  /// A device in the solution that is being built.
  private record Chosen(
      int claim,
      DeviceRequest request,
      Alternative alternative,
      Offer offer,
      Draw draw,
      Requirements need) {}

  DeviceSearch(
      List<DeviceClaim> claims, TemplateBoard board, Ledger.View purse, Site site, Work work) {
    this.claims = claims;
    this.board = board;
    this.purse = purse;
    this.site = site;
    this.work = work;
    this.faulty = purse.cluster().faulty();
    offers.addAll(purse.cluster().offersFor(site.nodeName()));
    offers.addAll(board.offers);
  }

  /// Nothing when there is no solution, or the work is spent.
  Optional<Grant> run() {
    return claim(0) ? Optional.of(grant()) : Optional.empty();
  }

  private boolean claim(int at) {
    return at == claims.size() ? isSound() : request(at, 0);
  }

  private boolean request(int claim, int at) {
    var requests = claims.get(claim).requests();
    if (at == requests.size()) return claim(claim + 1);
    var request = requests.get(at);
    for (Alternative wanted : request.alternatives()) {
      BooleanSupplier rest = () -> request(claim, at + 1);
      boolean found =
          switch (wanted.amount()) {
            case Amount.Count(int devices) ->
                count(new Slot(claim, request, wanted), devices, 0, rest);
            case Amount.All() -> all(new Slot(claim, request, wanted), rest);
          };
      if (found) return true;
      if (work.isSpent()) return false;
    }
    return false;
  }

  /// What a device is wanted for.
  private record Slot(int claim, DeviceRequest request, Alternative wanted) {}

  /// Devices of one request are interchangeable, so they are only tried in the order of the list.
  private boolean count(Slot slot, int missing, int from, BooleanSupplier rest) {
    if (missing == 0) return rest.getAsBoolean();
    if (devicesOf(slot.claim()) + missing > DeviceClaim.MAX_DEVICES) return false;
    for (int i = from; i < offers.size(); i++) {
      Offer offer = offers.get(i);
      int next = offer.device.allowsMultiple() ? i : i + 1;
      if (take(offer, slot, () -> count(slot, missing - 1, next, rest))) return true;
      if (work.isSpent()) return false;
    }
    return false;
  }

  private boolean all(Slot slot, BooleanSupplier rest) {
    if (board.isFaulty || faulty.stream().anyMatch(this::isCertain)) return false;
    wantingAll++;
    boolean found = allFrom(slot, 0, 0, rest);
    if (!found) wantingAll--;
    return found;
  }

  /// A device that only some of the nodes the site may become can use is passed over where it
  /// cannot be had; [#isSound] then makes sure that the site has become one of the others.
  private boolean allFrom(Slot slot, int from, int taken, BooleanSupplier rest) {
    for (int i = from; i < offers.size(); i++) {
      Offer offer = offers.get(i);
      if (offer.kind < 0 || !slot.wanted().kinds().get(offer.kind) || !isVisible(offer.reach)) {
        continue;
      }
      int next = i + 1;
      if (take(offer, slot, () -> allFrom(slot, next, taken + 1, rest))) return true;
      if (work.isSpent() || isCertain(offer.reach)) return false;
      skipped.add(offer);
      if (allFrom(slot, next, taken, rest)) return true;
      skipped.removeLast();
      return false;
    }
    return taken > 0 && rest.getAsBoolean();
  }

  /// Every request for all devices has got all the final node can use.
  private boolean isSound() {
    for (Offer offer : skipped) if (isVisible(offer.reach)) return false;
    return wantingAll == 0 || faulty.stream().noneMatch(this::isVisible);
  }

  private boolean isCertain(Reach reach) {
    return switch (reach) {
      case Reach.Everywhere() -> true;
      case Reach.OnNode(var node) -> node.equals(site.nodeName());
      case Reach.Where _ -> false;
    };
  }

  private boolean isVisible(Reach reach) {
    return switch (reach) {
      case Reach.Everywhere() -> true;
      case Reach.OnNode(var node) -> node.equals(site.nodeName());
      case Reach.Where(var alternatives) ->
          alternatives.stream().anyMatch(alternative -> site.narrowed(alternative) != null);
    };
  }

  private boolean take(Offer offer, Slot slot, BooleanSupplier rest) {
    if (!work.spend()) return false;
    var draw = offer.draw(slot.wanted());
    if (draw.isEmpty()
        || devicesOf(slot.claim()) >= DeviceClaim.MAX_DEVICES
        || !isAffordable(offer, draw.get())
        || !attributesMatch(offer, slot)) {
      return false;
    }
    return switch (offer.reach) {
      case Reach.Everywhere() -> settle(offer, slot, draw.get(), Requirements.none(), site, rest);
      case Reach.OnNode(var node) ->
          node.equals(site.nodeName())
              && settle(offer, slot, draw.get(), Requirements.none(), site, rest);
      case Reach.Where(var alternatives) -> {
        for (Requirements need : alternatives) {
          Site narrowed = site.narrowed(need);
          if (narrowed != null && settle(offer, slot, draw.get(), need, narrowed, rest)) {
            yield true;
          }
        }
        yield false;
      }
    };
  }

  private boolean settle(
      Offer offer, Slot slot, Draw draw, Requirements need, Site narrowed, BooleanSupplier rest) {
    Site before = site;
    site = narrowed;
    chosen.add(new Chosen(slot.claim(), slot.request(), slot.wanted(), offer, draw, need));
    var tab = tab(offer);
    for (Draw.Part part : draw.parts()) tab.merge(part.budget(), part.amount(), BigDecimal::add);
    if (rest.getAsBoolean()) return true;
    for (Draw.Part part : draw.parts()) {
      tab.merge(part.budget(), part.amount().negate(), BigDecimal::add);
    }
    chosen.removeLast();
    site = before;
    return false;
  }

  private Map<Integer, BigDecimal> tab(Offer offer) {
    return offer.isTemplate ? spentOfTemplate : spent;
  }

  private boolean isAffordable(Offer offer, Draw draw) {
    var tab = tab(offer);
    for (Draw.Part part : draw.parts()) {
      var left = offer.isTemplate ? purse.leftOfTemplate(part.budget()) : purse.left(part.budget());
      var wanted = tab.getOrDefault(part.budget(), BigDecimal.ZERO).add(part.amount());
      if (wanted.compareTo(left) > 0) return false;
    }
    return true;
  }

  private int devicesOf(int claim) {
    int count = 0;
    for (Chosen one : chosen) if (one.claim() == claim) count++;
    return count;
  }

  private boolean attributesMatch(Offer offer, Slot slot) {
    for (MatchAttribute constraint : claims.get(slot.claim()).constraints()) {
      if (constraint.concerns(slot.request(), slot.wanted())
          && !matches(constraint, firstConcerned(constraint, slot.claim()), offer)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Offer firstConcerned(MatchAttribute constraint, int claim) {
    for (Chosen one : chosen) {
      if (one.claim() == claim && constraint.concerns(one.request(), one.alternative())) {
        return one.offer();
      }
    }
    return null;
  }

  /// Known values are compared with known values, and bindings with bindings; what is known of one
  /// device and bound for another says nothing about the two.
  private boolean matches(MatchAttribute constraint, @Nullable Offer first, Offer offer) {
    var attribute = constraint.attribute();
    var value = offer.device.attributes().get(attribute);
    if (first == null) return value != null || board.isBound(attribute, offer);
    var wanted = first.device.attributes().get(attribute);
    return wanted == null
        ? value == null && board.areBound(attribute, first, offer)
        : wanted.equals(value);
  }

  private Grant grant() {
    var granted = new ArrayList<Grant.ForClaim>();
    for (int at = 0; at < claims.size(); at++) {
      int claim = at;
      var mine = chosen.stream().filter(one -> one.claim() == claim).toList();
      Requirements needs = Requirements.none();
      for (Chosen one : mine) needs = needs.and(one.need());
      granted.add(
          new Grant.ForClaim(
              claims.get(claim),
              mine.stream().map(one -> new Grant.Piece(one.offer(), one.draw())).toList(),
              needs));
    }
    return new Grant(board, site, granted);
  }
}
