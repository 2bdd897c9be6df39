package karpenter.app.manifest;

import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/// Writes objects as people write them: quotes only where they are needed, texts of several lines
/// as blocks.
public final class ManifestWriter {
  private static final YAMLFactory FACTORY =
      YAMLFactory.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .stringQuotingChecker(new QuotedWhereNeeded())
          .build();
  private static final ObjectMapper YAML = JsonMapper.builder(FACTORY).build();

  private ManifestWriter() {}

  /// Quotes what would be read as something else. The defaults know words and plain numbers, but
  /// not `1e3`, nor `<<`, which merges.
  private static final class QuotedWhereNeeded extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;
    private static final Resolver TYPES = new Resolver();

    @Override
    public boolean needToQuoteName(String name) {
      return isReadDifferently(name) || super.needToQuoteName(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
      return isReadDifferently(value) || super.needToQuoteValue(value);
    }

    private static boolean isReadDifferently(String text) {
      return needsEscapes(text)
          || !TYPES.resolve(NodeId.scalar, text, /* implicit= */ true).equals(Tag.STR);
    }
  }

  /// Whether a text holds breaks of lines that only YAML knows, which are folded or taken for the
  /// end of a block, or the byte order mark, which is dropped where a document begins. Between
  /// double quotes they stay.
  private static boolean needsEscapes(String text) {
    return text.chars().anyMatch(c -> c == 0x85 || c == 0x2028 || c == 0x2029 || c == 0xFEFF);
  }

  /// The generator makes a block of every text of several lines, without asking what to quote.
  private static final class BlocksWherePossible extends JsonGeneratorDelegate {
    private final YAMLGenerator yaml;

    BlocksWherePossible(YAMLGenerator yaml) {
      super(yaml);
      this.yaml = yaml;
    }

    @Override
    public void writeString(String text) throws IOException {
      boolean isBlock = !needsEscapes(text);
      yaml.configure(YAMLGenerator.Feature.MINIMIZE_QUOTES, isBlock);
      yaml.configure(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE, isBlock);
      yaml.writeString(text);
    }
  }

  public static String yaml(JsonNode object) {
    var written = new StringWriter();
    try (var generator = new BlocksWherePossible(FACTORY.createGenerator(written))) {
      YAML.writeValue(generator, object);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree can always be written", e);
    }
    return written.toString();
  }
}
