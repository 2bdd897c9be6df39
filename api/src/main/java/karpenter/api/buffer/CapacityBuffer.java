package karpenter.api.buffer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import karpenter.api.ApiObject;
import karpenter.api.Condition;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// Room kept free for pods that do not exist yet.
public record CapacityBuffer(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        Status status)
    implements ApiObject {

  public static final String API_VERSION = "autoscaling.x-k8s.io/v1beta1";
  public static final String KIND = "CapacityBuffer";

  public CapacityBuffer {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = Wire.required(spec, "spec");
    status = status == null ? Status.EMPTY : status;
  }

  public CapacityBuffer(ObjectMeta metadata, Spec spec) {
    this(API_VERSION, KIND, metadata, spec, Status.EMPTY);
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Nullable String provisioningStrategy,
      @Nullable PodTemplateRef podTemplateRef,
      @Nullable ScalableRef scalableRef,
      @Nullable Integer replicas,
      @Nullable Integer percentage,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> limits) {

    public static final String ACTIVE_CAPACITY = "buffer.x-k8s.io/active-capacity";

    public Spec {
      limits = Wire.map(limits);
    }

    public String provisioningStrategyOrDefault() {
      return provisioningStrategy == null ? ACTIVE_CAPACITY : provisioningStrategy;
    }
  }

  /// A PodTemplate in the buffer's namespace.
  public record PodTemplateRef(String name) {
    public PodTemplateRef {
      name = Wire.required(name, "name");
    }
  }

  /// A workload in the buffer's namespace; without a group it is one of `apps`.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ScalableRef(@Nullable String apiGroup, String kind, String name) {
    public ScalableRef {
      kind = Wire.required(kind, "kind");
      name = Wire.required(name, "name");
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @Nullable PodTemplateRef podTemplateRef,
      @Nullable Long podTemplateGeneration,
      @Nullable Integer replicas,
      @Nullable String provisioningStrategy,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Condition> conditions)
      implements OmitWhenEmpty.Part {

    public static final Status EMPTY = new Status(null, null, null, null, List.of());

    public Status {
      conditions = Wire.list(conditions);
    }

    @Override
    public boolean saysNothing() {
      return equals(EMPTY);
    }
  }
}
