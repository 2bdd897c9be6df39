package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Finds the prices that make the pods worth most while no offer is worth more than it costs.
///
/// Steps, each round: ask the program for the best prices under the cuts so far; look through all
/// offers for those worth more than they cost; forbid the worst of each kind; stop when there is
/// none. Prices are then divided by the worst excess left, so what comes out is valid whatever
/// rounding did, and also when the rounds run out. The best of all rounds is kept.
final class DualPrices {
  /// Usually a few dozen suffice. Running out costs strength, not validity.
  static final int MAX_ROUNDS = 400;

  private static final double EXACT_ENOUGH = 1e-10;

  /// A little more than the excess, so that dividing by it cannot round to above the price.
  private static final double ROUNDING = 1 + 1e-12;

  private final Classes classes;
  private final double[] members;
  private final List<Quota> quotas;
  private final List<Aisle> aisles;
  private final List<Offer> standing;
  private final double budget;
  private final int goods;

  private final int[][] unitUnknown;
  private final int[] slotUnknown;
  private final int[] quotaUnknown;
  private int unknowns;

  /// Offers with the same users.
  private record Aisle(long users, List<Offer> offers) {}

  /// Prices found, and what they prove.
  record Found(Tariff tariff, double value) {}

  /// @param members how many pods each exclusive group has
  /// @param standing room there is only once, for nothing
  /// @param budget what the plan costs: the scale of the unknowns
  DualPrices(
      Classes classes,
      double[] members,
      List<Quota> quotas,
      List<Offer> offers,
      List<Offer> standing,
      double budget) {
    this.classes = classes;
    this.members = members;
    this.quotas = quotas;
    this.standing = standing;
    this.budget = budget;
    this.goods = classes.members().getFirst().demand().length;
    Map<Long, List<Offer>> byUsers = new LinkedHashMap<>();
    for (Offer offer : offers) {
      if (offer.price() > 0) {
        byUsers.computeIfAbsent(offer.users(), _ -> new ArrayList<>()).add(offer);
      }
    }
    this.aisles =
        byUsers.entrySet().stream().map(e -> new Aisle(e.getKey(), e.getValue())).toList();
    this.unitUnknown = new int[classes.count()][goods];
    this.slotUnknown = new int[members.length];
    this.quotaUnknown = new int[quotas.size()];
    numberUnknowns(offers);
  }

  /// Only what is sold, and sold for money, can have a price. What some offer gives away is worth
  /// nothing, and a price for what nobody sells would prove anything.
  private void numberUnknowns(List<Offer> offers) {
    for (int c = 0; c < classes.count(); c++) {
      for (int i = 0; i < goods; i++) {
        int good = i;
        long user = 1L << c;
        boolean priced =
            classes.members().get(c).demand()[i] > 0
                && isPriced(offers, o -> (o.users() & user) != 0 && o.room()[good] > 0);
        unitUnknown[c][i] = priced ? unknowns++ : -1;
      }
    }
    for (int e = 0; e < members.length; e++) {
      int group = e;
      slotUnknown[e] = isPriced(offers, o -> o.slots()[group] > 0) ? unknowns++ : -1;
    }
    for (int q = 0; q < quotaUnknown.length; q++) {
      int quota = q;
      boolean priced = quotas.get(q).amount() > 0 && isPriced(offers, o -> o.charges()[quota] > 0);
      quotaUnknown[q] = priced ? unknowns++ : -1;
    }
  }

  private static boolean isPriced(List<Offer> offers, Predicate<Offer> sells) {
    boolean sold = false;
    for (Offer offer : offers) {
      if (!sells.test(offer)) continue;
      if (offer.price() == 0) return false;
      sold = true;
    }
    return sold;
  }

  Found find() {
    double[] gain = new double[unknowns + standing.size()];
    Arrays.fill(gain, 0, unknowns, 1);
    for (int q = 0; q < quotaUnknown.length; q++) {
      if (quotaUnknown[q] >= 0) gain[quotaUnknown[q]] = -1;
    }
    Arrays.fill(gain, unknowns, gain.length, -1);
    var program = new CuttingPlanes(gain);
    var best = new Found(tariff(new double[gain.length]), 0);
    boolean isSound = true;
    for (int round = 0; round < MAX_ROUNDS && isSound; round++) {
      double[] shares = program.solution();
      var tariff = tariff(shares);
      var excess = new Excess(tariff);
      var found = proven(tariff.dividedBy(Math.max(1, excess.worst * ROUNDING)));
      if (found.value > best.value) best = found;
      boolean moved = false;
      for (Offer offer : excess.offers) {
        isSound &= program.cut(cut(offer, tariff, -1), offer.price() / budget);
        moved = true;
      }
      for (int s = 0; s < standing.size(); s++) {
        double absorbed = tariff.worth(standing.get(s)) / budget;
        if (absorbed <= shares[unknowns + s] + EXACT_ENOUGH) continue;
        isSound &= program.cut(cut(standing.get(s), tariff, s), 0);
        moved = true;
      }
      if (!moved) break;
    }
    return best;
  }

  private Found proven(Tariff tariff) {
    double value = 0;
    for (int c = 0; c < classes.count(); c++) {
      double[] demand = classes.members().get(c).demand();
      for (int i = 0; i < goods; i++) value += tariff.unit()[c][i] * demand[i];
    }
    for (int e = 0; e < members.length; e++) value += tariff.slot()[e] * members[e];
    for (int q = 0; q < quotas.size(); q++) value += tariff.quota()[q] * quotas.get(q).amount();
    for (Offer node : standing) value -= tariff.worth(node);
    return new Found(tariff, value);
  }

  /// An unknown is the part of the budget that a class spends on a good.
  private Tariff tariff(double[] shares) {
    double[][] unit = new double[classes.count()][goods];
    for (int c = 0; c < unit.length; c++) {
      for (int i = 0; i < goods; i++) {
        int unknown = unitUnknown[c][i];
        if (unknown >= 0) {
          unit[c][i] = shares[unknown] * budget / classes.members().get(c).demand()[i];
        }
      }
    }
    double[] slot = new double[members.length];
    for (int e = 0; e < slot.length; e++) {
      if (slotUnknown[e] >= 0) slot[e] = shares[slotUnknown[e]] * budget / members[e];
    }
    double[] quota = new double[quotas.size()];
    for (int q = 0; q < quota.length; q++) {
      if (quotaUnknown[q] < 0) continue;
      quota[q] = -shares[quotaUnknown[q]] * budget / quotas.get(q).amount();
    }
    return new Tariff(unit, slot, quota);
  }

  /// "Whoever pays most for each good under `tariff` does not pay more for all of the offer than it
  /// costs", in parts of the budget.
  private double[] cut(Offer offer, Tariff tariff, int absorber) {
    double[] coefficients = new double[unknowns + standing.size()];
    for (int i = 0; i < goods; i++) {
      int payer = payer(offer.users(), i, tariff);
      if (payer < 0) continue;
      coefficients[unitUnknown[payer][i]] =
          offer.room()[i] / classes.members().get(payer).demand()[i];
    }
    for (int e = 0; e < members.length; e++) {
      if (slotUnknown[e] >= 0) coefficients[slotUnknown[e]] = offer.slots()[e] / members[e];
    }
    for (int q = 0; q < quotas.size(); q++) {
      if (quotaUnknown[q] >= 0) {
        coefficients[quotaUnknown[q]] = -offer.charges()[q] / quotas.get(q).amount();
      }
    }
    if (absorber >= 0) coefficients[unknowns + absorber] = -1;
    return coefficients;
  }

  private int payer(long users, int good, Tariff tariff) {
    int payer = -1;
    for (int c = 0; c < classes.count(); c++) {
      if ((users >>> c & 1) == 0 || unitUnknown[c][good] < 0) continue;
      if (payer < 0 || tariff.unit()[c][good] > tariff.unit()[payer][good]) payer = c;
    }
    return payer;
  }

  /// The offers that a tariff overprices most, one of each aisle at most.
  private final class Excess {
    final List<Offer> offers = new ArrayList<>();
    double worst;

    Excess(Tariff tariff) {
      for (Aisle aisle : aisles) {
        double[] highest = tariff.highest(aisle.users());
        Offer found = null;
        double most = 1 + EXACT_ENOUGH;
        for (Offer offer : aisle.offers()) {
          double ratio = tariff.worth(offer, highest) / offer.price();
          worst = Math.max(worst, ratio);
          if (ratio > most) {
            most = ratio;
            found = offer;
          }
        }
        if (found != null) offers.add(found);
      }
    }
  }
}
