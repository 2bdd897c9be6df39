package karpenter.app.run;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import karpenter.app.http.Page;
import karpenter.app.http.Query;
import karpenter.app.http.Reply;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.operator.Operator;
import karpenter.operator.journal.RingJournal;
import karpenter.operator.runtime.ThreadedRuntime;
import karpenter.operator.state.Kind;

/// `/statusz`: what this process knows, watches, works on and leaves out.
record StatusPage(
    Operator operator,
    ThreadedRuntime runtime,
    Passes passes,
    RingJournal journal,
    Leadership leadership,
    Health health,
    Build build,
    Instant started)
    implements Page {

  @Override
  public Reply answer(Query query) {
    return Reply.json(this::write);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("version", build.version());
    json.writeStringField("commit", build.commit());
    json.writeStringField("java", Runtime.version().toString());
    json.writeStringField("started", started.toString());
    json.writeStringField(
        "mode", operator.context().settings().mode().name().toLowerCase(Locale.ROOT));
    json.writeStringField("provider", operator.context().provider().name());
    leader(json);
    health(json);
    snapshot(json);
    watches(json);
    loops(json);
    quarantine(json);
    verdicts(json);
    commands(json);
    draining(json);
    json.writeObjectFieldStart("journal");
    json.writeNumberField("kept", journal.size());
    json.writeNumberField("dropped", journal.dropped());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void leader(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("leadership");
    json.writeStringField("identity", leadership.identity());
    json.writeBooleanField("isLeader", operator.isLeader());
    json.writeBooleanField("isRunning", operator.isRunning());
    json.writeStringField("holder", leadership.holder());
    json.writeEndObject();
  }

  private void health(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("unhealthy");
    for (var problem : health.problems()) {
      json.writeString(problem);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("abandonedCloudCalls");
    for (var kind : runtime.deadlines().abandoned()) {
      json.writeStartObject();
      json.writeStringField("call", kind.call());
      json.writeNumberField("count", kind.count());
      json.writeNumberField("oldestSeconds", kind.oldest().toMillis() / 1e3);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void snapshot(JsonGenerator json) throws IOException {
    var snapshot = operator.context().state().snapshot();
    json.writeObjectFieldStart("snapshot");
    json.writeNumberField("version", snapshot.version());
    json.writeBooleanField("isSynced", operator.isSynced());
    json.writeNumberField("pods", snapshot.all(Kind.PODS).size());
    json.writeNumberField("pendingPods", snapshot.provisionable().size());
    json.writeNumberField("nodes", snapshot.nodes().size());
    json.writeNumberField("nodeClaims", snapshot.claims().size());
    json.writeNumberField("nodePools", snapshot.pools().size());
    json.writeEndObject();
  }

  private void watches(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("watches");
    for (var watch : operator.watches()) {
      json.writeObjectFieldStart(watch.resource());
      json.writeStringField("phase", watch.phase().name().toLowerCase(Locale.ROOT));
      json.writeStringField("since", watch.since().toString());
      if (!watch.reason().isEmpty()) {
        json.writeStringField("reason", watch.reason());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void loops(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("loops");
    for (var status : runtime.status()) {
      json.writeObjectFieldStart(status.loop());
      json.writeNumberField("waiting", status.depth());
      json.writeNumberField("active", status.active());
      json.writeNumberField("workers", status.workers());
      json.writeNumberField("longestSeconds", status.longest().toMillis() / 1e3);
      if (status.active() > 0) {
        json.writeStringField("longestKey", status.longestKey());
      }
      var last = passes.last(status.loop());
      if (last.isPresent()) {
        json.writeStringField("lastEnded", last.get().ended().toString());
        json.writeStringField("lastResult", last.get().ending().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("lastTookSeconds", last.get().took().toNanos() / 1e9);
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void quarantine(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("quarantine");
    for (var one : operator.context().state().quarantine()) {
      json.writeStartObject();
      json.writeStringField("kind", one.resource().kind());
      json.writeStringField("object", one.key().toString());
      json.writeStringField("version", one.version());
      json.writeStringField("reason", one.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /// Of every node: what would be saved, what stands in the way, and since when.
  private void verdicts(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("verdicts");
    json.writeObjectFieldStart("kinds");
    for (var kind : operator.verdicts().kinds().entrySet()) {
      json.writeNumberField(kind.getKey(), kind.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("nodeClaims");
    for (var verdict : operator.verdicts().all().values()) {
      json.writeObjectFieldStart(verdict.claim());
      json.writeStringField("node", verdict.node());
      json.writeStringField("nodePool", verdict.pool());
      json.writeStringField("since", verdict.since().toString());
      if (verdict.best().isPresent()) {
        var move = verdict.best().get();
        json.writeStringField("method", move.method().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("savingPerHour", move.saving());
        json.writeNumberField("evictions", move.evictions());
        json.writeNumberField("replacements", move.replacements().size());
      }
      json.writeArrayFieldStart("obstacles");
      for (var obstacle : verdict.obstacles()) {
        json.writeStartObject();
        json.writeStringField("kind", obstacle.kind());
        json.writeStringField("sentence", obstacle.sentence());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /// Disruptions that are under way, as they are written on the claims.
  private void commands(JsonGenerator json) throws IOException {
    var commands = new TreeMap<String, CommandRecord>();
    for (var claim : operator.context().state().snapshot().claims()) {
      CommandRecord.of(claim.meta()).ifPresent(record -> commands.put(record.id(), record));
    }
    json.writeArrayFieldStart("commands");
    for (var command : commands.values()) {
      json.writeStartObject();
      json.writeStringField("id", command.id());
      json.writeStringField("method", command.method());
      json.writeStringField("started", command.started().toString());
      names(json, "candidates", command.candidates());
      names(json, "replacements", command.replacements());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void names(JsonGenerator json, String field, List<String> names)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (var name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }

  /// Nodes whose pods are leaving, and whom they wait for.
  private void draining(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("draining");
    for (var claim : operator.context().state().snapshot().claims()) {
      var drained = claim.conditions().find(ClaimFacts.DRAINED);
      if (claim.meta().isDeleting() && drained.isPresent() && !drained.get().isTrue()) {
        json.writeStartObject();
        json.writeStringField("nodeClaim", claim.name());
        json.writeStringField("node", claim.nodeName().orElse(""));
        json.writeStringField("since", drained.get().since().toString());
        json.writeStringField("message", drained.get().message());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }
}
