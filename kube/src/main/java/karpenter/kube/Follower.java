package karpenter.kube;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One watch, on a virtual thread of its own:
/// 1. list, and tell what differs from what was told before;
/// 2. watch from the list's version on until the server or the connection ends it;
/// 3. go on from the last version heard of (2) if the server takes us back at once. Else that is
///    told, and we list again (1): only after a list do we know that we know everything.
final class Follower implements Kube.Watch {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  /// The server sends a bookmark every minute; a watch without any for so long is dead.
  private static final Duration SILENCE = Duration.ofSeconds(150);

  private static final int LEAST_SECONDS = 300;
  private static final int MOST_SECONDS = 600;

  private final Followed followed;
  private final Resource resource;
  private final WatchSink sink;
  private final Http http;
  private final Pauses pauses;
  private final Set<Follower> register;
  private final Told told;
  private final Thread thread;

  // Only the thread itself touches these.
  private @Nullable String version;
  private boolean isSynced;
  private int failures;

  private volatile boolean isClosed;

  /// @param register what it leaves when it is closed
  Follower(Followed followed, WatchSink sink, Http http, Pauses pauses, Set<Follower> register) {
    this.followed = followed;
    this.resource = followed.resource();
    this.sink = sink;
    this.http = http;
    this.pauses = pauses;
    this.register = register;
    this.told = new Told(resource);
    this.version = followed.from().orElse(null);
    this.thread = Thread.ofVirtual().name("watch-" + resource.plural()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    isClosed = true;
    register.remove(this);
    thread.interrupt();
  }

  /// The version we had is no longer there to go on from.
  private static final class Expired extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private void run() {
    while (!isClosed) {
      try {
        round();
      } catch (Expired expired) {
        // One that forgets every version at once must not be asked all the time.
        startOver("the server has forgotten the version we were at");
      } catch (Unreachable unreachable) {
        startOver(String.valueOf(unreachable.getMessage()));
      } catch (InterruptedException closed) {
        return;
      } catch (RuntimeException unforeseen) {
        LOG.atError()
            .setCause(unforeseen)
            .addKeyValue("resource", resource.plural())
            .addKeyValue("error", unforeseen.toString())
            .log("watch failed, beginning again");
        startOver(unforeseen.toString());
      }
    }
  }

  private void startOver(String reason) {
    if (followed.from().isPresent()) {
      // Whoever gave us the version has to read a newer one.
      sink.interrupted(resource, reason);
      close();
      return;
    }
    version = null;
    interrupted(reason);
    failures++;
    try {
      pauses.sleep(Pauses.backOff(failures));
    } catch (InterruptedException closed) {
      isClosed = true;
    }
  }

  private void round() throws Expired, Unreachable, InterruptedException {
    if (version == null && !list()) {
      pauses.sleep(Pauses.UNKNOWN_KIND);
      return;
    }
    follow();
  }

  /// Says whether the server knows the kind.
  private boolean list() throws Expired, Unreachable, InterruptedException {
    told.beginList();
    var outcome = new Lister(http).list(resource, followed.path(), this::listed);
    switch (outcome) {
      case Lister.Expired _ -> throw new Expired();
      case Lister.UnknownKind _ -> {
        told.missing().forEach(this::tellGone);
        synced();
        return false;
      }
      case Lister.Listed(var at) -> {
        told.missing().forEach(this::tellGone);
        version = at;
        synced();
        return true;
      }
    }
  }

  private void listed(ObjectNode object) {
    var news = told.listed(object);
    news.gone().ifPresent(this::tellGone);
    if (news.isNews()) {
      tellChanged(object, true);
    }
  }

  private void follow() throws Expired, Unreachable, InterruptedException {
    boolean hasHeard = false;
    try (var answer = http.open(Call.get("watch", resource, watchPath()), SILENCE)) {
      switch (answer.code()) {
        case 200 -> {}
        case 410 -> throw new Expired();
        // The kind was removed while we watched: the list will say so.
        case 404 -> throw new Expired();
        default -> throw answer.reply().unreachable();
      }
      synced();
      var parser = Trees.parser(answer.body());
      while (!isClosed && parser.nextToken() == JsonToken.START_OBJECT) {
        event(Trees.object(parser, ""));
        hasHeard = true;
        failures = 0;
      }
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (!hasHeard) {
        throw new Unreachable("the watch of %s broke off: %s".formatted(resource.plural(), e), e);
      }
    }
    if (!hasHeard) {
      // It ended as soon as it began. That is the server's right, but not for ever.
      failures++;
      pauses.sleep(Pauses.backOff(failures));
    }
  }

  private String watchPath() {
    // Random, so that not all watches of all replicas come back in the same second.
    int seconds = ThreadLocalRandom.current().nextInt(LEAST_SECONDS, MOST_SECONDS);
    return "%s?watch=true&allowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%d%s"
        .formatted(followed.path(), version, seconds, followed.selector());
  }

  private void event(ObjectNode event) throws Expired, Unreachable {
    if (!(event.path("object") instanceof ObjectNode object)) {
      throw new Unreachable("a watch event without an object");
    }
    switch (event.path("type").asText()) {
      case "ADDED", "MODIFIED" -> {
        told.changed(object);
        tellChanged(object, false);
        heard(object);
      }
      case "DELETED" -> {
        told.gone(object);
        tellGone(object);
        heard(object);
      }
      case "BOOKMARK" -> heard(object);
      case "ERROR" -> {
        if (object.path("code").asInt() == 410) {
          throw new Expired();
        }
        throw new Unreachable("the watch failed: " + object.path("message").asText());
      }
      case String other -> throw new Unreachable("a watch event of type " + other);
    }
  }

  private void heard(ObjectNode object) {
    version = object.path("metadata").path("resourceVersion").asText();
  }

  private void tellChanged(ObjectNode object, boolean isReplayed) {
    try {
      sink.changed(resource, object, isReplayed);
    } catch (RuntimeException unforeseen) {
      logSink(object, unforeseen);
    }
  }

  private void tellGone(ObjectNode object) {
    try {
      sink.gone(resource, object);
    } catch (RuntimeException unforeseen) {
      logSink(object, unforeseen);
    }
  }

  /// One object that its reader chokes on must not cost us the others.
  private void logSink(ObjectNode object, RuntimeException unforeseen) {
    LOG.atError()
        .setCause(unforeseen)
        .addKeyValue("resource", resource.plural())
        .addKeyValue("name", object.path("metadata").path("name").asText())
        .addKeyValue("error", unforeseen.toString())
        .log("change was not understood");
  }

  private void synced() {
    if (!isSynced) {
      isSynced = true;
      sink.synced(resource);
    }
  }

  private void interrupted(String reason) {
    if (isSynced && !isClosed) {
      isSynced = false;
      sink.interrupted(resource, reason);
    }
  }
}
