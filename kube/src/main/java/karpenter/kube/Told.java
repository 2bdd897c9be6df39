package karpenter.kube;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Which objects of a kind a watch has told of, and in which version, so that a list made later
/// tells only what differs. Owned by the thread of one watch.
final class Told {
  private final Resource resource;
  private final Map<ObjectKey, Entry> entries = new HashMap<>();
  private int round;

  private static final class Entry {
    final String uid;
    String version;
    int round;

    Entry(String uid, String version, int round) {
      this.uid = uid;
      this.version = version;
      this.round = round;
    }
  }

  /// What has to be told because of an object in a list.
  ///
  /// @param gone another object of the same name, which was there before
  record News(boolean isNews, Optional<ObjectNode> gone) {}

  Told(Resource resource) {
    this.resource = resource;
  }

  /// A watch told it.
  void changed(ObjectNode object) {
    var known = entries.get(key(object));
    if (known != null && known.uid.equals(uid(object))) {
      known.version = version(object);
    } else {
      entries.put(key(object), new Entry(uid(object), version(object), round));
    }
  }

  void gone(ObjectNode object) {
    entries.remove(key(object));
  }

  void beginList() {
    round++;
  }

  News listed(ObjectNode object) {
    var key = key(object);
    var known = entries.get(key);
    if (known != null && known.uid.equals(uid(object))) {
      boolean isNews = !known.version.equals(version(object));
      known.version = version(object);
      known.round = round;
      return new News(isNews, Optional.empty());
    }
    entries.put(key, new Entry(uid(object), version(object), round));
    return new News(true, Optional.ofNullable(known).map(before -> remains(key, before)));
  }

  /// What was there before the list and is not in it.
  List<ObjectNode> missing() {
    return entries.entrySet().stream()
        .filter(entry -> entry.getValue().round != round)
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> remains(entry.getKey(), entry.getValue()))
        .toList();
  }

  /// The server's history begins anew: versions told so far mean nothing.
  void forgetVersions() {
    entries.values().forEach(entry -> entry.version = "");
  }

  private ObjectNode remains(ObjectKey key, Entry entry) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
    var metadata = object.putObject("metadata").put("name", key.name());
    if (!key.namespace().isEmpty()) {
      metadata.put("namespace", key.namespace());
    }
    metadata.put("uid", entry.uid).put("resourceVersion", entry.version);
    return object;
  }

  private static ObjectKey key(ObjectNode object) {
    var metadata = object.path("metadata");
    return ObjectKey.of(metadata.path("namespace").asText(), metadata.path("name").asText());
  }

  private static String uid(ObjectNode object) {
    return object.path("metadata").path("uid").asText();
  }

  private static String version(ObjectNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }
}
