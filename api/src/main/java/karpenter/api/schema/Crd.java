package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import karpenter.api.ApiObject;
import karpenter.api.Json;

/// One custom resource definition: its names, its schema, its document as shipped, and the Java
/// type it describes.
public final class Crd {
  private final Class<? extends ApiObject> type;
  private final JsonNode document;
  private final Schema schema;

  private final String resource;

  // Asked with every write, so not looked for in the document each time.
  private final String kind;
  private final String group;
  private final Set<String> served;
  private final String replicasPath;
  private final boolean isNamespaced;

  private Crd(String resource, Class<? extends ApiObject> type, JsonNode document) {
    this.resource = resource;
    this.type = type;
    this.document = document;
    this.schema = SchemaReader.read(version().at("/schema/openAPIV3Schema"));
    this.kind = document.at("/spec/names/kind").asText();
    this.group = document.at("/spec/group").asText();
    this.served =
        document
            .at("/spec/versions")
            .valueStream()
            .filter(version -> version.path("served").asBoolean())
            .map(version -> group + "/" + version.path("name").asText())
            .collect(Collectors.toUnmodifiableSet());
    this.replicasPath = version().at("/subresources/scale/specReplicasPath").asText();
    this.isNamespaced = document.at("/spec/scope").asText().equals("Namespaced");
  }

  static Crd load(String resource, Class<? extends ApiObject> type) {
    try (var in = open(resource)) {
      return new Crd(resource, type, Json.YAML.readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException("crds/" + resource, e);
    }
  }

  private static InputStream open(String resource) {
    var in = Crd.class.getResourceAsStream("/crds/" + resource);
    if (in == null) {
      throw new IllegalStateException("the resource crds/" + resource + " is missing");
    }
    return in;
  }

  /// The file as shipped, comments included.
  public String yaml() {
    try (var in = open(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("crds/" + resource, e);
    }
  }

  public String kind() {
    return kind;
  }

  /// Group and version, as objects write them; of several versions the one that is stored.
  public String apiVersion() {
    return group + "/" + version().get("name").asText();
  }

  /// Whether objects may also be written in this version, whose schema is the same.
  public boolean serves(String apiVersion) {
    return served.contains(apiVersion);
  }

  /// Where the scale subresource finds the replicas, such as `.spec.replicas`; empty without one.
  String replicasPath() {
    return replicasPath;
  }

  public boolean isNamespaced() {
    return isNamespaced;
  }

  public Class<? extends ApiObject> type() {
    return type;
  }

  /// The definition itself, as it would be applied to a cluster.
  public JsonNode document() {
    return document.deepCopy();
  }

  Schema schema() {
    return schema;
  }

  private JsonNode version() {
    return document.at("/spec/versions/0");
  }
}
