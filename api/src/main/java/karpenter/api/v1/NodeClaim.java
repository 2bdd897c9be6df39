package karpenter.api.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import karpenter.api.ApiObject;
import karpenter.api.Condition;
import karpenter.api.GoDuration;
import karpenter.api.NillableDuration;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Timestamps;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// The promise of one node: what was asked for, and what came of it. Its spec never changes.
public record NodeClaim(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        Status status)
    implements ApiObject {

  public static final String API_VERSION = "karpenter.sh/v1";
  public static final String KIND = "NodeClaim";

  public NodeClaim {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = Wire.required(spec, "spec");
    status = status == null ? Status.EMPTY : status;
  }

  public NodeClaim(ObjectMeta metadata, Spec spec) {
    this(API_VERSION, KIND, metadata, spec, Status.EMPTY);
  }

  public NodeClaim withMetadata(ObjectMeta metadata) {
    return new NodeClaim(apiVersion, kind, metadata, spec, status);
  }

  public NodeClaim withStatus(Status status) {
    return new NodeClaim(apiVersion, kind, metadata, spec, status);
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Taint> taints,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Taint> startupTaints,
      @JsonInclude(JsonInclude.Include.ALWAYS) List<Requirement> requirements,
      @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
          Resources resources,
      NodeClassRef nodeClassRef,
      @Nullable GoDuration terminationGracePeriod,
      @Nullable NillableDuration expireAfter) {

    public Spec {
      taints = Wire.list(taints);
      startupTaints = Wire.list(startupTaints);
      requirements = Wire.list(requirements);
      resources = resources == null ? Resources.NONE : resources;
      nodeClassRef = Wire.required(nodeClassRef, "nodeClassRef");
    }

    public NillableDuration expireAfterOrDefault() {
      return expireAfter == null ? NodePool.TemplateSpec.DEFAULT_EXPIRE_AFTER : expireAfter;
    }
  }

  /// The requests of the pods this node is meant for, daemons included.
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Resources(Map<String, String> requests) implements OmitWhenEmpty.Part {
    public static final Resources NONE = new Resources(Map.of());

    public Resources {
      requests = Wire.map(requests);
    }

    @Override
    public boolean saysNothing() {
      return requests.isEmpty();
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @JsonProperty("providerID") @Nullable String providerId,
      @JsonProperty("imageID") @Nullable String imageId,
      @Nullable String nodeName,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> capacity,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> allocatable,
      @Nullable
          @JsonSerialize(using = Timestamps.Writer.class)
          @JsonDeserialize(using = Timestamps.Reader.class)
          Instant lastPodEventTime,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Condition> conditions)
      implements OmitWhenEmpty.Part {

    public static final Status EMPTY =
        new Status(null, null, null, Map.of(), Map.of(), null, List.of());

    public Status {
      capacity = Wire.map(capacity);
      allocatable = Wire.map(allocatable);
      conditions = Wire.list(conditions);
    }

    @Override
    public boolean saysNothing() {
      return equals(EMPTY);
    }
  }
}
