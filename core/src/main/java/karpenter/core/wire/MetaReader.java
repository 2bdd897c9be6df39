package karpenter.core.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.Owner;

/// Reads what objects of all kinds have: metadata and conditions. Equal parts are shared.
record MetaReader(Interner interner) {

  Meta meta(Place object) {
    var metadata = object.get("metadata");
    return new Meta(
        interner.of(metadata.get("namespace").text("")),
        metadata.get("name").requiredText("a name"),
        metadata.get("uid").text(""),
        metadata.get("resourceVersion").text(""),
        metadata.get("generation").number(0, Long.MAX_VALUE).orElse(0),
        PodReader.created(metadata),
        metadata.get("deletionTimestamp").instant(),
        texts(metadata.get("labels")),
        texts(metadata.get("annotations")),
        interner.of(metadata.get("finalizers").texts()),
        owners(metadata));
  }

  /// As they are: an API server has checked them, and a patch must not lose any.
  SortedMap<String, String> texts(Place map) {
    if (map.isAbsent()) {
      return Collections.emptySortedMap();
    }
    var texts = new TreeMap<String, String>();
    map.entries().forEach((key, value) -> texts.put(interner.of(key), interner.of(value.text(""))));
    return interner.of(Collections.unmodifiableSortedMap(texts));
  }

  List<Owner> owners(Place metadata) {
    var owners = new ArrayList<Owner>();
    for (var owner : metadata.get("ownerReferences").items()) {
      owners.add(
          new Owner(
              interner.of(owner.get("apiVersion").text("")),
              interner.of(owner.get("kind").text("")),
              owner.get("name").text(""),
              owner.get("uid").text(""),
              owner.get("controller").flag(),
              owner.get("blockOwnerDeletion").flag()));
    }
    return owners.isEmpty() ? List.of() : interner.of(List.copyOf(owners));
  }

  /// Conditions are other controllers' too: what is missing in one is taken as nothing said.
  Conditions conditions(Place list) {
    var conditions = new ArrayList<Condition>();
    for (var place : list.items()) {
      conditions.add(
          new Condition(
              interner.of(place.get("type").text("")),
              Condition.Status.of(place.get("status").text("")),
              interner.of(place.get("reason").text("")),
              interner.of(place.get("message").text("")),
              place.get("lastTransitionTime").instant().orElse(Instant.EPOCH),
              place.get("observedGeneration").number(0, Long.MAX_VALUE).orElse(0)));
    }
    return Conditions.stored(conditions);
  }
}
