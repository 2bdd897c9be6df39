package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What can be bought for a pool under given demands. Claims often demand the same, so answers are
/// kept: the cost of a check grows with distinct demands, not with claims.
final class Market {
  private final Workload workload;
  private final Map<Question, SortedMap<String, Candidate>> answers = new HashMap<>();

  private record Question(String pool, Requirements demands) {}

  Market(Workload workload) {
    this.workload = workload;
  }

  /// Every type of the catalogue, whether it meets the demands or not.
  ///
  /// @param demands on top of the pool's template
  SortedMap<String, Candidate> candidates(Pool pool, Requirements demands) {
    return answers.computeIfAbsent(new Question(pool.name(), demands), _ -> compute(pool, demands));
  }

  private SortedMap<String, Candidate> compute(Pool pool, Requirements demands) {
    var all = pool.template().and(demands);
    var daemonSets =
        workload.daemonSets().stream().filter(set -> set.tolerates(pool.taints())).toList();
    var candidates = new TreeMap<String, Candidate>();
    for (var type : workload.types().values()) {
      var candidate = new Candidate(type, all, offerings(type, all));
      candidates.put(type.name(), candidate.with(daemons(candidate, daemonSets)));
    }
    return candidates;
  }

  private static List<InstanceType.Offering> offerings(InstanceType type, Requirements demands) {
    return type.offerings().stream()
        .filter(InstanceType.Offering::available)
        .filter(offering -> offering.requirements().intersects(demands))
        .sorted(Comparator.comparing(InstanceType.Offering::price))
        .toList();
  }

  /// A daemon comes along when some state of the node's labels suits it: which state the node will
  /// be in is not known yet, and running out of room for a daemon is worse than a little spare.
  private Candidate.Daemons daemons(Candidate candidate, List<DaemonSet> daemonSets) {
    var requests = Resources.NONE;
    var ports = new ArrayList<HostPort>();
    for (var set : daemonSets)
      if (set.selection().alternatives().stream().anyMatch(a -> mayHold(a, candidate))) {
        requests = requests.plus(set.requests());
        ports.addAll(set.ports());
      }
    return new Candidate.Daemons(requests, ports);
  }

  /// A well-known label that nobody has described may have any value.
  boolean mayHold(Requirements demands, Candidate candidate) {
    return demands.byKey().entrySet().stream()
        .allMatch(
            demand -> {
              var key = demand.getKey();
              var undescribed =
                  workload.options().wellKnown().contains(key) && !candidate.defines(key);
              return undescribed || candidate.get(key).intersects(demand.getValue());
            });
  }
}
