package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// One watch: what it was told, so that after a cut only what differs is told.
///
/// Owned by [InMemoryKube] and used under its lock, except for what the courier runs.
final class Subscription implements Kube.Watch {
  private final Resource resource;
  private final WatchSink sink;
  private final Courier.Line line;
  private final UnaryOperator<ObjectNode> handedOut;
  private final Map<ObjectKey, ObjectNode> told = new HashMap<>();
  private boolean isCut;
  private volatile boolean isClosed;

  /// Grows with every cut; news of an older connection is lost on its way.
  private volatile int connection;

  /// @param handedOut what the sink gets of an object
  Subscription(
      Resource resource, WatchSink sink, Courier.Line line, UnaryOperator<ObjectNode> handedOut) {
    this.resource = resource;
    this.sink = sink;
    this.line = line;
    this.handedOut = handedOut;
  }

  Resource resource() {
    return resource;
  }

  boolean isOf(Resource other) {
    return resource.equals(other);
  }

  boolean isClosed() {
    return isClosed;
  }

  /// Tells what of the told is not there any more, and what is there and was not told.
  ///
  /// @param version of the newest object of any kind
  void replay(Collection<ObjectNode> objects, String version) {
    isCut = false;
    var before = told();
    var gone = new TreeMap<>(before);
    for (var object : objects) {
      gone.computeIfPresent(
          Metas.key(object),
          (_, known) -> Metas.uid(known).equals(Metas.uid(object)) ? null : known);
    }
    gone.values().forEach(this::missing);
    for (var object : objects) {
      var known = before.get(Metas.key(object));
      if (known == null || !Metas.version(known).equals(Metas.version(object))) {
        tell(object, true);
      }
    }
    send(() -> sink.unwatched(resource, version).forEach(lost -> sink.missing(resource, lost)));
    send(() -> sink.synced(resource));
  }

  void changed(ObjectNode object) {
    tell(object, false);
  }

  private void tell(ObjectNode object, boolean isReplayed) {
    send(
        () -> {
          synchronized (told) {
            told.put(Metas.key(object), object);
          }
          sink.changed(resource, handedOut.apply(object), isReplayed);
        });
  }

  void gone(ObjectNode object) {
    send(
        () -> {
          synchronized (told) {
            told.remove(Metas.key(object));
          }
          sink.gone(resource, handedOut.apply(object));
        });
  }

  private void missing(ObjectNode object) {
    send(
        () -> {
          synchronized (told) {
            told.remove(Metas.key(object));
          }
          sink.missing(resource, handedOut.apply(object));
        });
  }

  /// Nothing arrives any more, what is on its way included, until [#replay].
  void cut(String reason) {
    silence();
    isCut = false;
    send(() -> sink.interrupted(resource, reason));
    isCut = true;
  }

  /// As [#cut], and the watcher does not notice.
  void silence() {
    connection = connection + 1;
    isCut = true;
  }

  /// Tells everything anew, after versions were set back.
  void rewind(Collection<ObjectNode> objects, String version) {
    isCut = false;
    send(() -> sink.rewound(resource));
    synchronized (told) {
      // Kept by name, so that what is not there any more is told; no version is the same.
      told.replaceAll((_, known) -> unversioned(known));
    }
    replay(objects, version);
  }

  private static ObjectNode unversioned(ObjectNode object) {
    var draft = Draft.of(object);
    draft.withObjectProperty("metadata").remove("resourceVersion");
    return draft;
  }

  private void send(Runnable news) {
    if (isCut || isClosed) {
      return;
    }
    int sentOn = connection;
    line.send(
        () -> {
          if (!isClosed && sentOn == connection) {
            news.run();
          }
        });
  }

  /// In order: what is told again is told in it.
  private Map<ObjectKey, ObjectNode> told() {
    synchronized (told) {
      return new TreeMap<>(told);
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
