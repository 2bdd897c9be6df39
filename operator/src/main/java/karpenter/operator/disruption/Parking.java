package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.disruption.Command;
import karpenter.operator.provisioning.Foresight;

/// Commands that wait to be looked at again before they begin (spec 02 §2.10). Meanwhile others are
/// looked for, as if these were done. Forgotten with the process: nothing has been done yet.
final class Parking {
  /// So long must a decision hold.
  static final Duration QUIET = Duration.ofSeconds(15);

  private List<Parked> parked = List.of();

  record Parked(Command command, Instant due) {}

  void add(Command command, Instant now) {
    var more = new ArrayList<>(parked);
    more.add(new Parked(command, now.plus(QUIET)));
    parked = List.copyOf(more);
  }

  void remove(Parked one) {
    parked = parked.stream().filter(p -> !p.equals(one)).toList();
  }

  /// The oldest that is due.
  Optional<Parked> due(Instant now) {
    return parked.stream().filter(p -> !p.due().isAfter(now)).findFirst();
  }

  Optional<Instant> next() {
    // Asked at every look, and mostly there are none.
    return parked.isEmpty()
        ? Optional.empty()
        : parked.stream().map(Parked::due).min(Instant::compareTo);
  }

  /// Claims by when their command is due; without those of one command.
  SortedMap<String, Instant> nodes(Optional<Parked> except) {
    var nodes = new TreeMap<String, Instant>();
    for (var one : parked) {
      if (!except.equals(Optional.of(one))) {
        one.command().names().forEach(name -> nodes.put(name, one.due()));
      }
    }
    return nodes;
  }

  /// What the commands that were parked before this one, or all, will have done.
  Foresight.Spoken spoken(Optional<Parked> before) {
    var gone = new TreeSet<String>();
    var closed = new TreeSet<String>();
    for (var one : parked) {
      if (before.equals(Optional.of(one))) {
        break;
      }
      // Where replacements come first, the pods will have those; the node takes nobody any more.
      (one.command().replacements().isEmpty() ? gone : closed).addAll(one.command().names());
    }
    return new Foresight.Spoken(gone, closed);
  }

  List<Parked> all() {
    return parked;
  }
}
