package karpenter.operator.journal;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/// A decision as a JSON object, the same in the file and over HTTP.
public final class DecisionJson {
  private DecisionJson() {}

  public static void write(Decision decision, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", decision.at().toString());
    json.writeStringField("loop", decision.loop());
    json.writeStringField("kind", decision.kind());
    json.writeStringField("subject", decision.subject());
    json.writeArrayFieldStart("reasons");
    for (var reason : decision.reasons()) {
      json.writeString(reason);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("details");
    for (var detail : decision.details().entrySet()) {
      json.writeStringField(detail.getKey(), detail.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("snapshot", decision.snapshot());
    json.writeEndObject();
  }
}
