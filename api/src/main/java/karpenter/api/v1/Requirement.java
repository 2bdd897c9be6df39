package karpenter.api.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// One line of what a node's labels must be. The same key may occur several times; the lines then
/// hold together.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Requirement(
    String key,
    String operator,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> values,
    @Nullable Integer minValues) {

  public Requirement {
    key = Wire.required(key, "key");
    operator = Wire.required(operator, "operator");
    values = Wire.list(values);
  }
}
