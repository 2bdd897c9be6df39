package karpenter.app.run;

import java.util.List;
import java.util.Locale;
import karpenter.app.http.Page;
import karpenter.app.http.Query;
import karpenter.app.http.Reply;
import karpenter.operator.settings.Given;

/// `/config`: every setting, its value and where that came from. None of them is a secret.
record ConfigPage(List<Given> settings) implements Page {
  @Override
  public Reply answer(Query query) {
    return Reply.json(
        json -> {
          json.writeStartObject();
          for (var given : settings) {
            json.writeObjectFieldStart(given.setting().flag());
            json.writeStringField("value", given.value());
            json.writeStringField("from", given.source().name().toLowerCase(Locale.ROOT));
            json.writeStringField("variable", given.setting().variable());
            json.writeEndObject();
          }
          json.writeEndObject();
        });
  }
}
