package karpenter.kube;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import karpenter.operator.Fence;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// The Kubernetes API as a server speaks it.
///
/// Watches and the lists they begin with have connections of their own, so that neither a flood of
/// events delays a request nor the other way round. Nothing is asked of the server before the first
/// call.
public final class ApiServerKube implements Kube, AutoCloseable {
  private static final String JSON = "application/json";
  private static final int MAX_LIST_ATTEMPTS = 3;

  /// More than webhooks usually take, and twice that is less than the 45 s in which we want to be
  /// back after a connection went silent.
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(22);

  private final Http requests;
  private final Http streams;
  private final Lister lister;
  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();

  /// How we appear, and how much we may ask.
  ///
  /// @param userAgent such as `karpenter/1.14.1`
  /// @param perSecond requests, after `burst` at once
  public record Options(String userAgent, int perSecond, int burst, RequestListener listener) {}

  public ApiServerKube(Connection connection, Options options) {
    this(connection, options, Fence.OPEN);
  }

  /// @param fence asked right before every request, watches included
  public ApiServerKube(Connection connection, Options options, Fence fence) {
    this(connection, options, fence, ANSWER_LIMIT, TimeLimits.STANDARD);
  }

  ApiServerKube(
      Connection connection, Options options, Fence fence, Duration answer, TimeLimits limits) {
    var gate = new RequestGate(options.perSecond(), options.burst(), fence);
    var idleReset = new IdleConnectionReset();
    this.requests = new Http(connection, options, gate, () -> answer, limits, idleReset);
    this.streams = new Http(connection, options, gate, () -> answer, limits, idleReset);
    this.lister = new Lister(streams, Pauses.REAL);
  }

  private ApiServerKube(Http http) {
    this.requests = http;
    this.streams = http;
    this.lister = new Lister(http, Pauses.REAL);
  }

  /// One connection for everything: for a few requests that must be answered soon or not at all.
  ///
  /// @param limit how soon; asked for each request
  static ApiServerKube prompt(
      Connection connection, Options options, Supplier<Duration> limit, TimeLimits limits) {
    var gate = new RequestGate(options.perSecond(), options.burst(), Fence.OPEN);
    return new ApiServerKube(
        new Http(connection, options, gate, limit, limits, new IdleConnectionReset()));
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
    return requests.exchange(Call.get("get", resource, Paths.object(resource, key))).answer();
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace)
      throws Unreachable, InterruptedException {
    return list(resource, Paths.collection(resource, namespace), "");
  }

  @Override
  public List<ObjectNode> podsOn(String node) throws Unreachable, InterruptedException {
    var selector = "fieldSelector=" + Paths.query("spec.nodeName=" + node);
    return list(Resource.PODS, Paths.collection(Resource.PODS, ""), selector);
  }

  private List<ObjectNode> list(Resource resource, String path, String selector)
      throws Unreachable, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      var objects = new Objects();
      switch (lister.list(resource, path, selector, objects)) {
        case Lister.Listed _ -> {
          return objects.all();
        }
        case Lister.NotFound _ -> {
          if (serves(resource)) {
            throw new Unreachable(
                "the server answers HTTP 404 for the list of %s, which it serves"
                    .formatted(resource.plural()));
          }
          return List.of();
        }
        case Lister.Expired _ -> {
          // The pages took longer than the server keeps history: begin again.
          if (attempt == MAX_LIST_ATTEMPTS) {
            throw new Unreachable("the list of " + resource.plural() + " expired again and again");
          }
        }
      }
    }
  }

  /// Collects a list. A page that broke off is read again, so its first objects come twice.
  private static final class Objects implements Lister.Reader {
    private final Map<ObjectKey, ObjectNode> objects = new LinkedHashMap<>();

    @Override
    public void version(String version) {}

    @Override
    public void object(ObjectNode object) {
      var metadata = object.path("metadata");
      objects.put(
          ObjectKey.of(metadata.path("namespace").asText(), metadata.path("name").asText()),
          object);
    }

    List<ObjectNode> all() {
      return List.copyOf(objects.values());
    }
  }

  /// Whether the server serves the kind. Asks what anybody may know, not the definition itself,
  /// which we have no right to read.
  public boolean serves(Resource resource) throws Unreachable, InterruptedException {
    return new Discovery(requests).serves(resource);
  }

  @Override
  public Answer create(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    var namespace = object.path("metadata").path("namespace").asText();
    return send("POST", "create", resource, Paths.collection(resource, namespace), JSON, object)
        .answer();
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch)
      throws Unreachable, InterruptedException {
    var subresource = patch.subresource().orElse("");
    var path = Paths.object(resource, key) + (subresource.isEmpty() ? "" : "/" + subresource);
    var type =
        switch (patch.form()) {
          case MERGE -> "application/merge-patch+json";
          case STRATEGIC -> "application/strategic-merge-patch+json";
        };
    var request = new RequestListener.Request("PATCH", "patch", resource, subresource);
    return requests.exchange(new Call(request, path, body(type, patch.body()))).answer();
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object)
      throws Unreachable, InterruptedException {
    return send("PUT", "update", resource, Paths.object(resource, key), JSON, object).answer();
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable, InterruptedException {
    var reply =
        send(
            "DELETE",
            "delete",
            resource,
            Paths.object(resource, key),
            JSON,
            Bodies.deletion(deletion));
    var answer = reply.answer();
    // For most kinds a deletion that is complete is answered by a `Status` instead of the object.
    return answer instanceof Answer.Done && reply.body().path("kind").asText().equals("Status")
        ? new Answer.Done(Bodies.deleted(resource, key, reply.body()))
        : answer;
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) throws Unreachable, InterruptedException {
    var request = new RequestListener.Request("POST", "create", Resource.PODS, "eviction");
    var path = Paths.object(Resource.PODS, pod) + "/eviction";
    var reply = requests.exchange(new Call(request, path, body(JSON, Bodies.eviction(pod, uid))));
    return Evictions.outcome(reply);
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    return follow(new Follower(Followed.all(resource), sink, streams, Pauses.REAL, followers));
  }

  /// Tells of one object only, from a version on that the caller has read: it takes no list.
  Watch watch(Resource resource, ObjectKey key, String version, WatchSink sink) {
    var followed = Followed.one(resource, key, version);
    return follow(new Follower(followed, sink, streams, Pauses.REAL, followers));
  }

  private Watch follow(Follower follower) {
    followers.add(follower);
    follower.start();
    return follower;
  }

  /// Kinds whose watch has ended although nobody closed it: nothing is told of them any more.
  public List<String> deadWatches() {
    return followers.stream()
        .filter(follower -> !follower.isAlive())
        .map(Follower::kind)
        .sorted()
        .toList();
  }

  /// Ends the watches and cuts the connections.
  @Override
  public void close() {
    followers.forEach(Follower::close);
    streams.close();
    requests.close();
  }

  private Reply send(
      String method, String verb, Resource resource, String path, String type, ObjectNode body)
      throws Unreachable, InterruptedException {
    var request = new RequestListener.Request(method, verb, resource, "");
    return requests.exchange(new Call(request, path, body(type, body)));
  }

  private static Optional<Call.Body> body(String type, ObjectNode tree) {
    return Optional.of(new Call.Body(type, Trees.bytes(tree)));
  }

  /// What is sent and made up along the way.
  private static final class Bodies {
    static ObjectNode deletion(Deletion deletion) {
      var options = JsonNodeFactory.instance.objectNode();
      options.put("apiVersion", "v1").put("kind", "DeleteOptions");
      if (deletion.uid().isPresent() || deletion.version().isPresent()) {
        var preconditions = options.putObject("preconditions");
        deletion.uid().ifPresent(uid -> preconditions.put("uid", uid));
        deletion.version().ifPresent(version -> preconditions.put("resourceVersion", version));
      }
      deletion.graceSeconds().ifPresent(seconds -> options.put("gracePeriodSeconds", seconds));
      return options;
    }

    static ObjectNode eviction(ObjectKey pod, String uid) {
      var eviction = JsonNodeFactory.instance.objectNode();
      eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
      eviction.putObject("metadata").put("name", pod.name()).put("namespace", pod.namespace());
      eviction.putObject("deleteOptions").putObject("preconditions").put("uid", uid);
      return eviction;
    }

    static ObjectNode deleted(Resource resource, ObjectKey key, ObjectNode status) {
      var object = JsonNodeFactory.instance.objectNode();
      object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
      var metadata = object.putObject("metadata").put("name", key.name());
      if (!key.namespace().isEmpty()) {
        metadata.put("namespace", key.namespace());
      }
      metadata.put("uid", status.path("details").path("uid").asText());
      return object;
    }
  }
}
