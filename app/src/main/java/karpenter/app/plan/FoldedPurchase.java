package karpenter.app.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.app.plan.PlanReport.Purchase;
import karpenter.app.terminal.Phrases;

/// Nodes that look alike to a person, shown as one row: same pool, type, price, freedom and
/// workloads.
record FoldedPurchase(Purchase first, String pods, int count) {

  private record Look(
      String pool,
      String type,
      String price,
      String capacity,
      String zones,
      int others,
      String pods) {}

  static List<FoldedPurchase> of(List<Purchase> purchases) {
    Map<Look, FoldedPurchase> rows = new LinkedHashMap<>();
    for (var purchase : purchases) {
      rows.merge(
          look(purchase),
          new FoldedPurchase(purchase, Phrases.pods(purchase.pods()), 1),
          (row, one) ->
              new FoldedPurchase(
                  row.first(), Phrases.workloads(row.first().pods()), row.count() + one.count()));
    }
    return new ArrayList<>(rows.values());
  }

  private static Look look(Purchase purchase) {
    return new Look(
        purchase.pool(),
        purchase.type(),
        Phrases.hourly(purchase.hourly()),
        Wording.capacity(purchase),
        Wording.zones(purchase),
        purchase.otherTypes(),
        Phrases.workloads(purchase.pods()));
  }
}
