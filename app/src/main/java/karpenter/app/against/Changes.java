package karpenter.app.against;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import karpenter.api.Problem;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.InputProblem;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Kinds;
import karpenter.app.snapshot.Redaction;
import karpenter.core.wire.ManifestReader;
import karpenter.core.wire.SourceObject;
import karpenter.core.wire.WireOptions;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokLabels;

/// What a user is about to do to a cluster: manifests to apply, objects to delete.
///
/// @param problems what of it cannot be understood; the rest is done without it
/// @param notes what of it plays no part
public record Changes(List<Change> steps, List<InputProblem> problems, List<String> notes) {
  /// Read before everything else, because others refer to them.
  private static final List<Resource> CONTEXT =
      List.of(
          Resource.NAMESPACES,
          Kinds.PRIORITY_CLASSES,
          Resource.STORAGE_CLASSES,
          Resource.PERSISTENT_VOLUMES,
          Resource.PERSISTENT_VOLUME_CLAIMS,
          Resource.NODE_POOLS);

  /// One of them.
  public sealed interface Change {
    Resource resource();

    ObjectKey key();

    record Create(Resource resource, ObjectNode object) implements Change {
      @Override
      public ObjectKey key() {
        return ClusterImage.key(object);
      }
    }

    /// @param object as it is to be, with what only the cluster knows taken from before
    /// @param remakesPods its pods are of another template
    record Replace(Resource resource, ObjectNode object, boolean remakesPods) implements Change {
      @Override
      public ObjectKey key() {
        return ClusterImage.key(object);
      }
    }

    record Delete(Resource resource, ObjectKey key) implements Change {}
  }

  /// @param deletions as `deployment/shop/web` or `nodepool/default`
  public static Changes of(
      ClusterImage image, List<Document> documents, List<String> deletions, Catalogue catalogue) {
    return new Reader(image, catalogue).read(documents, deletions);
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  private static final class Reader {
    private final ClusterImage image;
    private final Catalogue catalogue;
    private final List<Change> steps = new ArrayList<>();
    private final List<InputProblem> problems = new ArrayList<>();
    private final TreeMap<String, Integer> ignored = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();

    Reader(ClusterImage image, Catalogue catalogue) {
      this.image = image;
      this.catalogue = catalogue;
    }

    Changes read(List<Document> documents, List<String> deletions) {
      var bad = check(documents);
      var seen = new HashSet<String>();
      for (var document : documents) {
        var resource = Kinds.of(document.object());
        if (resource.isEmpty() || !(document.object() instanceof ObjectNode object)) {
          ignored.merge(document.object().path("kind").asText("document"), 1, Integer::sum);
        } else if (!bad.contains(document.source())) {
          apply(resource.get(), Redaction.of(placed(resource.get(), object)), seen);
        }
      }
      deletions.forEach(this::delete);
      ignored.forEach(
          (kind, count) -> notes.add("%s (%d): plays no part here".formatted(kind, count)));
      return new Changes(List.copyOf(steps), List.copyOf(problems), List.copyOf(notes));
    }

    private static ObjectNode placed(Resource resource, ObjectNode object) {
      var placed = object.deepCopy();
      if (resource.isNamespaced() && placed.at("/metadata/namespace").asText().isEmpty()) {
        placed.withObject("/metadata").put("namespace", "default");
      }
      return placed;
    }

    /// The documents that cannot be used, by source.
    private Set<String> check(List<Document> documents) {
      var objects = new ArrayList<SourceObject>();
      var replaced = new HashSet<String>();
      for (var document : documents) {
        objects.add(new SourceObject(document.source(), document.object()));
        replaced.add(document.name());
      }
      for (var resource : CONTEXT) {
        for (var object : image.all(resource)) {
          if (!replaced.contains(name(object))) {
            objects.add(new SourceObject("cluster", object));
          }
        }
      }
      var options = WireOptions.withLabels(catalogue.labels(), List.of(KwokLabels.GROUP));
      var read = ManifestReader.read(objects, _ -> catalogue.types(), options);
      Map<String, Document> bySource =
          documents.stream()
              .collect(
                  Collectors.toMap(Document::source, Function.identity(), (first, _) -> first));
      var bad = new HashSet<String>();
      for (var one : read.problems()) {
        var document = bySource.get(one.source());
        if (document != null) {
          bad.add(one.source());
          int line = document.lineOf(one.problem().path());
          problems.add(new InputProblem(document.file(), line, one.object(), one.problem()));
        }
      }
      problems.sort(Comparator.comparing(InputProblem::file).thenComparing(InputProblem::line));
      return bad;
    }

    private static String name(ObjectNode object) {
      var namespace = object.at("/metadata/namespace").asText();
      return object.path("kind").asText()
          + " "
          + (namespace.isEmpty() ? "" : namespace + "/")
          + object.at("/metadata/name").asText();
    }

    private void apply(Resource resource, ObjectNode object, Set<String> seen) {
      var name = name(object);
      if (!seen.add(name)) {
        notes.add(name + ": is there twice, and the later one counts");
        steps.removeIf(
            step ->
                step.resource().equals(resource) && step.key().equals(ClusterImage.key(object)));
      }
      var before = image.find(resource, ClusterImage.key(object));
      if (before.isEmpty()) {
        steps.add(new Change.Create(resource, object));
      } else if (resource.equals(Resource.PODS) || resource.equals(Kinds.JOBS)) {
        notes.add(name + ": is there already, and what it is cannot be changed");
      } else {
        steps.add(replaced(resource, before.get(), object));
      }
    }

    private static Change.Replace replaced(
        Resource resource, ObjectNode before, ObjectNode manifest) {
      var after = manifest.deepCopy();
      var metadata = (ObjectNode) before.path("metadata").deepCopy();
      for (var map : List.of("labels", "annotations")) {
        for (var entry : manifest.path("metadata").path(map).properties()) {
          metadata.withObject("/" + map).set(entry.getKey(), entry.getValue());
        }
      }
      after.set("metadata", metadata);
      if (before.has("status")) {
        after.set("status", before.path("status").deepCopy());
      }
      // Scaled by somebody else, such as an autoscaler, unless the manifest says a number.
      if (!manifest.path("spec").has("replicas") && before.path("spec").has("replicas")) {
        after.withObject("/spec").set("replicas", before.at("/spec/replicas"));
      }
      boolean hasTemplate = before.at("/spec/template/spec").has("containers");
      boolean isSame =
          hasTemplate && Templates.areSame(before.at("/spec/template"), after.at("/spec/template"));
      if (isSame) {
        after.withObject("/spec").set("template", before.at("/spec/template").deepCopy());
      }
      return new Change.Replace(resource, after, hasTemplate && !isSame);
    }

    private void delete(String text) {
      var parts = text.split("/", -1);
      Optional<Resource> resource = parts.length < 2 ? Optional.empty() : Kinds.named(parts[0]);
      if (resource.isEmpty() || parts.length > 3) {
        problems.add(wrong(text, "KIND/NAME or KIND/NAMESPACE/NAME, such as deployment/shop/web"));
        return;
      }
      var key =
          parts.length == 3
              ? ObjectKey.of(parts[1], parts[2])
              : ObjectKey.of(resource.get().isNamespaced() ? "default" : "", parts[1]);
      if (image.find(resource.get(), key).isEmpty()) {
        problems.add(wrong(text, "an object of the cluster"));
      } else {
        steps.add(new Change.Delete(resource.get(), key));
      }
    }

    private static InputProblem wrong(String text, String expected) {
      return new InputProblem(
          "--delete", 0, Problem.at("").found("\"%s\"".formatted(text)).expected(expected));
    }
  }
}
