package karpenter.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// RFC 3339 timestamps as Kubernetes writes them, without the java.time module that every foreign
/// mapper would then need.
public final class Timestamps {
  private Timestamps() {}

  public static final class Reader extends JsonDeserializer<@Nullable Instant> {
    @Override
    public @Nullable Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) {
        return (Instant) context.handleUnexpectedToken(Instant.class, parser);
      }
      try {
        return OffsetDateTime.parse(parser.getText().trim()).toInstant();
      } catch (DateTimeException e) {
        return (Instant)
            context.handleWeirdStringValue(
                Instant.class, parser.getText(), "not an RFC 3339 timestamp");
      }
    }
  }

  public static final class Writer extends JsonSerializer<Instant> {
    @Override
    public void serialize(Instant value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(value.toString());
    }
  }
}
