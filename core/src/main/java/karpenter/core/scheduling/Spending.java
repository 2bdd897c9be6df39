package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Search.Choice;

/// What a packing has cost so far, and what the pods that still wait cost at best (see [Shares]),
/// beyond what room on opened nodes is worth. Once both together are more than a packing may cost,
/// there is no use in going on. Mutable, owned by one run.
final class Spending {
  /// How many pods are placed between two looks.
  private static final int PODS_PER_LOOK = 32;

  private final Run run;
  private final Batch batch;
  private final double most;
  private double spent;
  private double toCome;
  private int placed;
  private boolean hopeless;

  Spending(Run run, List<Pod> pods, double most) {
    this.run = run;
    this.batch = run.batch;
    this.most = most;
    this.toCome = batch.shares().total(pods);
  }

  void placed(PodClass podClass, Choice where) {
    toCome -= batch.shares().of(podClass);
    spent += where.rise();
    if (where.template() >= 0) {
      spent += batch.catalogue.templates.get(where.template()).pool.nodeCost();
    }
    if (++placed % PODS_PER_LOOK == 0 && spent + toCome > most) {
      hopeless = spent + Math.max(0, toCome - worthOfRoom()) > most;
    }
  }

  boolean isHopeless() {
    return hopeless;
  }

  /// What is left of the opened nodes, as the part of each resource of which least is left.
  private double worthOfRoom() {
    double worth = 0;
    for (Draft draft : run.drafts) {
      Template template = draft.space.template;
      int row = Bits.first(draft.rows);
      double used = 0;
      for (int r = 0; r < template.room.length; r++) {
        if (draft.used[r] > 0) {
          used = Math.max(used, draft.used[r] / (double) template.room[r].amount(row));
        }
      }
      worth += (draft.price + template.pool.nodeCost()) * Math.max(0, 1 - used);
    }
    return worth;
  }
}
