package karpenter.operator.state;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// One moment of the cluster. Its parts are shared with the moments before and after it.
final class Snapshot implements ClusterSnapshot {
  private final Slots slots;
  private final Table<?>[] tables;
  private final Indexes indexes;
  private final Notebook notebook;
  private final long version;
  private final boolean isSynced;

  private Snapshot(
      Slots slots,
      Table<?>[] tables,
      Indexes indexes,
      Notebook notebook,
      long version,
      boolean isSynced) {
    this.slots = slots;
    this.tables = tables;
    this.indexes = indexes;
    this.notebook = notebook;
    this.version = version;
    this.isSynced = isSynced;
  }

  static Snapshot empty(Slots slots) {
    var tables = new Table<?>[slots.size()];
    Arrays.setAll(tables, _ -> Table.empty());
    return new Snapshot(slots, tables, Indexes.EMPTY, Notebook.EMPTY, 0, false);
  }

  boolean isWatched(Resource resource) {
    return slots.find(resource) >= 0;
  }

  Optional<Table.Held<Object>> held(Resource resource, ObjectKey key) {
    return table(resource).find(key);
  }

  Snapshot with(Resource resource, ObjectKey key, Table.Held<Object> held) {
    Table<Object> table = table(resource);
    var before = table.find(key).map(Table.Held::value);
    return next(
        replaced(resource, table.with(key, held)),
        indexes.after(key, before, Optional.of(held.value())),
        notebook,
        isSynced);
  }

  Snapshot without(Resource resource, ObjectKey key) {
    Table<Object> table = table(resource);
    var before = table.find(key).map(Table.Held::value);
    return next(
        replaced(resource, table.without(key)),
        indexes.after(key, before, Optional.empty()),
        before.map(notebook::without).orElse(notebook),
        isSynced);
  }

  Snapshot with(Note note) {
    return next(tables, indexes, notebook.with(note), isSynced);
  }

  Snapshot synced() {
    return next(tables, indexes, notebook, true);
  }

  private Snapshot next(
      Table<?>[] nextTables, Indexes nextIndexes, Notebook nextNotebook, boolean nextSynced) {
    return new Snapshot(slots, nextTables, nextIndexes, nextNotebook, version + 1, nextSynced);
  }

  private Table<?>[] replaced(Resource resource, Table<?> table) {
    var copy = tables.clone();
    copy[slot(resource)] = table;
    return copy;
  }

  @SuppressWarnings("unchecked") // only values of the kind's own reader are put into its table
  private <T> Table<T> table(Resource resource) {
    int slot = slots.find(resource);
    return slot < 0 ? Table.empty() : (Table<T>) tables[slot];
  }

  private int slot(Resource resource) {
    int slot = slots.find(resource);
    if (slot < 0) {
      throw new IllegalArgumentException(resource.plural() + " are not watched");
    }
    return slot;
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public boolean isSynced() {
    return isSynced;
  }

  @Override
  public <T> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return held(kind.resource(), key).map(held -> kind.type().cast(held.value()));
  }

  @Override
  public <T> List<T> all(Kind<T> kind) {
    Table<T> table = table(kind.resource());
    return table.all();
  }

  @Override
  public List<PodFacts> podsOn(String nodeName) {
    return indexes.podsOn().of(nodeName);
  }

  @Override
  public Optional<Set<ObjectKey>> differences(Kind<?> kind, ClusterSnapshot before) {
    if (!(before instanceof Snapshot that)) {
      return Optional.empty();
    }
    Table<Object> now = table(kind.resource());
    return Optional.of(now.differences(that.table(kind.resource())));
  }

  @Override
  public Optional<Set<String>> nodesWithOtherPodsThan(ClusterSnapshot before) {
    return before instanceof Snapshot that
        ? Optional.of(indexes.podsOn().differences(that.indexes.podsOn()))
        : Optional.empty();
  }

  @Override
  public List<PodFacts> provisionable() {
    return indexes.provisionable().list();
  }

  @Override
  public List<PodFacts> untold() {
    return indexes.untold().list();
  }

  @Override
  public List<NodeFacts> nodesWithProviderId(String providerId) {
    return indexes.nodesWithProviderId().of(providerId);
  }

  @Override
  public List<ClaimFacts> claimsWithProviderId(String providerId) {
    return indexes.claimsWithProviderId().of(providerId);
  }

  @Override
  public List<ClaimFacts> claimsOfPool(String pool) {
    return indexes.claimsOfPool().of(pool);
  }

  @Override
  public List<ClaimFacts> controlledClaims() {
    return indexes.controlledClaims().list();
  }

  @Override
  public List<NodeFacts> controlledNodes() {
    return indexes.controlledNodes().list();
  }

  @Override
  public Optional<NodeClassFacts> nodeClass(NodeClassRef ref) {
    for (var resource : slots.kinds()) {
      if (resource.kind().equals(ref.kind()) && resource.group().equals(ref.group())) {
        return find(new Kind<>(resource, NodeClassFacts.class), ObjectKey.cluster(ref.name()));
      }
    }
    return Optional.empty();
  }

  @Override
  public Notes notes() {
    return notebook.notes();
  }
}
