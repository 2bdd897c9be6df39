package karpenter.core.testkit.facts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.Meta;
import karpenter.core.facts.Owner;

/// Metadata, as a fixture builds it.
public final class MetaFixture {
  /// When everything in a test was created unless it says otherwise.
  public static final Instant CREATED = Instant.parse("2026-01-05T09:00:00Z");

  final TreeMap<String, String> labels = new TreeMap<>();
  final TreeMap<String, String> annotations = new TreeMap<>();
  final List<String> finalizers = new ArrayList<>();
  final List<Owner> owners = new ArrayList<>();
  final String namespace;
  final String name;
  String uid;
  Instant created = CREATED;
  Optional<Instant> deleted = Optional.empty();

  MetaFixture(String namespace, String name, String uid) {
    this.namespace = namespace;
    this.name = name;
    this.uid = uid;
  }

  public static Meta meta(String namespace, String name) {
    return new MetaFixture(namespace, name, "uid-" + name).build();
  }

  Meta build() {
    return new Meta(
        namespace,
        name,
        uid,
        "1",
        1,
        created,
        deleted,
        new TreeMap<>(labels),
        new TreeMap<>(annotations),
        finalizers,
        owners);
  }
}
