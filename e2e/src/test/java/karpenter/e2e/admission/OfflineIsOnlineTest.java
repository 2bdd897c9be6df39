package karpenter.e2e.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Pattern;
import karpenter.api.Problem;
import karpenter.api.schema.Admission;
import karpenter.api.schema.Crd;
import karpenter.api.schema.CrdSchemas;
import karpenter.api.schema.GeneratedDocuments;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `plan` and `lint` say of an object is what the API server says: verdict and field paths, of
/// new objects and of changes.
///
/// Where a rule is about every item of a list the server names the list, and we the item. Where the
/// server stopped at the schema, and says so, we also tell what its rules would have found.
@WithCluster
class OfflineIsOnlineTest {
  private static final int NEW_OBJECTS = Integer.getInteger("admission.new", 2_200);
  private static final int CHANGES = Integer.getInteger("admission.changes", 800);
  private static final long SEED = Long.getLong("admission.seed", 20260105L);
  private static final int SHOWN = 20;

  /// What the server writes where its remark is about no field. A path that begins with a dot is
  /// the scale subresource's echo of a type error that is told anyway.
  private static final String NO_FIELD = "<nil>";

  /// Passes the schema, but is more than any reader written in Go can hold: we refuse it early, on
  /// purpose.
  private static final String CENTURIES = "9999999999999h";

  /// The server gives up on deep nests at some point of its own.
  private static final String DEEP = "{\"spec\":[".repeat(40);

  /// In a status, which we do not look at, and which the server has to decode before it drops it.
  private static final Pattern HUGE_NUMBER = Pattern.compile("1E\\+3[0-9][0-9]");

  static List<Crd> kinds() {
    return CrdSchemas.all();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void the_verdict_and_the_paths_are_the_servers(Crd crd, TestCluster cluster) throws Exception {
    var api = new RawApi(cluster.kubeconfig());
    var random = new SplittableRandom(SEED + crd.kind().hashCode());
    var comparison = new Comparison();

    for (int i = 0; i < NEW_OBJECTS; i++) {
      var document =
          readable(
              GeneratedDocuments.damaged(
                  named(GeneratedDocuments.of(crd, random), "new-" + i), i % 3, random));
      if (isComparable(crd, document)) {
        comparison.add(
            document,
            Admission.ofNew(withoutStatus(document)),
            api.send("POST", path(crd, "") + "?dryRun=All", document));
      }
    }
    for (int i = 0; i < CHANGES; i++) {
      var old = stored(api, crd, "old-" + i, random);
      var changed = readable(GeneratedDocuments.damaged(old.deepCopy(), 1 + i % 2, random));
      if (isComparable(crd, changed) && isSameObject(old, changed)) {
        comparison.add(
            changed,
            Admission.ofChange(withoutStatus(old), withoutStatus(changed)),
            api.send("PUT", path(crd, old.at("/metadata/name").asText()) + "?dryRun=All", changed));
      }
    }

    assertThat(comparison.compared).isGreaterThan((NEW_OBJECTS + CHANGES) * 2 / 3);
    assertThat(comparison.accepted).isPositive();
    assertThat(comparison.refused).isPositive();
    assertThat(comparison.disagreements)
        .as("seed %d, %d compared", SEED, comparison.compared)
        .isEmpty();
  }

  /// The server knows the kind from the address; we only from the document.
  private static boolean isComparable(Crd crd, JsonNode document) throws IOException {
    return document.path("kind").asText().equals(crd.kind())
        && document.path("apiVersion").asText().equals(crd.apiVersion())
        && !RawApi.text(document).contains(DEEP)
        && hasPlainMetadata(document.path("metadata"))
        && !HUGE_NUMBER.matcher(document.path("status").toString()).find();
  }

  /// Metadata is Kubernetes' own, and most of its fields are not for users to write.
  private static boolean hasPlainMetadata(JsonNode metadata) {
    return (metadata.path("generation").isMissingNode() || metadata.path("generation").isInt())
        && metadata.path("creationTimestamp").asText().matches("|20\\d\\d-.*Z");
  }

  private static JsonNode readable(JsonNode document) throws IOException {
    return RawApi.tree(RawApi.text(document).replace(CENTURIES, "99h").replace("\uD83D", "x"));
  }

  /// Status is not the user's to write: the server drops it before it looks.
  private static JsonNode withoutStatus(JsonNode document) {
    var copy = (ObjectNode) document.deepCopy();
    copy.remove("status");
    return copy;
  }

  /// A change of name, version or kind is another object to the server, not a change.
  private static boolean isSameObject(JsonNode old, JsonNode changed) {
    return changed.at("/metadata/name").equals(old.at("/metadata/name"))
        && changed.at("/metadata/resourceVersion").equals(old.at("/metadata/resourceVersion"))
        && changed.at("/metadata/uid").equals(old.at("/metadata/uid"))
        && changed.at("/metadata/namespace").equals(old.at("/metadata/namespace"))
        && changed.path("kind").equals(old.path("kind"))
        && changed.path("apiVersion").equals(old.path("apiVersion"));
  }

  private static ObjectNode stored(RawApi api, Crd crd, String name, SplittableRandom random)
      throws Exception {
    for (int attempt = 0; attempt < 200; attempt++) {
      var document = readable(named(GeneratedDocuments.of(crd, random), name));
      var reply = api.send("POST", path(crd, ""), document);
      if (reply.code() == 201) {
        var stored = (ObjectNode) reply.body();
        ((ObjectNode) stored.path("metadata")).remove("managedFields");
        return stored;
      }
    }
    throw new IllegalStateException("no generated " + crd.kind() + " was acceptable");
  }

  private static ObjectNode named(JsonNode document, String name) {
    ((ObjectNode) document.path("metadata")).put("name", name);
    return (ObjectNode) document;
  }

  private static String path(Crd crd, String name) {
    var plural = crd.document().at("/spec/names/plural").asText();
    var base =
        "/apis/" + crd.apiVersion() + (crd.isNamespaced() ? "/namespaces/default/" : "/") + plural;
    return name.isEmpty() ? base : base + "/" + name;
  }

  /// Counts, and keeps the first differences.
  private static final class Comparison {
    /// We quote keys that are not plain words; the server does not.
    private static final Pattern QUOTED_KEY = Pattern.compile("\\[\"(.*?)\"]");

    private final List<String> disagreements = new ArrayList<>();
    private int compared;
    private int accepted;
    private int refused;

    void add(JsonNode document, Admission offline, RawApi.Reply online) {
      // What cannot even be decoded never meets the schema; refusing is all there is to compare.
      boolean isDecoded = online.code() != 400;
      boolean accepts = online.code() == 200 || online.code() == 201;
      compared++;
      accepted += accepts ? 1 : 0;
      refused += accepts ? 0 : 1;
      var ours = paths(offline);
      var theirs = paths(online.body());
      boolean agree =
          accepts == offline instanceof Admission.Accepted
              && (!isDecoded || isSame(ours, theirs, online.body()));
      if (!agree && disagreements.size() < SHOWN) {
        disagreements.add(
            "server %d %s, we %s, for %s".formatted(online.code(), theirs, ours, cut(document))
                + "\n  "
                + cut(online.body().path("message")));
      }
    }

    private static boolean isSame(TreeSet<String> ours, TreeSet<String> theirs, JsonNode status) {
      boolean checkedAll = !status.path("message").asText().contains("rules were not checked");
      if (theirs.isEmpty() && status.path("code").asInt() == 422) {
        return true; // a remark without a field, such as an integer that is too long
      }
      return theirs.stream().allMatch(path -> ours.stream().anyMatch(o -> isWithin(o, path)))
          && (!checkedAll
              || ours.stream().allMatch(path -> theirs.stream().anyMatch(t -> isWithin(path, t))));
    }

    private static boolean isWithin(String path, String outer) {
      return path.equals(outer) || path.startsWith(outer + "[") || path.startsWith(outer + ".");
    }

    private static String cut(JsonNode node) {
      var text = text(node);
      return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
    }

    private static String text(JsonNode node) {
      try {
        return RawApi.text(node);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static TreeSet<String> paths(Admission admission) {
      var paths = new TreeSet<String>();
      if (admission instanceof Admission.Refused refused) {
        refused.problems().stream()
            .map(Problem::path)
            .map(path -> QUOTED_KEY.matcher(path).replaceAll(".$1"))
            .forEach(paths::add);
      }
      return paths;
    }

    private static TreeSet<String> paths(JsonNode status) {
      var paths = new TreeSet<String>();
      status.at("/details/causes").forEach(cause -> paths.add(cause.path("field").asText()));
      paths.removeIf(path -> path.equals(NO_FIELD) || path.startsWith("."));
      return paths;
    }
  }
}
