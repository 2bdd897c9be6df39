package karpenter.bench.check;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// One instance type as a possible node of one pool, under the demands of one claim.
///
/// Not a record: it remembers what it was asked, since many claims share it. Used by one thread.
final class Candidate implements Requirements.Labels {
  private final InstanceType type;
  private final Requirements demands;
  private final List<InstanceType.Offering> offerings;
  private final boolean compatible;
  private final Map<String, LabelValues> answers = new HashMap<>();
  private Daemons daemons = Daemons.NONE;
  private Resources room;

  /// What comes along with the node.
  record Daemons(Resources requests, List<HostPort> ports) {
    static final Daemons NONE = new Daemons(Resources.NONE, List.of());
  }

  /// @param offerings those that are available and meet the demands, cheapest first
  Candidate(InstanceType type, Requirements demands, List<InstanceType.Offering> offerings) {
    this.type = type;
    this.demands = demands;
    this.offerings = offerings;
    this.compatible = type.requirements().intersects(demands);
    this.room = type.allocatable();
  }

  /// Which daemons come along depends on the labels, so they are told last.
  Candidate with(Daemons all) {
    this.daemons = all;
    this.room = type.allocatable().minus(all.requests());
    return this;
  }

  InstanceType type() {
    return type;
  }

  String name() {
    return type.name();
  }

  boolean isCompatible() {
    return compatible;
  }

  boolean isOffered() {
    return !offerings.isEmpty();
  }

  /// Those that are available and meet the demands, cheapest first.
  List<InstanceType.Offering> offerings() {
    return offerings;
  }

  double price() {
    return isOffered() ? offerings.getFirst().price() : Double.POSITIVE_INFINITY;
  }

  /// What pods may use: allocatable less the daemons.
  Resources room() {
    return room;
  }

  boolean clashesWith(Collection<HostPort> ports) {
    return ports.stream().anyMatch(port -> daemons.ports().stream().anyMatch(port::conflictsWith));
  }

  boolean defines(String key) {
    return demands.find(key).isPresent() || type.requirements().find(key).isPresent();
  }

  @Override
  public LabelValues get(String key) {
    return answers.computeIfAbsent(key, this::compute);
  }

  private LabelValues compute(String key) {
    var demanded = demands.find(key);
    var typical = type.requirements().find(key);
    if (demanded.isEmpty() && typical.isEmpty())
      return offered(key) ? offeredValues(key) : LabelValues.ABSENT;
    var values =
        demanded.isPresent() && typical.isPresent()
            ? demanded.get().and(typical.get())
            : demanded.or(() -> typical).orElseThrow();
    return offered(key) ? values.and(offeredValues(key)) : values;
  }

  private boolean offered(String key) {
    return isOffered()
        && offerings.stream()
            .allMatch(
                offering ->
                    offering.requirements().find(key).filter(v -> !v.complement()).isPresent());
  }

  /// Only the offerings that can still be bought decide, say, which zones are open.
  private LabelValues offeredValues(String key) {
    SortedSet<String> values = new TreeSet<>();
    var absent = false;
    for (var offering : offerings) {
      var own = offering.requirements().find(key).orElseThrow();
      values.addAll(own.values());
      absent |= own.absent();
    }
    return new LabelValues(absent, false, values, Optional.empty());
  }
}
