package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Remembers what a watch told of some objects. Told from any thread, read from another.
final class WatchLog implements WatchSink {
  private final Set<ObjectKey> ofInterest;
  private final Consumer<ObjectNode> afterwards;
  private final List<String> told = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final List<Long> versions = new ArrayList<>();
  private @Nullable ObjectNode last;
  private boolean isSynced;
  private boolean isInterrupted;

  WatchLog(ObjectKey... ofInterest) {
    this.ofInterest = Set.of(ofInterest);
    this.afterwards = _ -> {};
  }

  /// @param afterwards what this watcher does to the trees it is handed
  WatchLog(ObjectKey ofInterest, Consumer<ObjectNode> afterwards) {
    this.ofInterest = Set.of(ofInterest);
    this.afterwards = afterwards;
  }

  @Override
  public synchronized void changed(Resource resource, ObjectNode object, boolean isReplayed) {
    tell(isReplayed ? "replayed " : "changed ", object);
  }

  @Override
  public synchronized void gone(Resource resource, ObjectNode object) {
    tell("gone ", object);
  }

  @Override
  public synchronized void synced(Resource resource) {
    isSynced = true;
  }

  @Override
  public synchronized void interrupted(Resource resource, String reason) {
    isInterrupted = true;
    isSynced = false;
  }

  private void tell(String verb, ObjectNode object) {
    var key = Trees.key(object);
    if (ofInterest.contains(key)) {
      told.add(verb + key);
      steps.add(object.at("/metadata/annotations/step").asText());
      versions.add(Long.parseLong(Trees.version(object)));
      last = object.deepCopy();
    }
    afterwards.accept(object);
  }

  synchronized List<String> told() {
    return List.copyOf(told);
  }

  synchronized List<String> steps() {
    return List.copyOf(steps);
  }

  synchronized List<Long> versions() {
    return List.copyOf(versions);
  }

  synchronized ObjectNode last() {
    if (last == null) {
      throw new AssertionError("nothing was told");
    }
    return last;
  }

  synchronized boolean isSynced() {
    return isSynced;
  }

  synchronized boolean isInterrupted() {
    return isInterrupted;
  }
}
