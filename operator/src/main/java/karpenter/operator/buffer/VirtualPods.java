package karpenter.operator.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;

/// The pods that stand for capacity buffers. They exist only here: they join the pending pods of
/// every pass, nominate no node, and are no pod anybody waits for.
public final class VirtualPods {
  private final SortedMap<ObjectKey, List<PodFacts>> byBuffer = new TreeMap<>();
  private Consumer<Seats> listener = _ -> {};

  /// Where the pods came to be in a provisioning pass, by uid.
  ///
  /// @param seated on nodes that are there or on their way
  /// @param homeless those that need another node, or that none can take
  public record Seats(SortedSet<String> seated, SortedSet<String> homeless) {}

  /// In the order of buffers, and of their numbers within one.
  public synchronized List<PodFacts> pods() {
    var all = new ArrayList<PodFacts>();
    byBuffer.values().forEach(all::addAll);
    return List.copyOf(all);
  }

  /// An empty list: the buffer has none.
  public synchronized void replace(ObjectKey buffer, List<PodFacts> pods) {
    if (pods.isEmpty()) {
      byBuffer.remove(buffer);
    } else {
      byBuffer.put(buffer, List.copyOf(pods));
    }
  }

  /// Told after every pass that had such pods; must return soon.
  public synchronized void onPlanned(Consumer<Seats> told) {
    listener = told;
  }

  /// A pass has planned for them.
  public void planned(Seats seats) {
    Consumer<Seats> told;
    synchronized (this) {
      told = listener;
    }
    told.accept(seats);
  }
}
