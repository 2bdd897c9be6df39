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
import karpenter.app.manifest.ManifestFiles;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.CatalogueReader;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.trace.Kinds;
import karpenter.simulator.trace.Setup;

/// Reads a directory of NodePools and other objects, and the catalogue beside them.
///
/// Node classes are not looked at: every pool buys from the one catalogue there is.
final class SetupReader {
  private static final String CATALOGUE = "catalogue.json";
  private static final String CLASS = "simulated";

  private final Optional<Path> catalogue;
  private final List<InputProblem> problems;

  /// @param catalogue for directories that bring none
  SetupReader(Optional<Path> catalogue, List<InputProblem> problems) {
    this.catalogue = catalogue;
    this.problems = problems;
  }

  /// Empty if it has no NodePool or nothing is sold.
  Optional<Setup> read(Path directory) {
    var sold = catalogue(directory);
    var input = ManifestFiles.read(files(directory), InputStream.nullInputStream());
    problems.addAll(input.problems());
    var objects = new ArrayList<Setup.Given>();
    objects.add(new Setup.Given(KwokProvider.NODE_CLASSES, nodeClass()));
    for (var document : input.documents()) {
      given(document).ifPresent(objects::add);
    }
    if (objects.stream().noneMatch(one -> one.resource().equals(Resource.NODE_POOLS))) {
      wrong(directory, "no NodePool", "at least one, to buy nodes from");
      return Optional.empty();
    }
    // Pools before what needs them, as a person would apply them.
    objects.sort(Comparator.comparingInt(SetupReader::rank));
    return sold.map(
        what -> new Setup(directory.toString(), market(what), objects, Settings.DEFAULT));
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
    var copy = object.deepCopy();
    if (resource.get().isNamespaced() && !copy.path("metadata").has("namespace")) {
      copy.withObject("/metadata").put("namespace", "default");
    }
    if (resource.get().equals(Resource.NODE_POOLS)) {
      copy.withObject("/spec/template/spec").set("nodeClassRef", reference());
    }
    return Optional.of(new Setup.Given(resource.get(), copy));
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

  private Optional<Catalogue> catalogue(Path directory) {
    var beside = directory.resolve(CATALOGUE);
    var file = Files.isRegularFile(beside) ? Optional.of(beside) : catalogue;
    if (file.isEmpty()) {
      return Optional.of(KwokCatalogue.standard());
    }
    try {
      var read = CatalogueReader.read(ManifestFiles.text(file.get()));
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
