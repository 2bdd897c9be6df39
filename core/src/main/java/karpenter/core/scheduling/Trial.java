package karpenter.core.scheduling;

import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a draft or new node would be with one more pod. Scratch, reused.
final class Trial {
  State state = State.IMPOSSIBLE;
  long[] rows = {};
  double price;
  boolean relaxed;
  SortedSet<String> reservations = new TreeSet<>();

  /// The devices the pod would get; only looked at for pods that claim some.
  DeviceTrials.@Nullable Found devices;

  void take(State newState, long[] newRows, double newPrice, boolean isRelaxed) {
    state = newState;
    if (rows.length != newRows.length) rows = newRows.clone();
    else System.arraycopy(newRows, 0, rows, 0, newRows.length);
    price = newPrice;
    relaxed = isRelaxed;
  }
}
