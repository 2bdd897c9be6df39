package karpenter.kube;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import karpenter.api.CutText;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.ResourceVersions;
import karpenter.operator.kube.WatchSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One watch, on a virtual thread of its own:
/// 1. list, and tell what differs from what was told before;
/// 2. watch from the list's version on until the server or the connection ends it;
/// 3. go on from the last version heard of (2), as often as it takes. That misses nothing, so a new
///    list (1) is made only when the server has forgotten the version.
///
/// While (2) cannot be had, the kind is interrupted. Nothing is taken for gone because of an error:
/// only a deletion that the server tells, or a list that holds against a second question, says so.
final class Follower implements Kube.Watch {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  /// A watch that is accepted and ends before it told anything, so often in a row, cannot go on
  /// from its version.
  private static final int MAX_FRUITLESS = 3;

  /// A number in practice; to clients it is a word of the server's own.
  private static final Pattern VERSION = Pattern.compile("[\\w.:-]{1,128}");

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
  private String newest = "";
  private boolean isSynced;
  private boolean wasListed;
  private boolean isSetBack;
  private int failures;
  private int fruitless;
  private String lastReason = "";

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

  boolean isAlive() {
    // One that has not begun yet is not dead.
    return thread.getState() != Thread.State.TERMINATED;
  }

  String kind() {
    return resource.plural();
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

    Expired(String message) {
      super(message);
    }
  }

  private void run() {
    while (!isClosed) {
      try {
        round();
      } catch (Expired expired) {
        version = null;
        lost(String.valueOf(expired.getMessage()));
      } catch (Unreachable unreachable) {
        lost(String.valueOf(unreachable.getMessage()));
      } catch (InterruptedException closed) {
        return;
      } catch (RuntimeException | Error unforeseen) {
        // An error as well: a watch that ends without a word would leave a frozen view behind.
        LOG.atError()
            .setCause(unforeseen)
            .addKeyValue("resource", resource.plural())
            .addKeyValue("error", unforeseen.toString())
            .log("watch failed, beginning again");
        version = null;
        lost(unforeseen.toString());
      }
    }
  }

  /// Tells that changes do not arrive, and waits before the next attempt.
  private void lost(String reason) {
    if (isClosed) {
      return;
    }
    if (followed.from().isPresent()) {
      // Whoever gave us the version has to read a newer one.
      sink.interrupted(resource, reason);
      close();
      return;
    }
    failures++;
    // 1, 2, 4, 8 …: an outage of hours is not a line every five seconds.
    if (Integer.bitCount(failures) == 1) {
      LOG.atWarn()
          .addKeyValue("resource", resource.plural())
          .addKeyValue("attempts", failures)
          .addKeyValue("error", reason)
          .log("watch is interrupted");
    }
    if (isSynced || !reason.equals(lastReason)) {
      isSynced = false;
      lastReason = reason;
      sink.interrupted(resource, reason);
    }
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

  /// Says whether the server serves the kind.
  private boolean list() throws Expired, Unreachable, InterruptedException {
    told.beginList();
    switch (new Lister(http, pauses).list(resource, followed.path(), "", new ListReader())) {
      case Lister.Expired _ -> throw new Expired("the list expired between two pages");
      case Lister.NotFound _ -> {
        if (wasListed || new Discovery(http).serves(resource)) {
          throw new Unreachable(
              "the server answers HTTP 404 for the list of %s, which it serves"
                  .formatted(resource.plural()));
        }
        synced();
        return false;
      }
      case Lister.Listed(var at) -> {
        if (!VERSION.matcher(at).matches()) {
          throw new Unreachable(
              "the list of %s has no version to go on from: \"%s\""
                  .formatted(resource.plural(), CutText.at(at, 40, "…")));
        }
        var missing = new ArrayList<>(told.missing());
        missing.addAll(sink.unwatched(resource, at));
        new MissingObjects(http, resource).confirm(missing);
        missing.forEach(this::tellMissing);
        version = at;
        newest = at;
        isSetBack = false;
        wasListed = true;
        synced();
        return true;
      }
    }
  }

  private final class ListReader implements Lister.Reader {
    @Override
    public void version(String listed) throws Unreachable {
      if (!ResourceVersions.isOlder(listed, newest)) {
        return;
      }
      if (!isSetBack) {
        throw new Unreachable(
            "the list of %s has version %s, older than %s, which was told before"
                .formatted(resource.plural(), listed, newest));
      }
      LOG.atWarn()
          .addKeyValue("resource", resource.plural())
          .addKeyValue("version", listed)
          .addKeyValue("before", newest)
          .log("the server's history was set back, reading everything anew");
      newest = listed;
      told.forgetVersions();
      sink.rewound(resource);
    }

    @Override
    public void object(ObjectNode object) {
      var news = told.listed(object);
      news.gone().ifPresent(Follower.this::tellGone);
      if (news.isNews()) {
        tellChanged(object, true);
      }
    }
  }

  private void follow() throws Expired, Unreachable, InterruptedException {
    boolean hasHeard = false;
    var limits = http.watchLimits();
    try (var answer = http.open(Call.get("watch", resource, watchPath(limits)), limits.silence())) {
      if (answer.code() != 200) {
        throw refused(answer.reply());
      }
      synced();
      var parser = Trees.parser(answer.body());
      while (!isClosed && parser.nextToken() == JsonToken.START_OBJECT) {
        event(Trees.object(parser, ""));
        hasHeard = true;
        failures = 0;
        fruitless = 0;
      }
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (!hasHeard) {
        endedEarly();
        throw new Unreachable("the watch of %s broke off: %s".formatted(resource.plural(), e), e);
      }
    }
    if (!hasHeard) {
      // It ended as soon as it began. That is the server's right, but not for ever.
      endedEarly();
      failures++;
      pauses.sleep(Pauses.backOff(failures));
    }
  }

  private void endedEarly() {
    if (++fruitless >= MAX_FRUITLESS && followed.from().isEmpty()) {
      fruitless = 0;
      version = null;
    }
  }

  private Unreachable refused(Reply reply) throws Expired {
    if (reply.code() == 410) {
      throw new Expired("the server has forgotten the version we were at");
    }
    if (isAheadOfServer(reply.body())) {
      isSetBack = true;
      throw new Expired("the server is behind the version we were at: " + reply.message());
    }
    return reply.unreachable();
  }

  /// How a server says that it never reached the version: its database was restored.
  private static boolean isAheadOfServer(ObjectNode status) {
    return status
        .path("details")
        .path("causes")
        .valueStream()
        .anyMatch(cause -> cause.path("reason").asText().equals("ResourceVersionTooLarge"));
  }

  private String watchPath(TimeLimits.WatchLimits limits) {
    // Random, so that not all watches of all replicas come back in the same second.
    int seconds = ThreadLocalRandom.current().nextInt(limits.leastSeconds(), limits.mostSeconds());
    return "%s?watch=true&allowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%d%s"
        .formatted(followed.path(), version, seconds, followed.selector());
  }

  private void event(ObjectNode event) throws Expired, Unreachable {
    if (!(event.path("object") instanceof ObjectNode object)) {
      throw new Unreachable("a watch event without an object");
    }
    switch (event.path("type").asText()) {
      case "ADDED", "MODIFIED" -> {
        var at = version(object);
        told.changed(object);
        tellChanged(object, false);
        heard(at);
      }
      case "DELETED" -> {
        var at = version(object);
        told.gone(object);
        tellGone(object);
        heard(at);
      }
      case "BOOKMARK" -> heard(version(object));
      case "ERROR" -> {
        if (object.path("code").asInt() == 410) {
          throw new Expired("the server has forgotten the version we were at");
        }
        if (isAheadOfServer(object)) {
          isSetBack = true;
          throw new Expired("the server is behind the version we were at");
        }
        throw new Unreachable("the watch failed: " + object.path("message").asText());
      }
      case String other -> throw new Unreachable("a watch event of type " + other);
    }
  }

  private void heard(String at) {
    version = at;
    newest = at;
  }

  /// Without it there is nothing to go on from: the next watch would begin anywhere, and what was
  /// deleted in between would never be told.
  private static String version(ObjectNode object) throws Unreachable {
    var at = object.path("metadata").path("resourceVersion").asText();
    if (!VERSION.matcher(at).matches()) {
      throw new Unreachable(
          "a watch event without a version to go on from: \"%s\""
              .formatted(CutText.at(at, 40, "…")));
    }
    return at;
  }

  private void tellChanged(ObjectNode object, boolean isReplayed) {
    tell(object, () -> sink.changed(resource, object, isReplayed));
  }

  private void tellGone(ObjectNode object) {
    tell(object, () -> sink.gone(resource, object));
  }

  private void tellMissing(ObjectNode object) {
    told.gone(object);
    tell(object, () -> sink.missing(resource, object));
  }

  /// One object that its reader chokes on must not cost us the others.
  private void tell(ObjectNode object, Runnable news) {
    try {
      news.run();
    } catch (RuntimeException unforeseen) {
      LOG.atError()
          .setCause(unforeseen)
          .addKeyValue("resource", resource.plural())
          .addKeyValue("name", object.path("metadata").path("name").asText())
          .addKeyValue("error", unforeseen.toString())
          .log("change was not understood");
    }
  }

  private void synced() {
    if (isSynced) {
      return;
    }
    if (failures > 0) {
      LOG.atInfo()
          .addKeyValue("resource", resource.plural())
          .addKeyValue("attempts", failures)
          .log("watch goes on");
    }
    isSynced = true;
    lastReason = "";
    sink.synced(resource);
  }
}
