package karpenter.api.kwok;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import karpenter.api.ApiObject;
import karpenter.api.Condition;
import karpenter.api.GoDuration;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// Settings of the simulated cloud.
public record KwokNodeClass(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class) Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        Status status)
    implements ApiObject {

  public static final String API_VERSION = "karpenter.kwok.sh/v1alpha1";
  public static final String GROUP = "karpenter.kwok.sh";
  public static final String KIND = "KWOKNodeClass";

  public KwokNodeClass {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /// What may be set.
  ///
  /// @param nodeRegistrationDelay an artificial pause between launch and the node's appearance
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(@Nullable GoDuration nodeRegistrationDelay) implements OmitWhenEmpty.Part {
    public static final Spec EMPTY = new Spec(null);

    @Override
    public boolean saysNothing() {
      return nodeRegistrationDelay == null;
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
