package karpenter.operator.gauges;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.core.facts.Condition;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.Events;
import karpenter.operator.gauges.StatusKind.Seen;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Registry;
import karpenter.operator.metrics.Scrape;
import karpenter.operator.metrics.Series;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;

/// The conditions of objects: as they are, when somebody scrapes; their changes, as they happen,
/// with an event for each.
final class StatusMetrics implements Consumer<Change> {
  static final String FINALIZED = "Finalized";

  private final List<Measured<?>> kinds = new ArrayList<>();
  private final StatusFamilies twins = StatusFamilies.twins();
  private final Told twinsTold;
  private final Events events;
  private final InstantSource clock;

  /// One kind with its metrics.
  private record Measured<T>(StatusKind<T> kind, StatusFamilies families, Told told) {
    static <T> Measured<T> of(StatusKind<T> kind, Registry registry) {
      var families = StatusFamilies.of(kind);
      return new Measured<>(kind, families, Told.of(families, registry));
    }

    List<Seen> all(ClusterSnapshot snapshot) {
      return snapshot.all(kind.kind()).stream().map(kind.reading()).toList();
    }

    Optional<Seen> before(Change change) {
      return change.before(kind.kind()).map(kind.reading());
    }

    Optional<Seen> after(Change change) {
      return change.after(kind.kind()).map(kind.reading());
    }

    List<String> labels(Seen seen) {
      return kind.labels().stream().map(key -> seen.labels().getOrDefault(key, "")).toList();
    }
  }

  /// Those told as things happen.
  private record Told(Series transition, Series transitions, Series termination) {
    static Told of(StatusFamilies families, Registry registry) {
      return new Told(
          registry.register(families.transition()),
          registry.register(families.transitions()),
          registry.register(families.termination()));
    }
  }

  StatusMetrics(List<StatusKind<?>> all, Registry registry, Events events, InstantSource clock) {
    this.events = events;
    this.clock = clock;
    this.twinsTold = Told.of(twins, registry);
    all.forEach(kind -> kinds.add(Measured.of(kind, registry)));
  }

  List<Family> families() {
    var all = new ArrayList<>(List.of(twins.count(), twins.current(), twins.terminating()));
    for (var kind : kinds) {
      all.add(kind.families().count());
      all.add(kind.families().current());
      all.add(kind.families().terminating());
    }
    return all;
  }

  void scrape(ClusterSnapshot snapshot, Instant now, Scrape.Points into) {
    for (var kind : kinds) {
      for (var seen : kind.all(snapshot)) {
        put(seen, kind.families(), kind.labels(seen), now, into);
        if (kind.kind().hasTwins()) {
          put(seen, twins, groupAndKind(seen), now, into);
        }
      }
    }
  }

  private static void put(
      Seen seen, StatusFamilies families, List<String> more, Instant now, Scrape.Points into) {
    var object = List.of(seen.about().namespace(), seen.about().name());
    for (var condition : seen.conditions()) {
      var of = List.of(condition.type(), condition.status().text(), condition.reason());
      var labels = labels(object, of, more);
      into.put(families.count(), 1, labels);
      into.put(families.current(), seconds(condition.since(), now), labels);
    }
    seen.deleted()
        .ifPresent(
            at ->
                into.put(
                    families.terminating(), seconds(at, now), labels(object, List.of(), more)));
  }

  @Override
  public void accept(Change change) {
    for (var kind : kinds) {
      if (change.concerns(kind.kind().kind())) {
        measure(kind, change);
        return;
      }
    }
  }

  private void measure(Measured<?> kind, Change change) {
    // What a watch tells as it begins is how things stand, not that they changed.
    if (change.origin() == Change.Origin.REPLAY) {
      return;
    }
    var before = kind.before(change);
    var after = kind.after(change);
    if (after.isEmpty()) {
      before.ifPresent(seen -> ended(kind, seen));
      return;
    }
    var was = before.map(Seen::conditions).orElse(List.of());
    for (var condition : after.get().conditions()) {
      var old = was.stream().filter(c -> c.type().equals(condition.type())).findFirst();
      if (old.map(Condition::status).filter(condition.status()::equals).isEmpty()) {
        changed(kind, after.get(), condition, old);
      }
    }
  }

  private void changed(Measured<?> kind, Seen seen, Condition condition, Optional<Condition> old) {
    var labels = kind.labels(seen);
    count(kind.told(), condition, old, labels);
    if (kind.kind().hasTwins()) {
      count(twinsTold, condition, old, groupAndKind(seen));
    }
    old.ifPresent(
        was ->
            events.tell(
                EventNote.normal(
                        seen.about(),
                        condition.type(),
                        "%s is %s, was %s%s"
                            .formatted(
                                condition.type(),
                                condition.status().text(),
                                was.status().text(),
                                reason(condition)))
                    .dedupedBy(seen.about().uid(), condition.status().text())));
  }

  private static void count(
      Told told, Condition condition, Optional<Condition> old, List<String> labels) {
    var of = List.of(condition.type(), condition.status().text(), condition.reason());
    told.transitions().add(1, labels(of, labels, List.of()));
    old.ifPresent(
        was ->
            told.transition()
                .observe(
                    seconds(was.since(), condition.since()),
                    labels(List.of(was.type(), was.status().text()), labels, List.of())));
  }

  private void ended(Measured<?> kind, Seen seen) {
    var deleted = seen.deleted();
    if (deleted.isEmpty()) {
      return;
    }
    double took = seconds(deleted.get(), clock.instant());
    kind.told().termination().observe(took, kind.labels(seen).toArray(String[]::new));
    if (kind.kind().hasTwins()) {
      twinsTold.termination().observe(took, groupAndKind(seen).toArray(String[]::new));
    }
    events.tell(
        EventNote.normal(
            seen.about(), FINALIZED, "gone, %.0f s after its deletion".formatted(took)));
  }

  private static String reason(Condition condition) {
    var isPlain = condition.reason().isEmpty() || condition.reason().equals(condition.type());
    return isPlain ? "" : ", because " + condition.reason();
  }

  private static List<String> groupAndKind(Seen seen) {
    var apiVersion = seen.about().apiVersion();
    int slash = apiVersion.indexOf('/');
    return List.of(slash < 0 ? "" : apiVersion.substring(0, slash), seen.about().kind());
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toMillis() / 1e3);
  }

  private static String[] labels(List<String> first, List<String> second, List<String> third) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    all.addAll(third);
    return all.toArray(String[]::new);
  }
}
