package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// Counts the pods some constraint is about, per domain of a topology key. Mutable, owned by one
/// solve; [#reset] returns to what was there before it.
///
/// With the hostname as key every candidate is its own domain, and the counts are kept per
/// candidate. Otherwise pods on a draft that may still become several domains are *pending* there.
final class CountGroup {
  static final String HOSTNAME = "kubernetes.io/hostname";

  /// Which pods are counted, and on which nodes.
  record Key(
      String topologyKey,
      SortedSet<String> namespaces,
      LabelSelector selector,
      List<Requirements> onlyNodes,
      @Nullable List<Toleration> onlyTolerated) {

    boolean selects(String namespace, SortedMap<String, String> labels) {
      return namespaces.contains(namespace) && selector.matches(labels);
    }
  }

  final Key key;
  final @Nullable KeySpace space;
  final List<Demand> filter;

  private final List<HostLimit> limits = new ArrayList<>();

  /// Per candidate for hostname, per domain otherwise.
  int[] counts;

  private int[] countsAtStart;

  /// Where the count is positive.
  long[] positive;

  private long[] positiveAtStart;

  /// Domains that a pod on an undecided draft may turn out to be in.
  final long[] blocked;

  /// Drafts with pods pending here; never cleared within a run.
  long[] pendingAt = {0};

  /// When its counts last changed for good, in a cluster that is asked many questions.
  long version;

  CountGroup(Key key, @Nullable KeySpace space, List<Demand> filter) {
    this.key = key;
    this.space = space;
    this.filter = filter;
    int size = space == null ? 1 : space.size();
    this.counts = new int[size];
    this.countsAtStart = counts;
    this.positive = Bits.none(Math.max(1, size));
    this.positiveAtStart = positive;
    this.blocked = Bits.none(Math.max(1, size));
  }

  boolean isHostname() {
    return space == null;
  }

  void ensureCandidates(int count) {
    if (space != null || count <= counts.length) return;
    counts = Arrays.copyOf(counts, Math.max(count, counts.length * 2));
    positive = Arrays.copyOf(positive, Bits.words(counts.length));
    for (HostLimit limit : limits) limit.ensureCandidates(counts.length);
  }

  void add(int domain, int pods) {
    if (space == null) ensureCandidates(domain + 1);
    counts[domain] += pods;
    Bits.set(positive, domain);
    for (HostLimit limit : limits) {
      if (counts[domain] > limit.allowed) limit.close(domain);
    }
  }

  /// As if `pods` had never been counted there.
  void take(int domain, int pods) {
    counts[domain] -= pods;
    if (counts[domain] == 0) Bits.clear(positive, domain);
    for (HostLimit limit : limits) {
      if (counts[domain] <= limit.allowed) limit.reopen(domain);
    }
  }

  /// A pod on `candidate` will be in one of `domains`, nobody knows which.
  void suspend(int candidate, long[] domains) {
    Bits.or(blocked, domains);
    if (Bits.words(candidate + 1) > pendingAt.length) {
      pendingAt = Bits.grown(pendingAt, candidate + 1);
    }
    Bits.set(pendingAt, candidate);
  }

  boolean anywhere() {
    return !Bits.isEmpty(positive);
  }

  /// The candidates that have at most `allowed` counted pods, kept up to date from now on.
  HostLimit limit(int allowed) {
    for (HostLimit limit : limits) if (limit.allowed == allowed) return limit;
    var added = new HostLimit(allowed);
    added.ensureCandidates(counts.length);
    for (int candidate = 0; candidate < counts.length; candidate++) {
      if (counts[candidate] > allowed) added.close(candidate);
    }
    limits.add(added);
    return added;
  }

  boolean has(HostLimit limit) {
    return limits.contains(limit);
  }

  /// What is counted now is what every run begins with.
  void freeze() {
    countsAtStart = counts.clone();
    positiveAtStart = positive.clone();
  }

  void reset() {
    counts = countsAtStart.clone();
    positive = positiveAtStart.clone();
    Arrays.fill(blocked, 0);
    Arrays.fill(pendingAt, 0);
    for (HostLimit limit : limits) {
      limit.reset(counts.length);
      for (int candidate = 0; candidate < counts.length; candidate++) {
        if (counts[candidate] > limit.allowed) limit.close(candidate);
      }
    }
  }
}
