package karpenter.app.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;

/// Writes objects as people write them: quotes only where they are needed, texts of several lines
/// as blocks.
public final class ManifestWriter {
  private static final ObjectMapper YAML =
      JsonMapper.builder(
              YAMLFactory.builder()
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .disable(YAMLGenerator.Feature.SPLIT_LINES)
                  .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                  .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                  .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
                  .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
                  .stringQuotingChecker(new MergeQuoted())
                  .build())
          .build();

  private ManifestWriter() {}

  /// A field that is called `<<` would be merged into its object when it is read again.
  private static final class MergeQuoted extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean needToQuoteName(String name) {
      return name.equals("<<") || super.needToQuoteName(name);
    }
  }

  public static String yaml(JsonNode object) {
    try {
      return YAML.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }
}
