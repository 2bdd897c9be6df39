package karpenter.provider.kwok.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.core.catalog.InstanceType;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.wire.InstanceTypeReader;
import karpenter.core.wire.Read;

/// Reads a catalogue file: a JSON list of types, either in KWOK's form (spec 01 §7.3: `resources`,
/// with requirements derived) or in that of the benchmarks (`capacity`, with requirements and
/// overhead spelled out). In both a type may bring devices (`dynamicResources`,
/// `attributeBindings`), written as in a ResourceSlice.
///
/// All problems are reported together. A bad offering costs the offering, a bad type the type.
public final class CatalogueReader {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final List<String> OVERHEADS =
      List.of("kubeReserved", "systemReserved", "evictionThreshold");

  private final List<Problem> problems = new ArrayList<>();
  private final OfferingReader offerings = new OfferingReader(problems::add);
  private final Set<String> names = new HashSet<>();

  private CatalogueReader() {}

  /// What could be read of a file, and what could not.
  public record CatalogueRead(Catalogue catalogue, List<Problem> problems) {
    public CatalogueRead {
      problems = List.copyOf(problems);
    }
  }

  public static CatalogueRead read(String json) {
    var reader = new CatalogueReader();
    var types = reader.types(json);
    return new CatalogueRead(Catalogue.of(types), reader.problems);
  }

  private List<InstanceType> types(String json) {
    List<InstanceType> types = new ArrayList<>();
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      var place = e.getLocation();
      problems.add(
          Problem.at(place == null ? "" : "line " + place.getLineNr())
              .found(e.getOriginalMessage())
              .expected("a JSON list of instance types"));
      return types;
    }
    if (!root.isArray()) {
      problems.add(
          Problem.at("").found(Fields.shown(root)).expected("a JSON list of instance types"));
      return types;
    }
    for (int i = 0; i < root.size(); i++) {
      var tree = root.get(i);
      var path = "[%d]".formatted(i);
      Fields.of(tree, path, problems::add)
          .flatMap(this::type)
          .flatMap(type -> withDevices(type, tree, path))
          .ifPresent(types::add);
    }
    return types;
  }

  private Optional<InstanceType> type(Fields fields) {
    var name = fields.text("name", "the name of the type");
    if (name.isEmpty()) return Optional.empty();
    if (!names.add(name.get())) {
      fields.report("name", "\"%s\" a second time".formatted(name.get()), "a name of its own");
      return Optional.empty();
    }
    return fields.has("capacity") ? spelledOut(name.get(), fields) : derived(name.get(), fields);
  }

  /// A type that brings other devices than it says is a bad type.
  private Optional<InstanceType> withDevices(InstanceType type, JsonNode tree, String path) {
    return switch (InstanceTypeReader.devices(tree)) {
      case Read.Understood<DeviceTemplates>(var devices) ->
          Optional.of(
              devices.slices().isEmpty()
                  ? type
                  : new InstanceType(
                      type.name(),
                      type.requirements(),
                      type.offerings(),
                      type.capacity(),
                      type.overhead(),
                      devices));
      case Read.Refused<DeviceTemplates>(var found) -> {
        found.forEach(problem -> problems.add(problem.inside(path)));
        yield Optional.empty();
      }
      case Read.NotOurs<DeviceTemplates>(var reason) -> throw new IllegalStateException(reason);
    };
  }

  private Optional<InstanceType> derived(String name, Fields fields) {
    var architecture = fields.text("architecture", "amd64 or arm64");
    var systems = fields.texts("operatingSystems", "a list of systems such as [\"linux\"]");
    var resources = fields.quantities("resources");
    var sold = offerings.read(fields);
    if (architecture.isEmpty() || systems.isEmpty() || resources.isEmpty() || sold.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TypeShape(name, architecture.get(), systems, resources.get(), sold).toInstanceType());
  }

  private Optional<InstanceType> spelledOut(String name, Fields fields) {
    var capacity = fields.quantities("capacity");
    var overhead = fields.object("overhead").flatMap(CatalogueReader::overhead);
    var requirements = offerings.requirements(fields, "requirements");
    var sold = offerings.read(fields);
    if (capacity.isEmpty() || requirements.isEmpty() || sold.isEmpty()) return Optional.empty();
    if (fields.has("overhead") && overhead.isEmpty()) return Optional.empty();
    return Optional.of(
        new InstanceType(
            name,
            requirements.get().and(Labels.INSTANCE_TYPE, ValueSet.in(name)),
            sold,
            Resources.capacity(capacity.get()),
            overhead.orElseGet(Resources::none)));
  }

  private static Optional<Resources> overhead(Fields fields) {
    var sum = Resources.none();
    for (var part : OVERHEADS) {
      if (!fields.has(part)) continue;
      var quantities = fields.quantities(part);
      if (quantities.isEmpty()) return Optional.empty();
      sum = sum.plus(Resources.requests(quantities.get()));
    }
    return Optional.of(sum);
  }
}
