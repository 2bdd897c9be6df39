package karpenter.app.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import karpenter.api.Problem;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.InputProblem;
import karpenter.app.manifest.InputText;
import karpenter.app.manifest.ManifestFiles;
import karpenter.app.snapshot.ClusterImage;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.CatalogueReader;
import karpenter.simulator.trace.Kinds;
import karpenter.simulator.trace.Setup;

/// Reads a directory of NodePools and other objects, and the catalogue beside them.
///
/// Node classes are not looked at: every pool buys from the one catalogue there is.
final class SetupReader {
  private static final String CATALOGUE = "catalogue.json";
  private static final String CLASS = "simulated";

  private final Optional<Path> catalogue;
  private final Catalogue otherwise;
  private final Settings settings;
  private final List<InputProblem> problems;

  /// @param catalogue for directories that bring none
  /// @param otherwise what is sold if there is neither
  /// @param settings of the controller
  SetupReader(
      Optional<Path> catalogue,
      Catalogue otherwise,
      Settings settings,
      List<InputProblem> problems) {
    this.catalogue = catalogue;
    this.otherwise = otherwise;
    this.settings = settings;
    this.problems = problems;
  }

  /// The configuration a snapshot was taken of.
  Optional<Setup> of(ClusterImage image, Path file) {
    var objects = new ArrayList<Setup.Given>();
    for (var resource : List.of(Resource.NODE_POOLS, Resource.NODE_OVERLAYS)) {
      image.all(resource).forEach(object -> objects.add(given(resource, bare(object))));
    }
    return catalogue(Optional.empty()).flatMap(sold -> setup(file.toString(), sold, objects));
  }

  /// As a user would write it.
  private static ObjectNode bare(ObjectNode object) {
    var copy = object.deepCopy();
    copy.remove("status");
    copy.withObject("/metadata").retain("name", "labels", "annotations");
    return copy;
  }

  /// Empty if it has no NodePool or nothing is sold.
  Optional<Setup> read(Path directory) {
    var sold = catalogue(Optional.of(directory.resolve(CATALOGUE)));
    var input = ManifestFiles.read(files(directory), InputStream.nullInputStream());
    problems.addAll(input.problems());
    var objects = new ArrayList<Setup.Given>();
    input.documents().forEach(document -> given(document).ifPresent(objects::add));
    return sold.flatMap(what -> setup(directory.toString(), what, objects));
  }

  private Optional<Setup> setup(String from, Catalogue sold, List<Setup.Given> given) {
    var objects = new ArrayList<>(given);
    objects.add(new Setup.Given(KwokProvider.NODE_CLASSES, nodeClass()));
    if (objects.stream().noneMatch(one -> one.resource().equals(Resource.NODE_POOLS))) {
      wrong(Path.of(from), "no NodePool", "at least one, to buy nodes from");
      return Optional.empty();
    }
    // Pools before what needs them, as a person would apply them.
    objects.sort(Comparator.comparingInt(SetupReader::rank));
    return Optional.of(new Setup(from, market(sold), objects, settings));
  }

  private static Setup.Market market(Catalogue sold) {
    return new Setup.Market(
        sold.types(), new NodeClassKind(KwokProvider.NODE_CLASSES), KwokProvider.labels(sold));
  }

  private static int rank(Setup.Given given) {
    return given.resource().equals(KwokProvider.NODE_CLASSES)
        ? 0
        : given.resource().equals(Resource.NODE_POOLS) ? 1 : 2;
  }

  private Optional<Setup.Given> given(Document document) {
    if (!(document.object() instanceof ObjectNode object)) {
      return Optional.empty();
    }
    var kind = object.path("kind").asText();
    if (kind.endsWith("NodeClass")) {
      return Optional.empty();
    }
    var resource = Kinds.find(object);
    if (resource.isEmpty()) {
      problems.add(
          new InputProblem(
              document.file(),
              document.line(),
              document.name(),
              Problem.at("kind")
                  .found(kind.isEmpty() ? "nothing" : kind)
                  .expected("what a simulated cluster knows: " + Kinds.names())));
      return Optional.empty();
    }
    return Optional.of(given(resource.get(), object.deepCopy()));
  }

  private static Setup.Given given(Resource resource, ObjectNode object) {
    if (resource.isNamespaced() && !object.path("metadata").has("namespace")) {
      object.withObject("/metadata").put("namespace", "default");
    }
    if (resource.equals(Resource.NODE_POOLS)) {
      object.withObject("/spec/template/spec").set("nodeClassRef", reference());
    }
    return new Setup.Given(resource, object);
  }

  private static ObjectNode reference() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("group", KwokNodeClass.GROUP)
        .put("kind", KwokNodeClass.KIND)
        .put("name", CLASS);
  }

  private static ObjectNode nodeClass() {
    var tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", KwokProvider.NODE_CLASSES.apiVersion())
            .put("kind", KwokNodeClass.KIND);
    tree.putObject("metadata").put("name", CLASS);
    tree.putObject("spec");
    return tree;
  }

  /// @param beside a catalogue that comes first, if it is there
  private Optional<Catalogue> catalogue(Optional<Path> beside) {
    var file = beside.filter(Files::isRegularFile).or(() -> catalogue);
    if (file.isEmpty()) {
      return Optional.of(otherwise);
    }
    try {
      var read = CatalogueReader.read(InputText.LIMITED.of(file.get()));
      read.problems().forEach(one -> problems.add(new InputProblem(file.get().toString(), 0, one)));
      if (!read.catalogue().types().isEmpty()) {
        return Optional.of(read.catalogue());
      }
      wrong(file.get(), "no usable instance type", "at least one");
    } catch (IOException e) {
      wrong(file.get(), "an error when reading: " + e, "a readable JSON file");
    }
    return Optional.empty();
  }

  private List<String> files(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of(directory.toString());
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith(CATALOGUE))
          .filter(file -> file.toString().matches(".*\\.(ya?ml|json)"))
          .map(Path::toString)
          .sorted()
          .toList();
    } catch (IOException e) {
      wrong(directory, "an error when reading: " + e, "a readable directory");
      return List.of();
    }
  }

  private void wrong(Path file, String found, String expected) {
    problems.add(
        new InputProblem(file.toString(), 0, Problem.at("").found(found).expected(expected)));
  }
}
