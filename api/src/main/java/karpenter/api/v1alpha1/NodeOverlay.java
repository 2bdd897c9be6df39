package karpenter.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import karpenter.api.ApiObject;
import karpenter.api.Condition;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// A correction to the catalogue: another price, or capacity the provider does not know of.
public record NodeOverlay(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        Status status)
    implements ApiObject {

  public static final String API_VERSION = "karpenter.sh/v1alpha1";
  public static final String KIND = "NodeOverlay";

  public NodeOverlay {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = Wire.required(spec, "spec");
    status = status == null ? Status.EMPTY : status;
  }

  public NodeOverlay(ObjectMeta metadata, Spec spec) {
    this(API_VERSION, KIND, metadata, spec, Status.EMPTY);
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @JsonInclude(JsonInclude.Include.ALWAYS) List<Requirement> requirements,
      @Nullable String price,
      @Nullable String priceAdjustment,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> capacity,
      @Nullable Integer weight) {

    public Spec {
      requirements = Wire.list(requirements);
      capacity = Wire.map(capacity);
    }
  }

  /// Which instance types and offerings are corrected. Unlike a pool's requirement it cannot ask
  /// for variety.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Requirement(
      String key,
      String operator,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> values) {

    public Requirement {
      key = Wire.required(key, "key");
      operator = Wire.required(operator, "operator");
      values = Wire.list(values);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Status(List<Condition> conditions) implements OmitWhenEmpty.Part {
    public static final Status EMPTY = new Status(List.of());

    public Status {
      conditions = Wire.list(conditions);
    }

    @Override
    public boolean saysNothing() {
      return conditions.isEmpty();
    }
  }
}
