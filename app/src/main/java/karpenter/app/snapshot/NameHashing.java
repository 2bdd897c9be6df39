package karpenter.app.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import karpenter.api.Annotations;
import karpenter.api.Json;
import karpenter.api.Labels;
import karpenter.api.hash.NodePoolHash;
import karpenter.api.v1.NodePool;
import karpenter.operator.kube.Resource;

/// The same cluster under other names: objects, namespaces and values of labels that are the user's
/// own become hashes under a key that nobody keeps. One name has one hash wherever it stands, so
/// that owners, selectors and volumes still find each other.
public final class NameHashing {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int DIGITS = 12;
  private static final Pattern NUMBERED = Pattern.compile("(.+)(-\\d+)");

  /// Names that mean something by themselves.
  private static final Set<String> KNOWN =
      Set.of("default", "kube-system", "kube-public", "kube-node-lease");

  /// Maps whose values are labels'.
  private static final Set<String> LABELS =
      Set.of("labels", "matchLabels", "nodeSelector", "selector");

  /// Lists of parts of a pod that have names of their own.
  private static final Set<String> PARTS =
      Set.of(
          "containers",
          "initContainers",
          "containerStatuses",
          "initContainerStatuses",
          "volumes",
          "ports");

  /// Whose values only Karpenter and KWOK write, so that names in them are all there is to hide.
  private static final Pattern OUR_ANNOTATION =
      Pattern.compile(
          "([a-z.-]+\\.)?(karpenter\\.sh|karpenter-jvm\\.dev|karpenter\\.kwok\\.sh|karpenter\\.k8s\\.aws|kwok\\.x-k8s\\.io|kubernetes\\.io)/.*");

  /// What the characters of a name are.
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*");

  private final Mac mac;
  private final Map<String, String> names = new HashMap<>();

  private NameHashing(byte[] key) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /// @param key random; whoever has it can try names out
  public static ClusterImage hashed(ClusterImage image, byte[] key) {
    var hashing = new NameHashing(key);
    var hashed = new ClusterImage(image.takenAt(), true, image.catalogue(), new LinkedHashMap<>());
    image.items().forEach(hashing::learn);
    for (var resource : Kinds.ALL) {
      for (var object : image.all(resource)) {
        hashed.put(resource, hashing.renamed(object, ""));
      }
    }
    keepDrift(image, hashed, hashing);
    return hashed;
  }

  private void learn(ObjectNode object) {
    // Names of classes of priority and storage are words such as "gp3"; they are hashed like
    // others.
    name(object.at("/metadata/name").asText());
    name(object.at("/metadata/namespace").asText());
  }

  private void name(String name) {
    if (!name.isEmpty() && !KNOWN.contains(name) && !name.startsWith("system-")) {
      // The pods of a StatefulSet are told by their number.
      var numbered = NUMBERED.matcher(name);
      names.put(
          name, numbered.matches() ? hash(numbered.group(1)) + numbered.group(2) : hash(name));
    }
  }

  private String hash(String text) {
    var bytes = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    return "h" + HexFormat.of().formatHex(bytes).substring(0, DIGITS);
  }

  private JsonNode renamed(JsonNode value, String field) {
    return switch (value) {
      case ObjectNode object -> renamed(object, field);
      case ArrayNode array -> {
        var renamed = JsonNodeFactory.instance.arrayNode();
        array.forEach(item -> renamed.add(renamed(item, field)));
        yield renamed;
      }
      case TextNode text -> TextNode.valueOf(renamed(text.asText(), field));
      default -> value;
    };
  }

  private ObjectNode renamed(ObjectNode object, String field) {
    var renamed = JsonNodeFactory.instance.objectNode();
    for (var entry : object.properties()) {
      var key = entry.getKey();
      if (LABELS.contains(field) && entry.getValue().isTextual()) {
        renamed.put(key, label(key, entry.getValue().asText()));
      } else if (field.equals("annotations") && entry.getValue().isTextual()) {
        renamed.put(key, annotation(key, entry.getValue().asText()));
      } else if (PARTS.contains(field) && key.equals("name")) {
        renamed.put(key, hash(entry.getValue().asText()));
      } else if (isTaintValue(object, key)) {
        renamed.put(key, label(object.path("key").asText(), entry.getValue().asText()));
      } else if (key.equals("values") && object.path("key").isTextual()) {
        var values = renamed.putArray(key);
        entry
            .getValue()
            .forEach(value -> values.add(label(object.path("key").asText(), value.asText())));
      } else if (key.equals("generateName")) {
        continue;
      } else if (key.equals("image")) {
        renamed.put(key, hash(entry.getValue().asText()));
      } else {
        renamed.set(key, renamed(entry.getValue(), key));
      }
    }
    return renamed;
  }

  /// Of a taint or of what tolerates it; both then have the same hash.
  private static boolean isTaintValue(ObjectNode object, String key) {
    return key.equals("value")
        && object.path("value").isTextual()
        && object.path("key").isTextual()
        && (object.has("effect") || object.has("operator") || object.size() == 2);
  }

  private String annotation(String key, String value) {
    return OUR_ANNOTATION.matcher(key).matches()
        ? WORD.matcher(value).replaceAll(word -> names.getOrDefault(word.group(), word.group()))
        : hash(value);
  }

  /// `kubernetes.io/csi/DRIVER^HANDLE`.
  private String attached(String volume) {
    int handle = volume.indexOf('^') + 1;
    return handle == 0
        ? hash(volume)
        : volume.substring(0, handle) + hash(volume.substring(handle));
  }

  /// Fields that hold one of a few words are left alone even if something has that word as its
  /// name.
  private String renamed(String text, String field) {
    return switch (field) {
      case "kind",
          "apiVersion",
          "group",
          "operator",
          "effect",
          "type",
          "status",
          "phase",
          "reason",
          "key",
          "topologyKey",
          "driver",
          "provisioner",
          "schedulerName",
          "uid" ->
          text;
      case "providerID" ->
          text.startsWith("kwok://")
              ? "kwok://" + renamed(text.substring("kwok://".length()), "")
              : hash(text);
      case "volumeHandle", "devicePath", "nodeID", "imageID", "role", "instanceProfile" ->
          hash(text);
      case "volumesInUse" -> attached(text);
      default ->
          text.startsWith("kubernetes.io/csi/") ? attached(text) : names.getOrDefault(text, text);
    };
  }

  private String label(String key, String value) {
    var known = names.get(value);
    // A pool may be called "spot"; the capacity type of that name is something else.
    boolean isWord = Labels.WELL_KNOWN.contains(key) && !key.equals(Labels.NODE_POOL);
    if (known != null && !isWord) {
      return known;
    }
    return isWellKnown(key) || isNumber(value) || value.isEmpty() ? value : hash(value);
  }

  private static boolean isWellKnown(String key) {
    int slash = key.indexOf('/');
    var domain = slash < 0 ? "" : key.substring(0, slash);
    return Labels.WELL_KNOWN.contains(key)
        || domain.equals("karpenter.sh")
        || domain.endsWith("karpenter.kwok.sh")
        || domain.endsWith("karpenter.k8s.aws")
        || domain.endsWith("node.kubernetes.io")
        || key.equals("pod-template-hash");
  }

  private static boolean isNumber(String value) {
    return value.chars().allMatch(c -> c >= '0' && c <= '9')
        || value.equals("true")
        || value.equals("false");
  }

  /// A pool's hash is of its template, names and all: claims that had not drifted must not seem to.
  private static void keepDrift(ClusterImage before, ClusterImage after, NameHashing hashing) {
    for (var pool : before.all(Resource.NODE_POOLS)) {
      var name = pool.at("/metadata/name").asText();
      var old = pool.at("/metadata/annotations").path(Annotations.NODE_POOL_HASH).asText();
      if (old.isEmpty()) {
        continue;
      }
      var renamed = hashing.names.getOrDefault(name, name);
      for (var other : after.all(Resource.NODE_POOLS)) {
        if (other.at("/metadata/name").asText().equals(renamed)) {
          var fresh = NodePoolHash.of(read(other));
          replace(other, old, fresh);
          for (var claim : after.all(Resource.NODE_CLAIMS)) {
            if (claim.at("/metadata/labels").path(Labels.NODE_POOL).asText().equals(renamed)) {
              replace(claim, old, fresh);
            }
          }
        }
      }
    }
  }

  private static void replace(ObjectNode object, String old, String fresh) {
    if (object.at("/metadata/annotations") instanceof ObjectNode annotations
        && annotations.path(Annotations.NODE_POOL_HASH).asText().equals(old)) {
      annotations.put(Annotations.NODE_POOL_HASH, fresh);
    }
  }

  private static NodePool read(ObjectNode pool) {
    try {
      return Json.JSON.treeToValue(pool, NodePool.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a NodePool of the cluster cannot be read", e);
    }
  }
}
