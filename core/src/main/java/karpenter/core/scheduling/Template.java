package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.requirement.Requirements;

/// A NodePool compiled: its rows numbered from the cheapest, with every question the solver asks of
/// them answered by a bit set.
///
/// Immutable once built; what one solve learns is kept in its [StateSpace].
final class Template {
  static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  static final String RESERVED = "reserved";

  private static final List<String> OFTEN_ASKED = List.of("kubernetes.io/arch", "kubernetes.io/os");

  final NodePool pool;
  final List<Row> rows;

  /// The distinct offering requirements; a *cell* is an index into it.
  final List<Requirements> cells;

  /// Rows on sale in a cell, and the price there (infinite where not on sale).
  final long[][] rowsOfCell;

  final double[][] priceOfCell;

  /// Rows that a pod without requests fits, with their daemons running.
  final long[] roomForDaemons;

  /// Per known resource: what is left for pods after overhead and daemons, and the bare capacity.
  final Threshold[] room;

  final Threshold[] capacity;

  final DaemonGroup[] daemonsOfRow;

  /// Numbers the distinct ones of `daemonsOfRow`: comparing them is slow.
  final int[] daemonsNumber;

  final boolean hasDaemonPorts;
  final boolean hasReserved;
  final boolean oneRowPerType;
  final SortedMap<String, SortedSet<String>> domains;

  /// What the types say of the keys that the pool's requirements, its offerings or most pods with
  /// requirements name: nearly every solve asks for these.
  final Map<String, TypeLabels> labels;

  private Template(
      NodePool pool,
      List<Row> rows,
      List<DaemonGroup> daemons,
      ResourceIndex index,
      Set<String> wellKnown) {
    this.pool = pool;
    this.rows = rows;
    this.daemonsOfRow = daemons.toArray(DaemonGroup[]::new);
    this.daemonsNumber = numbered(daemons);
    this.hasDaemonPorts = daemons.stream().anyMatch(group -> !group.hostPorts().isEmpty());
    this.cells = distinctCells(rows);
    this.rowsOfCell = new long[cells.size()][];
    this.priceOfCell = new double[cells.size()][];
    fillCells();
    this.hasReserved =
        cells.stream()
            .anyMatch(
                cell -> cell.get(CAPACITY_TYPE).contains(RESERVED) && cell.has(CAPACITY_TYPE));
    this.room = new Threshold[index.known()];
    this.capacity = new Threshold[index.known()];
    this.roomForDaemons = Bits.all(rows.size());
    fillThresholds(index);
    this.domains = domainsOf(rows, pool, wellKnown);
    this.labels = labelsOf(keysInUse());
    this.oneRowPerType = rows.stream().map(Row::type).distinct().count() == rows.size();
  }

  /// Nothing if no row of the pool can ever be bought.
  static Optional<Template> compile(
      NodePool pool, List<Daemon> daemons, ResourceIndex index, Set<String> wellKnown) {
    var groups = new HashMap<InstanceType, DaemonGroup>();
    record Offered(Row row, DaemonGroup daemons, double price) {}
    List<Offered> offered = new ArrayList<>();
    for (InstanceType type : pool.types()) {
      if (!type.requirements().intersects(pool.requirements())) continue;
      for (Row row : Row.of(type)) {
        var price =
            row.offerings().stream()
                .filter(o -> pool.requirements().satisfies(o.requirements(), wellKnown))
                .mapToDouble(Offering::price)
                .min();
        if (price.isEmpty() || hasNegative(row)) continue;
        var group = groups.computeIfAbsent(type, t -> DaemonGroup.of(pool, t, daemons, wellKnown));
        if (!group.overhead().fits(row.allocatable())) continue;
        offered.add(new Offered(row, group, price.getAsDouble()));
      }
    }
    // Numbered by price, the first member of a row set is the cheapest node for most requirements.
    offered.sort(
        Comparator.comparingDouble(Offered::price).thenComparing(o -> o.row().type().name()));
    if (offered.isEmpty()) return Optional.empty();
    return Optional.of(
        new Template(
            pool,
            offered.stream().map(Offered::row).toList(),
            offered.stream().map(Offered::daemons).toList(),
            index,
            wellKnown));
  }

  /// The rows none of whose daemons takes one of `ports`.
  long[] rowsWithout(List<HostPort> ports) {
    long[] free = Bits.all(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      if (daemonsOfRow[row].conflictsWith(ports)) Bits.clear(free, row);
    }
    return free;
  }

  private static boolean hasNegative(Row row) {
    return row.allocatable().names().stream().anyMatch(name -> row.allocatable().get(name) < 0);
  }

  private static List<Requirements> distinctCells(List<Row> rows) {
    var seen = new LinkedHashSet<Requirements>();
    for (Row row : rows)
      for (Offering offering : row.offerings()) seen.add(offering.requirements());
    return List.copyOf(seen);
  }

  private void fillCells() {
    Map<Requirements, Integer> ids = new HashMap<>();
    for (int cell = 0; cell < cells.size(); cell++) {
      ids.put(cells.get(cell), cell);
      rowsOfCell[cell] = Bits.none(rows.size());
      priceOfCell[cell] = new double[rows.size()];
      Arrays.fill(priceOfCell[cell], Double.POSITIVE_INFINITY);
    }
    for (int row = 0; row < rows.size(); row++) {
      for (Offering offering : rows.get(row).offerings()) {
        Integer cell = ids.get(offering.requirements());
        if (cell == null) throw new IllegalStateException("an offering without a cell");
        Bits.set(rowsOfCell[cell], row);
        priceOfCell[cell][row] = Math.min(priceOfCell[cell][row], offering.price());
      }
    }
  }

  private static int[] numbered(List<DaemonGroup> daemons) {
    Map<DaemonGroup, Integer> numbers = new HashMap<>();
    int[] found = new int[daemons.size()];
    for (int row = 0; row < found.length; row++) {
      found[row] = numbers.computeIfAbsent(daemons.get(row), _ -> numbers.size());
    }
    return found;
  }

  private Set<String> keysInUse() {
    Set<String> keys = new TreeSet<>(OFTEN_ASKED);
    keys.addAll(pool.requirements().keys());
    for (Requirements cell : cells) keys.addAll(cell.keys());
    return keys;
  }

  private Map<String, TypeLabels> labelsOf(Iterable<String> keys) {
    Map<String, TypeLabels> known = new HashMap<>();
    for (String key : keys) known.put(key, TypeLabels.of(key, rows));
    return known;
  }

  private void fillThresholds(ResourceIndex index) {
    for (int resource = 0; resource < index.known(); resource++) {
      String name = index.name(resource);
      long[] left = new long[rows.size()];
      long[] whole = new long[rows.size()];
      for (int row = 0; row < rows.size(); row++) {
        left[row] = rows.get(row).allocatable().get(name) - daemonsOfRow[row].overhead().get(name);
        whole[row] = rows.get(row).capacity().get(name);
        if (left[row] < 0) Bits.clear(roomForDaemons, row);
      }
      room[resource] = new Threshold(left);
      capacity[resource] = new Threshold(whole);
    }
  }

  private static SortedMap<String, SortedSet<String>> domainsOf(
      List<Row> rows, NodePool pool, Set<String> wellKnown) {
    var domains = new TreeMap<String, SortedSet<String>>();
    var seen = new HashSet<Requirements>();
    for (Row row : rows) {
      for (Offering offering : row.offerings()) {
        if (!pool.requirements().satisfies(offering.requirements(), wellKnown)) continue;
        var joined =
            pool.requirements().and(row.type().requirements()).and(offering.requirements());
        if (!seen.add(joined)) continue;
        for (String key : joined.keys()) {
          joined
              .get(key)
              .finiteValues()
              .ifPresent(
                  values -> domains.computeIfAbsent(key, _ -> new TreeSet<>()).addAll(values));
        }
      }
    }
    return domains;
  }
}
