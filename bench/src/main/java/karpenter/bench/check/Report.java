package karpenter.bench.check;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the checker found, with the figures it computed by itself.
///
/// @param faults every broken rule, sorted
/// @param price hourly price of the new nodes, each at its cheapest offering, as recomputed here
/// @param cost price, and what every new node costs beside it
/// @param nodes number of new nodes
/// @param preferenceWeight summed weight of preferred affinity terms that hold in the end
/// @param softSpreadsMet `ScheduleAnyway` constraints that hold in the end; they carry no weight
/// @param unplaced pods that the placement gave up on
public record Report(
    List<Fault> faults,
    double price,
    double cost,
    int nodes,
    long preferenceWeight,
    int softSpreadsMet,
    int unplaced) {

  public Report {
    faults = faults.stream().sorted().toList();
  }

  static Report of(Collection<Fault> faults, Figures figures, Placement placement) {
    return new Report(
        List.copyOf(faults),
        figures.price(),
        figures.cost(),
        placement.claims().size(),
        figures.preferences().weight(),
        figures.preferences().softSpreadsMet(),
        placement.unplaced().size());
  }

  record Figures(double price, double cost, Preferences.Met preferences) {}

  public SortedMap<Fault.Code, Integer> faultsByCode() {
    var counts = new TreeMap<Fault.Code, Integer>();
    faults.forEach(fault -> counts.merge(fault.code(), 1, Integer::sum));
    return counts;
  }
}
