package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import karpenter.api.schema.Admission;
import karpenter.core.wire.Catalogue;
import karpenter.core.wire.FactsReader;
import karpenter.core.wire.ManifestReader;
import karpenter.core.wire.Read;
import karpenter.core.wire.SourceObject;
import karpenter.core.wire.WireOptions;
import karpenter.provider.kwok.catalogue.KwokCatalogue;

/// Objects that are good JSON, with fields of wrong types, wrong words and wrong numbers: every
/// reader of every kind, the admission of our own resources, and a whole scheduling problem.
final class ObjectsTarget implements Target {
  private static final Catalogue TYPES =
      Catalogue.of(KwokCatalogue.standard().types().subList(0, 5));
  private static final FactsReader READER = new FactsReader(WireOptions.defaults());
  private static final List<Function<JsonNode, Read<?>>> READERS =
      List.of(
          READER::pod,
          READER::node,
          READER::claim,
          READER::pool,
          READER::daemonSet,
          READER::pdb,
          READER::volumeAttachment,
          READER::namespace,
          READER::capacityBuffer,
          READER::nodeOverlay,
          READER::volumeClaim,
          READER::volume,
          READER::storageClass,
          READER::csiNode,
          READER::resourceClaim,
          READER::resourceClaimTemplate,
          READER::deviceClass,
          READER::resourceSlice,
          READER::plainSelector,
          READER::selector,
          tree -> READER.nodeClass("karpenter.kwok.sh", "KWOKNodeClass", tree));

  private final List<byte[]> corpus =
      Corpus.joined(
          JsonTarget.CORPUS,
          Corpus.files(
              List.of(".yaml"), "examples", "app/src/test/resources", "../shared/manifests"));

  @Override
  public String name() {
    return "objects";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "operator: In\n",
        "\"operator\":\"Gt\"",
        "\"operator\":\"NotIn\"",
        "values: []\n",
        "\"values\":[\"1\",\"-5\"]",
        "matchLabels:",
        "matchExpressions:",
        "\"topologyKey\":",
        "\"maxSkew\":",
        "minDomains",
        "\"cpu\":\"",
        "1e999",
        "10%",
        "-1",
        "\"\"",
        "null",
        "[]",
        "{}",
        "Never",
        "0s",
        "topologySpreadConstraints",
        "karpenter.sh/capacity-type",
        "kubernetes.io/hostname",
        "99999999999999999999",
        "1.5",
        "a/b/c");
  }

  /// An object of the corpus in which a few fields have other values.
  @Override
  public byte[] generate(RandomGenerator random) {
    var documents = YamlTarget.documents(corpus.get(random.nextInt(corpus.size())));
    if (documents.isEmpty()) {
      return new Grammar(random).json().getBytes(UTF_8);
    }
    var tree = documents.get(random.nextInt(documents.size())).object().deepCopy();
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      change((JsonNode) tree, random);
    }
    return tree.toString().getBytes(UTF_8);
  }

  private void change(JsonNode tree, RandomGenerator random) {
    var places = new ArrayList<ObjectNode>();
    collect(tree, places);
    if (places.isEmpty()) {
      return;
    }
    var place = places.get(random.nextInt(places.size()));
    var names = new ArrayList<String>();
    place.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      place.put("a", 1);
      return;
    }
    var name = names.get(random.nextInt(names.size()));
    var other = places.get(random.nextInt(places.size()));
    switch (random.nextInt(10)) {
      case 0 -> place.remove(name);
      case 1 -> place.putNull(name);
      case 2 -> place.put(name, random.nextLong());
      case 3 -> place.put(name, random.nextBoolean());
      case 4 -> place.putArray(name).add(new Grammar(random).quantity()).addNull();
      case 5 -> place.putObject(name).put("a", "b").putNull("c");
      case 6 -> place.put(name, new Grammar(random).quantity());
      case 7 -> place.put(name, new Grammar(random).trap());
      case 8 -> place.put(name, words().get(random.nextInt(words().size())));
      default -> place.set(name, other.deepCopy());
    }
  }

  private static void collect(JsonNode tree, List<ObjectNode> places) {
    if (tree instanceof ObjectNode object) {
      places.add(object);
    }
    tree.forEach(child -> collect(child, places));
  }

  @Override
  public void read(byte[] input) {
    var objects = new ArrayList<SourceObject>();
    for (var document : YamlTarget.documents(input)) {
      objects.add(new SourceObject(document.source(), document.object()));
      facts(document.object());
      if (Admission.concerns(document.object())) {
        admission(document.object());
      }
    }
    var read = ManifestReader.read(objects, TYPES, WireOptions.defaults());
    Breach.unlessTold(read.problems().stream().map(problem -> problem.problem()).toList());
  }

  private static void facts(JsonNode object) {
    for (var reader : READERS) {
      if (reader.apply(object) instanceof Read.Refused<?>(var problems)) {
        Breach.unless(!problems.isEmpty(), "a refusal has a reason");
        Breach.unlessTold(problems);
      }
    }
  }

  private static void admission(JsonNode object) {
    switch (Admission.ofNew(object)) {
      case Admission.Refused(var problems, _) -> {
        Breach.unless(!problems.isEmpty(), "a refusal has a reason");
        Breach.unlessTold(problems);
      }
      case Admission.Accepted(_, var stored, _) ->
          Breach.unless(
              Admission.ofNew(stored) instanceof Admission.Accepted(_, var again, _)
                  && again.equals(stored),
              "what is stored can be stored again: %s",
              stored);
    }
  }
}
