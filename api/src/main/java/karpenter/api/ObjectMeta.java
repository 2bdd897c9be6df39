package karpenter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The part of object metadata that decisions and controllers read or write; the rest is dropped.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ObjectMeta(
    @Nullable String name,
    @Nullable String generateName,
    @Nullable String namespace,
    @Nullable String uid,
    @Nullable String resourceVersion,
    @Nullable Long generation,
    @Nullable
        @JsonSerialize(using = Timestamps.Writer.class)
        @JsonDeserialize(using = Timestamps.Reader.class)
        Instant creationTimestamp,
    @Nullable
        @JsonSerialize(using = Timestamps.Writer.class)
        @JsonDeserialize(using = Timestamps.Reader.class)
        Instant deletionTimestamp,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> labels,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> annotations,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> finalizers,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OwnerReference> ownerReferences)
    implements OmitWhenEmpty.Part {

  public static final ObjectMeta EMPTY =
      new ObjectMeta(
          null, null, null, null, null, null, null, null, Map.of(), Map.of(), List.of(), List.of());

  public ObjectMeta {
    labels = Wire.map(labels);
    annotations = Wire.map(annotations);
    finalizers = Wire.list(finalizers);
    ownerReferences = Wire.list(ownerReferences);
  }

  public static ObjectMeta named(String name) {
    return EMPTY.withName(name);
  }

  public ObjectMeta withName(String name) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        finalizers,
        ownerReferences);
  }

  public ObjectMeta withLabels(Map<String, String> labels) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        finalizers,
        ownerReferences);
  }

  public ObjectMeta withAnnotations(Map<String, String> annotations) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        finalizers,
        ownerReferences);
  }

  @Override
  public boolean saysNothing() {
    return equals(EMPTY);
  }
}
