package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import karpenter.api.Problem;
import karpenter.core.facts.NodeFacts;
import karpenter.core.wire.Read;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.ResourceVersions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The state of one cluster, fed by watches, echoes and notes.
///
/// It has no thread: whoever brings news applies it, one at a time. An object is read before that,
/// so that news of different kinds waits for each other only as long as a few references take to be
/// replaced. Readers never wait.
public final class WatchedState implements ClusterState {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final Reading reading;
  private final InstantSource clock;
  private final Tombstones tombstones = new Tombstones();
  private final UnwatchedObjects unwatched = new UnwatchedObjects();
  private final SortedMap<String, Quarantined> quarantine = new TreeMap<>();
  private final Map<Resource, Interruption> interruptions = new HashMap<>();
  private final Set<Resource> awaited;

  /// Kinds whose history was set back and whose objects are being told anew, whatever their
  /// version.
  private final Set<Resource> rewinding = new HashSet<>();

  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
  private volatile Snapshot current;

  /// @param watched the kinds that will be told of; news of others is dropped
  public WatchedState(Reading reading, Collection<Resource> watched) {
    this(reading, watched, InstantSource.system());
  }

  /// @param clock dates interruptions
  public WatchedState(Reading reading, Collection<Resource> watched, InstantSource clock) {
    this.reading = reading;
    this.clock = clock;
    this.awaited = new HashSet<>(watched);
    this.current = Snapshot.empty(Slots.of(watched));
  }

  @Override
  public ClusterSnapshot snapshot() {
    return current;
  }

  @Override
  public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
    var origin = isReplayed ? Change.Origin.REPLAY : Change.Origin.WATCH;
    watched(resource, Sighting.of(resource, object).key());
    accept(resource, object, origin);
  }

  private synchronized void watched(Resource resource, ObjectKey key) {
    unwatched.remove(resource, key);
  }

  @Override
  public void echo(Resource resource, ObjectNode object) {
    if (Sighting.isTheEnd(resource, object)) {
      remove(resource, Sighting.of(resource, object), Change.Origin.ECHO, tombstones::bury);
    } else {
      accept(resource, object, Change.Origin.ECHO);
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    var last = Sighting.of(resource, object);
    remove(resource, last, Change.Origin.WATCH, tombstones::bury);
  }

  @Override
  public void missing(Resource resource, ObjectNode object) {
    var last = Sighting.of(resource, object);
    remove(resource, last, Change.Origin.WATCH, tombstones::buryMissing);
  }

  @Override
  public synchronized List<ObjectNode> unwatched(Resource resource, String version) {
    var objects = new ArrayList<ObjectNode>();
    for (var key : unwatched.of(resource)) {
      current
          .held(resource, key)
          .filter(
              held ->
                  rewinding.contains(resource)
                      || !ResourceVersions.isNewer(held.version(), version))
          .ifPresent(held -> objects.add(UnwatchedObjects.identity(resource, key, held)));
    }
    return objects;
  }

  @Override
  public synchronized void rewound(Resource resource) {
    tombstones.forget(resource);
    rewinding.add(resource);
  }

  @Override
  public void echoGone(Resource resource, ObjectKey key, String uid) {
    var known = current.held(resource, key).map(Table.Held::version).orElse("");
    remove(resource, new Sighting(key, uid, known), Change.Origin.ECHO, tombstones::bury);
  }

  private void accept(Resource resource, ObjectNode object, Change.Origin origin) {
    var news = Sighting.of(resource, object);
    if (!isNews(resource, news, origin)) {
      return;
    }
    var read = reading.read(resource, object);
    synchronized (this) {
      // Somebody may have been faster while we read.
      if (!isNews(resource, news, origin)) {
        return;
      }
      switch (read) {
        case Read.Understood<?>(var value) -> {
          release(resource, news.key());
          put(resource, news, value, origin);
        }
        case Read.NotOurs<?> _ -> {
          release(resource, news.key());
          drop(resource, news.key(), origin);
        }
        // What it last was stays: taking an object for gone because we cannot read it would have us
        // delete what belongs to it.
        case Read.Refused<?>(var problems) ->
            quarantine.put(
                name(resource, news.key()),
                new Quarantined(resource, news.key(), news.version(), sentences(problems)));
      }
    }
  }

  private synchronized boolean isNews(Resource resource, Sighting news, Change.Origin origin) {
    boolean isListed = origin == Change.Origin.REPLAY;
    if (!current.isWatched(resource) || tombstones.covers(resource, news, isListed)) {
      return false;
    }
    if (isListed && rewinding.contains(resource)) {
      return true;
    }
    return current
            .held(resource, news.key())
            .map(held -> ResourceVersions.isNewer(news.version(), held.version()))
            .orElse(true)
        && unread(resource, news.key())
            .map(unread -> ResourceVersions.isNewer(news.version(), unread.version()))
            .orElse(true);
  }

  /// Hardly ever is there any, and its name need not be spelt out to find none.
  private Optional<Quarantined> unread(Resource resource, ObjectKey key) {
    return quarantine.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(quarantine.get(name(resource, key)));
  }

  private void release(Resource resource, ObjectKey key) {
    if (!quarantine.isEmpty()) {
      quarantine.remove(name(resource, key));
    }
  }

  private void put(Resource resource, Sighting news, Object value, Change.Origin origin) {
    var before = current.held(resource, news.key());
    if (before.isPresent() && !before.get().uid().equals(news.uid())) {
      // Another object of the same name: the end of the first was not told.
      tombstones.bury(
          resource, new Sighting(news.key(), before.get().uid(), before.get().version()));
      drop(resource, news.key(), origin);
      before = Optional.empty();
    }
    if (before.isEmpty() && origin == Change.Origin.ECHO) {
      unwatched.add(resource, news.key());
    }
    current =
        current.with(resource, news.key(), new Table.Held<>(value, news.uid(), news.version()));
    if (!isHeartbeat(before.map(Table.Held::value), value)) {
      tell(
          new Change(
              kind(resource, value),
              news.key(),
              before.map(Table.Held::value),
              Optional.of(value),
              origin));
    }
  }

  /// A thousand nodes send several a second, and no loop could see what is different.
  private static boolean isHeartbeat(Optional<?> before, Object value) {
    return value instanceof NodeFacts node
        && before.orElse(null) instanceof NodeFacts earlier
        && node.isHeartbeatAfter(earlier);
  }

  private synchronized void remove(
      Resource resource,
      Sighting last,
      Change.Origin origin,
      BiConsumer<Resource, Sighting> burial) {
    if (!current.isWatched(resource)) {
      return;
    }
    var held = current.held(resource, last.key());
    burial.accept(resource, last);
    if (held.isPresent() && isOf(held.get(), last)) {
      release(resource, last.key());
      drop(resource, last.key(), origin);
    } else if (held.isEmpty()) {
      release(resource, last.key());
    }
  }

  /// The end of an object that another of its name has followed is no news of that one.
  private static boolean isOf(Table.Held<?> held, Sighting last) {
    return held.uid().equals(last.uid())
        || last.uid().isEmpty()
        || ResourceVersions.isNewer(last.version(), held.version());
  }

  private void drop(Resource resource, ObjectKey key, Change.Origin origin) {
    var before = current.held(resource, key);
    unwatched.remove(resource, key);
    if (before.isPresent()) {
      current = current.without(resource, key);
      var value = before.get().value();
      tell(new Change(kind(resource, value), key, Optional.of(value), Optional.empty(), origin));
    }
  }

  @Override
  public synchronized void note(Note note) {
    current = current.with(note);
  }

  @Override
  public synchronized void synced(Resource resource) {
    interruptions.remove(resource);
    rewinding.remove(resource);
    if (awaited.remove(resource) && awaited.isEmpty()) {
      current = current.synced();
    }
  }

  @Override
  public synchronized void interrupted(Resource resource, String reason) {
    var since =
        Optional.ofNullable(interruptions.get(resource))
            .map(Interruption::since)
            .orElseGet(clock::instant);
    interruptions.put(resource, new Interruption(since, reason));
  }

  @Override
  public synchronized Optional<Interruption> interruption(Resource resource) {
    return Optional.ofNullable(interruptions.get(resource));
  }

  @Override
  public void subscribe(Consumer<Change> listener) {
    listeners.add(listener);
  }

  @Override
  public synchronized List<Quarantined> quarantine() {
    return List.copyOf(quarantine.values());
  }

  private void tell(Change change) {
    for (var listener : listeners) {
      try {
        listener.accept(change);
      } catch (RuntimeException | Error unforeseen) {
        // The state holds the change; a defect in one listener must not keep it from the others.
        LOG.atError()
            .setCause(unforeseen)
            .addKeyValue("listener", listener.getClass().getSimpleName())
            .addKeyValue("resource", change.kind().resource().plural())
            .addKeyValue("object", change.key().toString())
            .addKeyValue("error", unforeseen.toString())
            .log("a change was not taken up");
      }
    }
  }

  @SuppressWarnings("unchecked") // the class of a value is the class of that value
  private static Kind<?> kind(Resource resource, Object value) {
    return new Kind<>(resource, (Class<Object>) value.getClass());
  }

  private static String name(Resource resource, ObjectKey key) {
    return resource.plural() + "." + resource.group() + " " + key;
  }

  private static String sentences(List<Problem> problems) {
    return problems.stream().map(Problem::sentence).collect(Collectors.joining("; "));
  }
}
