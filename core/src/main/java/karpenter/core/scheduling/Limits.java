package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.List;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.resource.Resources;

/// What a pool may still buy. A draft is charged the largest type it may become, and gives back as
/// it narrows. Mutable, owned by one run.
final class Limits {
  private final Template template;

  /// Numbers of the limited resources the catalogue knows, and what remains of each.
  private final int[] resources;

  private final String[] names;

  private final long[] remaining;
  private final boolean limitsNodes;
  private long nodes;

  /// Limited resources the catalogue does not know: they can only be exceeded already.
  private final String[] unknown;

  private final long[] unknownLeft;
  private boolean exceeded;

  Limits(Template template, ResourceIndex index, List<ExistingNode> existing) {
    this.template = template;
    Resources limits = template.pool.limits().orElse(Resources.none());
    this.resources =
        limits.names().stream()
            .mapToInt(index::id)
            .filter(id -> id >= 0 && id < index.known())
            .toArray();
    this.remaining = new long[resources.length];
    for (int i = 0; i < resources.length; i++) remaining[i] = limits.get(index.name(resources[i]));
    this.limitsNodes = limits.has(Resources.NODES);
    this.nodes = limits.get(Resources.NODES);
    this.unknown =
        limits.names().stream()
            .filter(name -> !name.equals(Resources.NODES) && index.id(name) < 0)
            .toArray(String[]::new);
    this.unknownLeft = Arrays.stream(unknown).mapToLong(limits::get).toArray();
    this.names = Arrays.stream(resources).mapToObj(index::name).toArray(String[]::new);
    for (ExistingNode node : existing) if (isOfPool(node)) count(node, 1);
    findExceeded();
  }

  private boolean isOfPool(ExistingNode node) {
    return node.pool().isPresent() && node.pool().get().equals(template.pool.name());
  }

  private void count(ExistingNode node, int times) {
    nodes -= times;
    for (int i = 0; i < names.length; i++) remaining[i] -= times * node.capacity().get(names[i]);
    for (int i = 0; i < unknown.length; i++) {
      unknownLeft[i] -= times * node.capacity().get(unknown[i]);
    }
  }

  private void findExceeded() {
    exceeded = false;
    for (long left : unknownLeft) exceeded |= left < 0;
  }

  /// Supposes that `node` is gone.
  void release(ExistingNode node) {
    if (!isOfPool(node)) return;
    count(node, -1);
    findExceeded();
  }

  /// Whether a node of the pool counts for anything.
  boolean concerns(ExistingNode node) {
    return (names.length > 0 || unknown.length > 0 || limitsNodes) && isOfPool(node);
  }

  /// What remains, to be brought back by [#restore].
  long[] save() {
    long[] saved = Arrays.copyOf(remaining, remaining.length + unknownLeft.length + 1);
    System.arraycopy(unknownLeft, 0, saved, remaining.length, unknownLeft.length);
    saved[saved.length - 1] = nodes;
    return saved;
  }

  void restore(long[] saved) {
    System.arraycopy(saved, 0, remaining, 0, remaining.length);
    System.arraycopy(saved, remaining.length, unknownLeft, 0, unknownLeft.length);
    nodes = saved[saved.length - 1];
    findExceeded();
  }

  boolean isClosed() {
    return exceeded || (limitsNodes && nodes <= 0);
  }

  /// Whether drafts were opened that it had no room for.
  boolean isOverdrawn() {
    for (long left : remaining) if (left < 0) return true;
    return exceeded || (limitsNodes && nodes < 0);
  }

  boolean isUnlimited() {
    return resources.length == 0;
  }

  /// Drops the rows that are larger than what remains; tells whether it dropped any.
  boolean restrict(long[] rows) {
    boolean dropped = false;
    for (int i = 0; i < resources.length; i++) {
      dropped |= dropLarger(rows, template.capacity[resources[i]], remaining[i]);
    }
    return dropped;
  }

  /// Whether the largest row is within what remains, so that [#restrict] would drop nothing.
  boolean isSlack() {
    for (int i = 0; i < resources.length; i++) {
      if (template.capacity[resources[i]].max() > remaining[i]) return false;
    }
    return !isClosed();
  }

  void open(Draft draft) {
    nodes--;
    draft.charge = new long[resources.length];
    recharge(draft);
  }

  void recharge(Draft draft) {
    for (int i = 0; i < resources.length; i++) {
      long largest = template.capacity[resources[i]].largest(draft.rows);
      remaining[i] += draft.charge[i] - largest;
      draft.charge[i] = largest;
    }
  }

  /// Drops the rows that are larger than what would remain if `drafts` gave up their larger rows.
  void restrictSqueezed(long[] rows, List<Draft> drafts, Reservations reservations) {
    long[] potential = remaining.clone();
    for (Draft draft : drafts) {
      int cheapest = draft.cheapestRow(reservations);
      for (int i = 0; i < resources.length; i++) {
        potential[i] += draft.charge[i] - template.capacity[resources[i]].amount(cheapest);
      }
    }
    for (int i = 0; i < resources.length; i++) {
      dropLarger(rows, template.capacity[resources[i]], potential[i]);
    }
  }

  /// Leaves the draft only rows no larger than its cheapest, to make room for others.
  void squeeze(Draft draft, Reservations reservations) {
    int cheapest = draft.cheapestRow(reservations);
    for (int resource : resources) {
      Threshold capacity = template.capacity[resource];
      dropLarger(draft.rows, capacity, capacity.amount(cheapest));
    }
    recharge(draft);
  }

  /// Drops the rows that are larger than the draft's own charge and what remains.
  void restrictFor(Draft draft, long[] rows) {
    for (int i = 0; i < resources.length; i++) {
      dropLarger(rows, template.capacity[resources[i]], remaining[i] + draft.charge[i]);
    }
  }

  private static boolean dropLarger(long[] rows, Threshold capacity, long most) {
    long[] tooLarge = capacity.atLeast(saturatedNext(most));
    boolean dropped = false;
    for (int w = 0; w < rows.length; w++) {
      dropped |= (rows[w] & tooLarge[w]) != 0;
      rows[w] &= ~tooLarge[w];
    }
    return dropped;
  }

  private static long saturatedNext(long amount) {
    return amount == Long.MAX_VALUE ? amount : amount + 1;
  }
}
