package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// "Pods like these, in the same or in another domain of this key."
record PodTerm(String topologyKey, PodMatcher matcher) {

  /// Which pods a term speaks of; namespaces are already resolved to names.
  record PodMatcher(SortedSet<String> namespaces, Selector selector) {
    boolean matches(Pod pod) {
      return namespaces.contains(pod.namespace()) && selector.matches(pod.labels());
    }
  }

  /// The pod that declares a term, as far as reading the term needs it.
  record Declarer(String namespace, Map<String, String> labels, Namespaces namespaces) {}

  static PodTerm read(JsonNode json, Declarer declarer) {
    // The API server folds these keys into the selector; folding them twice changes nothing.
    var selector =
        Selector.read(Json.find(json, "labelSelector"))
            .matching(Json.texts(json.path("matchLabelKeys")), declarer.labels())
            .mismatching(Json.texts(json.path("mismatchLabelKeys")), declarer.labels());
    return new PodTerm(
        Json.text(json, "topologyKey"), new PodMatcher(namespaces(json, declarer), selector));
  }

  private static SortedSet<String> namespaces(JsonNode json, Declarer declarer) {
    var names = new TreeSet<>(Json.texts(json.path("namespaces")));
    var selector = Json.find(json, "namespaceSelector");
    if (names.isEmpty() && selector.isEmpty()) names.add(declarer.namespace());
    if (selector.isPresent()) names.addAll(declarer.namespaces().selected(Selector.read(selector)));
    return names;
  }

  /// A term that is wished for.
  record Preferred(int weight, PodTerm term) {
    static Preferred read(JsonNode json, Declarer declarer) {
      return new Preferred(
          json.path("weight").asInt(), PodTerm.read(json.path("podAffinityTerm"), declarer));
    }
  }

  /// All that one pod asks of its neighbours.
  record Terms(
      List<PodTerm> affinity,
      List<PodTerm> antiAffinity,
      List<Preferred> preferredAffinity,
      List<Preferred> preferredAntiAffinity) {

    static Terms read(JsonNode affinity, Declarer declarer) {
      return new Terms(
          required(affinity.path("podAffinity"), declarer),
          required(affinity.path("podAntiAffinity"), declarer),
          preferred(affinity.path("podAffinity"), declarer),
          preferred(affinity.path("podAntiAffinity"), declarer));
    }

    private static List<PodTerm> required(JsonNode json, Declarer declarer) {
      return Json.items(
          json.path("requiredDuringSchedulingIgnoredDuringExecution"),
          term -> PodTerm.read(term, declarer));
    }

    private static List<Preferred> preferred(JsonNode json, Declarer declarer) {
      return Json.items(
          json.path("preferredDuringSchedulingIgnoredDuringExecution"),
          term -> Preferred.read(term, declarer));
    }
  }
}
