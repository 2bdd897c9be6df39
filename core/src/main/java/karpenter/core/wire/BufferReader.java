package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import karpenter.api.Problem;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.resource.Resources;

/// Makes the virtual pods that stand for capacity buffers (spec 01 §4.24).
final class BufferReader {
  static final List<String> SCALABLE = List.of("Deployment", "StatefulSet", "ReplicaSet");
  private static final long PERCENT = 100;

  private final Inventory inventory;
  private final PodReader reader;
  private final Consumer<String> notes;

  BufferReader(Inventory inventory, PodReader reader, Consumer<String> notes) {
    this.inventory = inventory;
    this.reader = reader;
    this.notes = notes;
  }

  /// Where a buffer's chunks take their shape from.
  ///
  /// @param replicas of the workload, where there is one
  private record Shape(Place template, OptionalLong replicas) {}

  List<Pod> pods() {
    var pods = new ArrayList<Pod>();
    for (var item : inventory.of(Kind.CAPACITY_BUFFER)) {
      CustomResource.admit(item, CapacityBuffer.class, notes)
          .ifPresent(buffer -> pods.addAll(pods(item, buffer.spec())));
    }
    return pods;
  }

  private List<Pod> pods(Item item, CapacityBuffer.Spec spec) {
    var strategy = spec.provisioningStrategyOrDefault();
    if (!strategy.equals(CapacityBuffer.Spec.ACTIVE_CAPACITY)) {
      notes.accept(
          "%s is left alone: its strategy %s is not known"
              .formatted(item.title(), Place.quoted(strategy)));
      return List.of();
    }
    var shape = shape(item, spec);
    if (shape.isEmpty()) {
      return List.of();
    }
    var identity = PodIdentity.of(item.namespace(), "capacity-buffer-" + item.name());
    // Problems of the template belong to the object that holds it; the buffer only says that it
    // cannot be used.
    var problems = new Problems();
    var podSpec =
        reader.spec(Place.root(shape.get().template().node(), problems), PodForm.VIRTUAL, identity);
    if (!problems.isEmpty()) {
      item.add(
          Problem.at(spec.podTemplateRef() == null ? "spec.scalableRef" : "spec.podTemplateRef")
              .found("a template that cannot be used: " + problems.list().getFirst().sentence())
              .expected("the template of a valid pod"));
      return List.of();
    }
    return chunks(item, podSpec, count(spec, shape.get(), podSpec.requests(), item));
  }

  private Optional<Shape> shape(Item item, CapacityBuffer.Spec spec) {
    if (spec.podTemplateRef() != null) {
      return found(
              item,
              Kind.POD_TEMPLATE.kindName(),
              spec.podTemplateRef().name(),
              "spec.podTemplateRef.name")
          .map(template -> new Shape(template.place().get("template"), OptionalLong.empty()));
    }
    var ref = spec.scalableRef();
    if (ref == null) {
      item.add(
          Problem.at("spec")
              .found("neither podTemplateRef nor scalableRef")
              .expected("one of them"));
      return Optional.empty();
    }
    var group = ref.apiGroup() == null || ref.apiGroup().isEmpty() ? "apps" : ref.apiGroup();
    if (!group.equals("apps") || !SCALABLE.contains(ref.kind())) {
      item.add(
          Problem.at("spec.scalableRef.kind")
              .found(Place.quoted(group + "/" + ref.kind()))
              .expected("one of " + String.join(", ", SCALABLE) + " of the group apps"));
      return Optional.empty();
    }
    return found(item, ref.kind(), ref.name(), "spec.scalableRef.name")
        .map(
            workload ->
                new Shape(
                    workload.place().get("spec", "template"),
                    OptionalLong.of(WorkloadExpander.replicas(workload))));
  }

  private Optional<Item> found(Item buffer, String kind, String name, String path) {
    var found = inventory.find(Fellows.key(kind, buffer.namespace(), name));
    if (found.isEmpty()) {
      buffer.add(
          Problem.at(path)
              .found(Place.quoted(name))
              .expected("the name of an existing " + kind + " in the buffer's namespace"));
    }
    return found;
  }

  private static int count(CapacityBuffer.Spec spec, Shape shape, Resources requests, Item item) {
    var limits = Resources.capacity(Amounts.ofTexts(spec.limits(), "spec.limits", item));
    long count = count(spec, shape.replicas(), requests, limits);
    if (count > WorkloadExpander.MAX_REPLICAS) {
      item.add(
          Problem.at("spec")
              .found(count + " chunks")
              .expected("at most " + WorkloadExpander.MAX_REPLICAS));
      return 0;
    }
    return Math.toIntExact(count);
  }

  /// The larger of the fixed number and the percentage, within what the limits hold. Limits alone
  /// are a number too.
  ///
  /// @param running replicas of the workload, where there is one
  static long count(
      CapacityBuffer.Spec spec, OptionalLong running, Resources requests, Resources limits) {
    var wanted = OptionalLong.empty();
    if (spec.replicas() != null) {
      wanted = OptionalLong.of(spec.replicas());
    }
    if (spec.percentage() != null && running.orElse(0) > 0) {
      long share = Math.ceilDiv(running.getAsLong() * spec.percentage(), PERCENT);
      wanted = OptionalLong.of(Math.max(wanted.orElse(0), share));
    }
    var cap = cap(limits, requests);
    long count =
        cap.isPresent()
            ? Math.min(wanted.orElse(cap.getAsLong()), cap.getAsLong())
            : wanted.orElse(0);
    return Math.max(0, count);
  }

  /// How many chunks the limits hold; empty when they limit nothing that a chunk asks for.
  private static OptionalLong cap(Resources limits, Resources requests) {
    return limits.names().stream()
        .filter(name -> requests.get(name) > 0)
        .mapToLong(name -> Math.floorDiv(limits.get(name), requests.get(name)))
        .min();
  }

  private static List<Pod> chunks(Item item, PodSpec spec, int count) {
    var pods = new ArrayList<Pod>();
    var uid = item.metadata().get("uid").text("");
    var owner = uid.isEmpty() ? item.key() : uid;
    for (int i = 1; i <= count; i++) {
      pods.add(
          new Pod(
              owner + "-" + i,
              "capacity-buffer-" + item.name() + "-" + i,
              PodReader.created(item.metadata()),
              spec));
    }
    return item.isFaultless() ? pods : List.of();
  }
}
