package karpenter.simulator.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Json;
import karpenter.api.Problem;
import karpenter.core.resource.Quantity;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Our own form: a JSON object a line, each with `at` and `event`. Described field by field in
/// docs/commands/simulate.md; a field that nobody reads is a mistake and reported.
final class JsonTrace {
  private static final int MAX_COUNT = 100_000;
  private static final Map<String, Set<String>> FIELDS =
      new TreeMap<>(
          Map.of(
              "pod",
              Set.of(
                  "name",
                  "namespace",
                  "count",
                  "cpu",
                  "memory",
                  "requests",
                  "labels",
                  "lifetime",
                  "spec"),
              "remove",
              Set.of("pod"),
              "create",
              Set.of("object"),
              "scale",
              Set.of("workload", "replicas"),
              "kill",
              Set.of("nodes", "labels"),
              "fail",
              Set.of("perThousand", "for"),
              "sold-out",
              Set.of("labels", "for"),
              "restart",
              Set.of(),
              "end",
              Set.of()));

  private final List<String> lines;
  private final TraceReader.Notes notes = new TraceReader.Notes();
  private Duration end = Duration.ZERO;
  private int line;
  private int unnamed;

  JsonTrace(List<String> lines) {
    this.lines = lines;
  }

  TraceRead read(String title) {
    for (line = 1; line <= lines.size(); line++) {
      var text = lines.get(line - 1);
      if (!TraceReader.isPassedOver(text)) {
        tree(text).ifPresent(this::event);
      }
    }
    return notes.read(title, end);
  }

  private Optional<ObjectNode> tree(String text) {
    try {
      if (Json.JSON.readTree(text) instanceof ObjectNode object) {
        return Optional.of(object);
      }
      wrong("", "something that is no JSON object", "{\"at\": …, \"event\": …}");
    } catch (JsonProcessingException e) {
      wrong("", e.getOriginalMessage(), "one JSON object on one line");
    }
    return Optional.empty();
  }

  private void event(ObjectNode tree) {
    int before = notes.problems.size();
    var name = tree.path("event").asText();
    var known = FIELDS.get(name);
    if (known == null) {
      wrong(
          "event",
          tree.has("event") ? '"' + name + '"' : "nothing",
          "one of " + String.join(", ", FIELDS.keySet()));
      return;
    }
    for (var field : tree.properties()) {
      var key = field.getKey();
      if (!key.equals("at") && !key.equals("event") && !known.contains(key)) {
        wrong(key, "a field of that name", "of " + name + " only " + new TreeSet<>(known));
      }
    }
    var at = time(tree, "at").orElse(Duration.ZERO);
    var events = events(name, at, tree);
    if (notes.problems.size() == before) {
      notes.events.addAll(events);
    }
  }

  private List<TraceEvent> events(String name, Duration at, ObjectNode tree) {
    return switch (name) {
      case "pod" -> pods(at, tree);
      case "remove" -> one(new TraceEvent.PodLeaves(at, key(text(tree, "pod"))));
      case "create" -> created(at, tree.path("object"));
      case "scale" -> scaled(at, tree);
      case "kill" ->
          one(new TraceEvent.NodesDie(at, count(tree, "nodes", 1), texts(tree, "labels")));
      case "fail" -> {
        int perThousand = count(tree, "perThousand", 0);
        yield one(new TraceEvent.CallsFail(at, Math.min(perThousand, 1000), lasts(tree)));
      }
      case "sold-out" -> one(new TraceEvent.SoldOut(at, texts(tree, "labels"), lasts(tree)));
      case "restart" -> one(new TraceEvent.OperatorDies(at));
      case "end" -> {
        end = at.compareTo(end) > 0 ? at : end;
        yield List.of();
      }
      default -> throw new IllegalStateException("known, and not read: " + name);
    };
  }

  private List<TraceEvent> pods(Duration at, ObjectNode tree) {
    var requests = new TreeMap<>(texts(tree, "requests"));
    for (var name : List.of("cpu", "memory")) {
      if (tree.has(name)) {
        requests.put(name, tree.path(name).asText());
      }
    }
    requests.forEach(this::quantity);
    var rest = tree.path("spec") instanceof ObjectNode spec ? spec : none();
    var shape = new PodShape(requests, texts(tree, "labels"), rest);
    var lifetime = tree.has("lifetime") ? time(tree, "lifetime") : Optional.<Duration>empty();
    var namespace = tree.path("namespace").asText("default");
    var name = tree.has("name") ? tree.path("name").asText() : "pod-" + ++unnamed;
    int count = count(tree, "count", 1);
    var events = new ArrayList<TraceEvent>(count);
    for (int i = 0; i < count; i++) {
      var key = ObjectKey.of(namespace, count == 1 ? name : name + "-" + i);
      events.add(new TraceEvent.PodArrives(at, key, shape.pod(key), lifetime));
    }
    return events;
  }

  private void quantity(String resource, String amount) {
    try {
      var _ = Quantity.of(amount);
    } catch (IllegalArgumentException e) {
      wrong(resource, '"' + amount + '"', "a quantity such as 500m, 2 or 4Gi");
    }
  }

  private List<TraceEvent> created(Duration at, JsonNode object) {
    if (!(object instanceof ObjectNode manifest)) {
      wrong("object", object.isMissingNode() ? "nothing" : object.toString(), "a manifest");
      return List.of();
    }
    var resource = Kinds.find(manifest);
    if (resource.isEmpty()) {
      wrong("object.kind", '"' + manifest.path("kind").asText() + '"', "one of " + Kinds.names());
      return List.of();
    }
    return one(new TraceEvent.Created(at, resource.get(), manifest));
  }

  /// `Deployment default/web`.
  private List<TraceEvent> scaled(Duration at, ObjectNode tree) {
    var words = text(tree, "workload").split(" ", -1);
    Optional<Resource> resource = words.length == 2 ? Kinds.scalable(words[0]) : Optional.empty();
    if (resource.isEmpty()) {
      wrong(
          "workload",
          '"' + String.join(" ", words) + '"',
          "a Deployment, StatefulSet or ReplicaSet such as \"Deployment default/web\"");
      return List.of();
    }
    return one(
        new TraceEvent.Scaled(at, resource.get(), key(words[1]), count(tree, "replicas", 0)));
  }

  private static ObjectKey key(String text) {
    int slash = text.indexOf('/');
    return slash < 0
        ? ObjectKey.of("default", text)
        : ObjectKey.of(text.substring(0, slash), text.substring(slash + 1));
  }

  private String text(ObjectNode tree, String field) {
    var value = tree.path(field);
    if (!value.isTextual() || value.asText().isEmpty()) {
      wrong(field, value.isMissingNode() ? "nothing" : value.toString(), "a text");
    }
    return value.asText();
  }

  private SortedMap<String, String> texts(ObjectNode tree, String field) {
    var texts = new TreeMap<String, String>();
    if (tree.has(field) && !tree.path(field).isObject()) {
      wrong(field, tree.path(field).toString(), "an object of names and values");
    }
    tree.path(field).properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText()));
    return texts;
  }

  private int count(ObjectNode tree, String field, int usually) {
    var value = tree.path(field);
    if (value.isMissingNode()) {
      return usually;
    }
    if (!value.isInt() || value.intValue() < 0 || value.intValue() > MAX_COUNT) {
      wrong(field, value.toString(), "a whole number from 0 to " + MAX_COUNT);
      return usually;
    }
    return value.intValue();
  }

  private Duration lasts(ObjectNode tree) {
    return tree.has("for") ? time(tree, "for").orElse(Duration.ZERO) : Duration.ofDays(36_500);
  }

  private Optional<Duration> time(ObjectNode tree, String field) {
    var value = tree.path(field);
    var time = Times.parse(value.asText());
    if (time.isEmpty()) {
      wrong(
          field,
          value.isMissingNode() ? "nothing" : value.toString(),
          "a time such as 90s, 5m, 1h30m or 7d; a number is seconds");
    }
    return time;
  }

  private void wrong(String field, String found, String expected) {
    notes.wrong(line, Problem.at(field).found(found).expected(expected));
  }

  private static ObjectNode none() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static List<TraceEvent> one(TraceEvent event) {
    return List.of(event);
  }
}
