package karpenter.operator.runtime;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/// Which keys of one loop wait, run, and are to come back later: the rules of a [WorkQueue] without
/// threads or clock, which its owner supplies. Not safe for several threads.
/// 1. A key is in the line at most once, in the order of arrival.
/// 2. A key that runs is never handed out; if added meanwhile, it joins the line when it ends.
/// 3. A key has at most one later date, the earliest asked for; a plain add does not cancel it.
/// 4. A failure sets a later date: the greater of the key's own doubling wait, what the shared
///    bucket demands, and what the other side asked for. Any other end forgets the failures.
///
/// @param <K> see [Loop]
public final class KeyedQueue<K> {
  /// Retries that may be saved up, in seconds' worth of them.
  private static final int BURST_SECONDS = 10;

  private final Pace pace;
  private final TokenBucket retries;
  private final LinkedHashMap<K, Long> line = new LinkedHashMap<>();
  private final Map<K, Running> running = new HashMap<>();
  private final Map<K, Long> dates = new HashMap<>();
  private final PriorityQueue<Date<K>> agenda = new PriorityQueue<>();
  private final Map<K, Integer> failures = new HashMap<>();
  private long order;

  /// A key that was handed out.
  ///
  /// @param waited nanoseconds in the line
  public record Taken<K>(K key, long waited) {}

  /// A key that runs.
  ///
  /// @param nanos how long
  public record Longest<K>(K key, long nanos) {}

  private record Date<K>(long at, long order, K key) implements Comparable<Date<K>> {
    @Override
    public int compareTo(Date<K> other) {
      // Differences, because the ticker may wrap.
      int byTime = Long.signum(at - other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private static final class Running {
    final long since;
    boolean isWantedAgain;

    Running(long since) {
      this.since = since;
    }
  }

  public KeyedQueue(Pace pace) {
    this.pace = pace;
    this.retries = new TokenBucket(pace.perSecond(), pace.perSecond() * BURST_SECONDS);
  }

  /// Says whether the key was not waiting already.
  public boolean add(K key, long now) {
    var already = running.get(key);
    if (already != null) {
      boolean isNews = !already.isWantedAgain;
      already.isWantedAgain = true;
      return isNews;
    }
    return line.putIfAbsent(key, now) == null;
  }

  public void addAfter(K key, Duration delay, long now) {
    if (delay.isNegative() || delay.isZero()) {
      add(key, now);
      return;
    }
    // Saturates, because "never" is asked for as a very long time.
    long at = now + Math.min(nanos(delay), Long.MAX_VALUE / 4);
    var known = dates.get(key);
    if (known != null && known - at <= 0) {
      return;
    }
    dates.put(key, at);
    agenda.add(new Date<>(at, order++, key));
  }

  /// The next key to run, which runs from now on.
  public Optional<Taken<K>> take(long now) {
    promote(now);
    var first = line.pollFirstEntry();
    if (first == null) {
      return Optional.empty();
    }
    running.put(first.getKey(), new Running(now));
    return Optional.of(new Taken<>(first.getKey(), now - first.getValue()));
  }

  /// The key has run; says whether that counts as a retry.
  ///
  /// @param asked how long the other side wants to be left alone
  public boolean ended(K key, Outcome outcome, Optional<Duration> asked, long now) {
    var ended = running.remove(key);
    if (ended != null && ended.isWantedAgain) {
      add(key, now);
    }
    return switch (outcome) {
      case Outcome.Done _ -> {
        failures.remove(key);
        yield false;
      }
      case Outcome.Again(var after) -> {
        failures.remove(key);
        addAfter(key, after, now);
        yield false;
      }
      case Outcome.Failed _ -> {
        addAfter(key, longest(backOff(key), bucket(now), asked.orElse(Duration.ZERO)), now);
        yield true;
      }
    };
  }

  /// The key in the line, if it is the only one.
  public Optional<K> only(long now) {
    promote(now);
    return line.size() == 1 ? Optional.of(line.firstEntry().getKey()) : Optional.empty();
  }

  public int depth() {
    return line.size();
  }

  public int running() {
    return running.size();
  }

  public boolean isEmpty(long now) {
    promote(now);
    return line.isEmpty();
  }

  /// When the next later date falls due.
  public OptionalLong nextDate() {
    dropForgotten();
    var next = agenda.peek();
    return next == null ? OptionalLong.empty() : OptionalLong.of(next.at());
  }

  /// Nanoseconds that the running keys have run, added up.
  public long unfinished(long now) {
    return running.values().stream().mapToLong(run -> now - run.since).sum();
  }

  /// The key that has run longest.
  public Optional<Longest<K>> longestRunning(long now) {
    return running.entrySet().stream()
        .map(run -> new Longest<>(run.getKey(), now - run.getValue().since))
        .max(Comparator.comparingLong(Longest::nanos));
  }

  private void promote(long now) {
    for (var next = agenda.peek(); next != null && next.at() - now <= 0; next = agenda.peek()) {
      agenda.remove();
      if (dates.remove(next.key(), next.at())) {
        add(next.key(), now);
      }
    }
  }

  private void dropForgotten() {
    for (var next = agenda.peek(); next != null; next = agenda.peek()) {
      var date = dates.get(next.key());
      if (date != null && date == next.at()) {
        return;
      }
      agenda.remove();
    }
  }

  private Duration backOff(K key) {
    int before = failures.merge(key, 1, Integer::sum) - 1;
    long first = pace.firstBackOff().toNanos();
    long most = pace.maxBackOff().toNanos();
    // 2^62 nanoseconds are a century; further doubling would overflow.
    boolean isPastMost = before >= Long.numberOfLeadingZeros(Math.max(1, first)) - 1;
    return Duration.ofNanos(isPastMost ? most : Math.min(first << before, most));
  }

  private Duration bucket(long now) {
    return Duration.ofNanos(retries.reserve(now));
  }

  private static Duration longest(Duration... durations) {
    var longest = Duration.ZERO;
    for (var duration : durations) {
      longest = duration.compareTo(longest) > 0 ? duration : longest;
    }
    return longest;
  }

  private static long nanos(Duration delay) {
    return delay.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE / 4 : delay.toNanos();
  }
}
