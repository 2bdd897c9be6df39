package karpenter.core.facts;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Object metadata, as far as anybody here reads or changes it.
///
/// @param namespace empty for cluster-scoped objects
/// @param version the resourceVersion: compare for equality only, and send back as a precondition
/// @param deleted when deletion was asked for
public record Meta(
    String namespace,
    String name,
    String uid,
    String version,
    long generation,
    Instant created,
    Optional<Instant> deleted,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    List<String> finalizers,
    List<Owner> owners) {

  public Meta {
    finalizers = List.copyOf(finalizers);
    owners = List.copyOf(owners);
  }

  public boolean isDeleting() {
    return deleted.isPresent();
  }

  /// The label's value; empty when there is none.
  public String label(String key) {
    return orEmpty(labels.get(key));
  }

  /// The annotation's value; empty when there is none.
  public String annotation(String key) {
    return orEmpty(annotations.get(key));
  }

  /// No map of texts has a null in it, so one look is enough.
  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  public boolean hasFinalizer(String finalizer) {
    return finalizers.contains(finalizer);
  }

  public Meta withVersion(String changed) {
    return new Meta(
        namespace,
        name,
        uid,
        changed,
        generation,
        created,
        deleted,
        labels,
        annotations,
        finalizers,
        owners);
  }

  public Meta withLabels(SortedMap<String, String> changed) {
    return new Meta(
        namespace,
        name,
        uid,
        version,
        generation,
        created,
        deleted,
        Collections.unmodifiableSortedMap(new TreeMap<>(changed)),
        annotations,
        finalizers,
        owners);
  }

  public Meta withAnnotations(SortedMap<String, String> changed) {
    return new Meta(
        namespace,
        name,
        uid,
        version,
        generation,
        created,
        deleted,
        labels,
        Collections.unmodifiableSortedMap(new TreeMap<>(changed)),
        finalizers,
        owners);
  }

  public Meta withLabel(String key, String value) {
    var changed = new TreeMap<>(labels);
    changed.put(key, value);
    return withLabels(changed);
  }

  public Meta withAnnotation(String key, String value) {
    var changed = new TreeMap<>(annotations);
    changed.put(key, value);
    return withAnnotations(changed);
  }

  public Meta withFinalizers(List<String> changed) {
    return new Meta(
        namespace,
        name,
        uid,
        version,
        generation,
        created,
        deleted,
        labels,
        annotations,
        changed,
        owners);
  }

  public Meta withOwners(List<Owner> changed) {
    return new Meta(
        namespace,
        name,
        uid,
        version,
        generation,
        created,
        deleted,
        labels,
        annotations,
        finalizers,
        changed);
  }
}
