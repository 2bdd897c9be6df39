package karpenter.api;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;

/// The mappers that read and write [ApiObject]s: unknown fields are let through, numbers that are
/// no integers are not.
public final class Json {
  public static final ObjectMapper JSON = configured(JsonMapper.builder());
  public static final ObjectMapper YAML =
      configured(
          JsonMapper.builder(
              YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build()));

  private Json() {}

  private static ObjectMapper configured(JsonMapper.Builder builder) {
    return builder
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }
}
