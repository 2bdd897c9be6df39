package karpenter.core.facts;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The conditions of an object whose readiness depends on some of them (spec 02 §0.3).
///
/// Laws: setting a condition to what it is changes nothing; the time of a condition moves only with
/// its status; after every change `Ready` is what its dependents make of it. Times are whole
/// seconds, as the API stores them, so that what we wrote equals what we read back.
public final class Conditions {
  public static final String READY = "Ready";
  private static final String AWAITING = "AwaitingReconciliation";
  private static final String UNHEALTHY = "UnhealthyDependents";
  private static final String RECONCILING = "ReconcilingDependents";

  /// Of whom the conditions speak: what they depend on, and when.
  ///
  /// @param generation of the object's spec
  /// @param created dependents nobody has spoken of count from here
  public record Subject(
      List<String> dependents, long generation, Instant created, boolean isDeleting) {}

  private final List<Condition> list;

  private Conditions(List<Condition> list) {
    this.list = List.copyOf(list);
  }

  /// As they are stored; nothing is filled in.
  public static Conditions stored(List<Condition> list) {
    return new Conditions(list);
  }

  public List<Condition> list() {
    return list;
  }

  /// Asked of every node again and again, hence no stream.
  public Optional<Condition> find(String type) {
    for (var condition : list) {
      if (condition.type().equals(type)) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  public boolean isTrue(String type) {
    return find(type).map(Condition::isTrue).orElse(false);
  }

  public boolean isFalse(String type) {
    return find(type).map(c -> c.status() == Condition.Status.FALSE).orElse(false);
  }

  /// Nobody said true or false, or nobody said anything.
  public boolean isUnknown(String type) {
    return find(type).map(c -> c.status() == Condition.Status.UNKNOWN).orElse(true);
  }

  /// With every dependent and the root present.
  public Conditions initialized(Subject subject) {
    if (isInitialized(subject)) {
      return this;
    }
    var all = new ArrayList<>(list);
    for (var type : subject.dependents()) {
      if (find(type).isEmpty()) {
        all.add(
            new Condition(
                type,
                Condition.Status.UNKNOWN,
                AWAITING,
                "object is awaiting reconciliation",
                subject.created(),
                subject.generation()));
      }
    }
    var filled = new Conditions(all);
    return find(READY).isPresent() ? filled : filled.withRoot(subject, subject.created());
  }

  private boolean isInitialized(Subject subject) {
    for (var type : subject.dependents()) {
      if (find(type).isEmpty()) {
        return false;
      }
    }
    return find(READY).isPresent();
  }

  /// The condition as it is, observed at the object's present generation. Without it a condition
  /// that was settled before the spec changed would keep the object from being ready.
  public Conditions restamped(String type, Subject subject, Instant now) {
    return find(type)
        .map(c -> set(type, c.status(), c.reason(), c.message(), subject, now))
        .orElse(this);
  }

  public Conditions setTrue(String type, Subject subject, Instant now) {
    return set(type, Condition.Status.TRUE, type, "", subject, now);
  }

  public Conditions set(
      String type,
      Condition.Status status,
      String reason,
      String message,
      Subject subject,
      Instant now) {
    var second = now.truncatedTo(ChronoUnit.SECONDS);
    var before = initialized(subject);
    var old = before.find(type);
    var since =
        old.filter(condition -> condition.status() == status).map(Condition::since).orElse(second);
    var changed = new Condition(type, status, reason, message, since, subject.generation());
    if (old.isPresent() && old.get().equals(changed)) {
      return before;
    }
    var all = new ArrayList<Condition>();
    for (var condition : before.list) {
      if (condition.type().equals(type)) {
        continue;
      }
      // While an object goes, one condition's news must not make the others look stale.
      all.add(subject.isDeleting() ? observed(condition, subject.generation()) : condition);
    }
    all.add(changed);
    return new Conditions(all).withRoot(subject, second).sorted();
  }

  /// Without the condition; a dependent cannot be cleared. What is left is stored by type, as
  /// upstream does after clearing.
  public Conditions clear(String type, Subject subject) {
    if (subject.dependents().contains(type) || find(type).isEmpty()) {
      return this;
    }
    return new Conditions(
        list.stream()
            .filter(c -> !c.type().equals(type))
            .sorted(Comparator.comparing(Condition::type))
            .toList());
  }

  private static Condition observed(Condition condition, long generation) {
    return new Condition(
        condition.type(),
        condition.status(),
        condition.reason(),
        condition.message(),
        condition.since(),
        generation);
  }

  private Conditions withRoot(Subject subject, Instant now) {
    var unhealthy =
        subject.dependents().stream()
            .map(this::find)
            .flatMap(Optional::stream)
            .filter(c -> !c.isTrue() || c.observedGeneration() != subject.generation())
            .sorted(Comparator.comparing(Condition::since).reversed())
            .toList();
    var message =
        unhealthy.stream()
            .map(c -> c.type() + "=" + c.status().text())
            .collect(Collectors.joining(", "));
    var failed =
        unhealthy.stream()
            .anyMatch(
                c ->
                    c.status() == Condition.Status.FALSE
                        && c.observedGeneration() == subject.generation());
    Condition.Status status;
    String reason;
    if (unhealthy.isEmpty()) {
      status = Condition.Status.TRUE;
      reason = READY;
    } else if (failed) {
      status = Condition.Status.FALSE;
      reason = UNHEALTHY;
    } else {
      status = Condition.Status.UNKNOWN;
      reason = RECONCILING;
    }
    var old = find(READY);
    var since = old.filter(c -> c.status() == status).map(Condition::since).orElse(now);
    var root = new Condition(READY, status, reason, message, since, subject.generation());
    var all = new ArrayList<>(list.stream().filter(c -> !c.type().equals(READY)).toList());
    all.add(root);
    return new Conditions(all);
  }

  /// By time, the root last, as upstream stores them.
  private Conditions sorted() {
    var order =
        Comparator.comparing((Condition c) -> c.type().equals(READY))
            .thenComparing(Condition::since)
            .thenComparing(Condition::type);
    return new Conditions(list.stream().sorted(order).toList());
  }

  @Override
  public boolean equals(@org.jspecify.annotations.Nullable Object other) {
    return other instanceof Conditions that && list.equals(that.list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
