package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import karpenter.api.ApiObject;
import karpenter.api.Json;

/// One custom resource definition: its names, its schema, its document as shipped, and the Java
/// type it describes.
public final class Crd {
  private final Class<? extends ApiObject> type;
  private final JsonNode document;
  private final Schema schema;

  private final String resource;

  private Crd(String resource, Class<? extends ApiObject> type, JsonNode document) {
    this.resource = resource;
    this.type = type;
    this.document = document;
    this.schema = SchemaReader.read(version().at("/schema/openAPIV3Schema"));
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
    return document.at("/spec/names/kind").asText();
  }

  /// Group and version, as objects write them; of several versions the one that is stored.
  public String apiVersion() {
    return group() + "/" + version().get("name").asText();
  }

  /// Whether objects may also be written in this version, whose schema is the same.
  public boolean serves(String apiVersion) {
    return document
        .at("/spec/versions")
        .valueStream()
        .filter(version -> version.path("served").asBoolean())
        .anyMatch(version -> apiVersion.equals(group() + "/" + version.path("name").asText()));
  }

  private String group() {
    return document.at("/spec/group").asText();
  }

  /// Where the scale subresource finds the replicas, such as `.spec.replicas`; empty without one.
  String replicasPath() {
    return version().at("/subresources/scale/specReplicasPath").asText();
  }

  public boolean isNamespaced() {
    return document.at("/spec/scope").asText().equals("Namespaced");
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
