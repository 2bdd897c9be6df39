package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.PodSpec;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.QuantityParse;
import karpenter.core.resource.Resources;

/// What a capacity buffer of a live cluster stands for (spec 02 §5.1): how many pods, and of which
/// shape.
public sealed interface BufferPlan {
  /// More would not be a buffer but a cluster.
  int MAX_CHUNKS = 10_000;

  /// @param templateGeneration of the PodTemplate, where the buffer names one
  record Resolved(int replicas, PodSpec chunk, Optional<Long> templateGeneration)
      implements BufferPlan {}

  /// @param reason as the buffer's condition shows it
  record Unresolved(String reason, String message) implements BufferPlan {}

  /// Where a buffer points.
  sealed interface Target {
    /// A PodTemplate in the buffer's namespace.
    record Template(String name) implements Target {}

    /// A workload of the group `apps` in the buffer's namespace.
    record Workload(String kind, String name) implements Target {}

    /// Nowhere that could be looked up.
    record None(Unresolved why) implements Target {}
  }

  static Target target(CapacityBuffer buffer) {
    var spec = buffer.spec();
    var strategy = spec.provisioningStrategyOrDefault();
    if (!strategy.equals(CapacityBuffer.Spec.ACTIVE_CAPACITY)) {
      return none(
          "UnsupportedStrategy", "the strategy " + Place.quoted(strategy) + " is not known here");
    }
    if (spec.podTemplateRef() != null) {
      return new Target.Template(spec.podTemplateRef().name());
    }
    var ref = spec.scalableRef();
    if (ref == null) {
      return none("ResolutionFailed", "neither podTemplateRef nor scalableRef is set");
    }
    var group = ref.apiGroup() == null || ref.apiGroup().isEmpty() ? "apps" : ref.apiGroup();
    if (!group.equals("apps") || !BufferReader.SCALABLE.contains(ref.kind())) {
      return none(
          "ResolutionFailed",
          "%s is none of %s of the group apps"
              .formatted(
                  Place.quoted(group + "/" + ref.kind()),
                  String.join(", ", BufferReader.SCALABLE)));
    }
    return new Target.Workload(ref.kind(), ref.name());
  }

  private static Target none(String reason, String message) {
    return new Target.None(new Unresolved(reason, message));
  }

  static Unresolved missing(Target.Template target) {
    return new Unresolved(
        "PodTemplateNotFound", "there is no PodTemplate " + Place.quoted(target.name()));
  }

  static Unresolved missing(Target.Workload target) {
    return new Unresolved(
        "ScalableRefNotFound", "there is no " + target.kind() + " " + Place.quoted(target.name()));
  }

  static BufferPlan ofTemplate(CapacityBuffer buffer, JsonNode podTemplate, FactsReader reader) {
    long generation = podTemplate.path("metadata").path("generation").asLong(0);
    return of(
        buffer,
        podTemplate.path("template"),
        OptionalLong.empty(),
        Optional.of(generation),
        reader);
  }

  static BufferPlan ofWorkload(CapacityBuffer buffer, JsonNode workload, FactsReader reader) {
    var spec = workload.path("spec");
    long replicas = spec.hasNonNull("replicas") ? spec.path("replicas").asLong() : 1;
    return of(buffer, spec.path("template"), OptionalLong.of(replicas), Optional.empty(), reader);
  }

  private static BufferPlan of(
      CapacityBuffer buffer,
      JsonNode template,
      OptionalLong running,
      Optional<Long> generation,
      FactsReader reader) {
    var namespace = String.valueOf(buffer.metadata().namespace());
    return switch (reader.virtualPod(template, namespace, name(buffer))) {
      case Read.Understood<PodSpec>(var chunk) -> {
        long count = count(buffer, running, chunk.requests());
        yield count > MAX_CHUNKS
            ? new Unresolved(
                "ResolutionFailed", count + " pods are more than the " + MAX_CHUNKS + " we keep")
            : new Resolved((int) count, chunk, generation);
      }
      case Read.Refused<PodSpec>(var problems) ->
          new Unresolved(
              "ResolutionFailed",
              "the pod template cannot be used: " + problems.getFirst().sentence());
      case Read.NotOurs<PodSpec>(var reason) -> new Unresolved("ResolutionFailed", reason);
    };
  }

  private static long count(CapacityBuffer buffer, OptionalLong running, Resources requests) {
    var limits = new TreeMap<String, Quantity>();
    buffer
        .spec()
        .limits()
        .forEach(
            (name, text) -> {
              if (Quantity.parse(text) instanceof QuantityParse.Parsed(var quantity)) {
                limits.put(name, quantity);
              }
            });
    return BufferReader.count(buffer.spec(), running, requests, Resources.capacity(limits));
  }

  private static String name(CapacityBuffer buffer) {
    return "capacity-buffer-" + buffer.metadata().name();
  }

  /// The pods that stand for the buffer. They are the same as long as the buffer and its template
  /// are.
  static List<PodFacts> pods(CapacityBuffer buffer, Resolved plan) {
    var pods = new ArrayList<PodFacts>();
    var created = buffer.metadata().creationTimestamp();
    for (int i = 1; i <= plan.replicas(); i++) {
      pods.add(
          new PodFacts(
              String.valueOf(buffer.metadata().namespace()),
              name(buffer) + "-" + i,
              buffer.metadata().uid() + "-" + i,
              "",
              created == null ? Instant.EPOCH : created,
              Optional.empty(),
              plan.chunk(),
              Resources.none(),
              List.of(),
              Optional.empty(),
              PodFacts.Phase.UNKNOWN,
              new PodFacts.Scheduling(true, false, Optional.empty()),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              Optional.empty(),
              0,
              "",
              OptionalLong.empty(),
              Optional.empty()));
    }
    return List.copyOf(pods);
  }
}
