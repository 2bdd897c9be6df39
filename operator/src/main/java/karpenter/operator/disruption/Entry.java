package karpenter.operator.disruption;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.command.Failure;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.operator.state.ClusterSnapshot;

/// A command under way.
///
/// @param dropped claims that could not be marked: the command goes on without them
record Entry(CommandRecord record, Method method, Phase phase, SortedSet<String> dropped) {

  sealed interface Phase {
    /// Its nodes are being marked and its replacements created; nobody else may touch it.
    record Starting() implements Phase {}

    /// @param isNoted the state knows that its nodes are about to go
    record Waiting(boolean isNoted) implements Phase {}

    /// Once begun, nothing stops it.
    record RollingBack(Failure failure) implements Phase {}
  }

  static Entry starting(CommandRecord record, Method method) {
    return new Entry(record, method, new Phase.Starting(), Collections.emptySortedSet());
  }

  /// As a claim tells of it; empty when it tells of none, or of one that nobody here understands.
  static Optional<Entry> on(ClaimFacts claim) {
    return CommandRecord.of(claim.meta())
        .flatMap(
            record ->
                method(record)
                    .map(
                        method ->
                            new Entry(
                                record,
                                method,
                                new Phase.Waiting(false),
                                Collections.emptySortedSet())));
  }

  private static Optional<Method> method(CommandRecord record) {
    for (var method : Method.values()) {
      if (method.name().equals(record.method())) {
        return Optional.of(method);
      }
    }
    return Optional.empty();
  }

  Entry in(Phase next) {
    return new Entry(record, method, next, dropped);
  }

  Entry without(SortedSet<String> unmarked) {
    return new Entry(
        record, method, phase, Collections.unmodifiableSortedSet(new TreeSet<>(unmarked)));
  }

  String id() {
    return record.id();
  }

  String decision() {
    return record.replacements().isEmpty() ? "delete" : "replace";
  }

  /// Whether the claim is part of it and stays for now. A claim of the same name that somebody else
  /// made is not.
  boolean holds(ClaimFacts claim) {
    return !Marks.isLeaving(claim)
        && CommandRecord.of(claim.meta()).filter(r -> r.id().equals(id())).isPresent();
  }

  /// Its claim of this name, as long as it stays.
  Optional<ClaimFacts> claim(String name, ClusterSnapshot snapshot) {
    return snapshot.claim(name).filter(this::holds);
  }

  /// Claims that are to go, whether or not their record can be seen on them yet.
  List<String> going() {
    return record.candidates().stream().filter(name -> !dropped.contains(name)).toList();
  }

  /// Nodes that are still to go.
  List<ClaimFacts> candidates(ClusterSnapshot snapshot) {
    return going().stream().flatMap(name -> claim(name, snapshot).stream()).toList();
  }
}
