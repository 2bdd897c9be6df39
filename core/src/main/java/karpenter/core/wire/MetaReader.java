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
import karpenter.core.resource.Resources;

/// Reads what objects of all kinds have: metadata and conditions. Equal parts are shared.
final class MetaReader {
  private final Interner interner;
  private final Recall<SortedMap<String, String>> knownTexts;
  private final Recall<List<Owner>> knownOwners;
  private final Recall<Resources> knownAmounts;
  private final Recall<Condition> knownConditions;

  /// @param places how many parts of each kind are recognised when they come again
  MetaReader(Interner interner, int places) {
    this.interner = interner;
    this.knownTexts = Recall.of(places);
    this.knownOwners = Recall.of(places);
    this.knownAmounts = Recall.of(places);
    this.knownConditions = Recall.of(places);
  }

  Interner interner() {
    return interner;
  }

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
    return map.isAbsent() ? Collections.emptySortedMap() : knownTexts.of(map, this::textsAnew);
  }

  private SortedMap<String, String> textsAnew(Place map) {
    var texts = new TreeMap<String, String>();
    map.entries().forEach((key, value) -> texts.put(interner.of(key), interner.of(value.text(""))));
    return interner.of(Collections.unmodifiableSortedMap(texts));
  }

  List<Owner> owners(Place metadata) {
    return knownOwners.of(metadata.get("ownerReferences"), this::ownersAnew);
  }

  private List<Owner> ownersAnew(Place references) {
    var owners = new ArrayList<Owner>();
    for (var owner : references.items()) {
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

  /// What a machine has.
  Resources capacity(Place amounts) {
    return knownAmounts.of(amounts, place -> interner.of(Amounts.capacity(place)));
  }

  /// Conditions are other controllers' too: what is missing in one is taken as nothing said.
  Conditions conditions(Place list) {
    var conditions = new ArrayList<Condition>();
    for (var place : list.items()) {
      conditions.add(knownConditions.of(place, this::condition));
    }
    return Conditions.stored(conditions);
  }

  private Condition condition(Place place) {
    return new Condition(
        interner.of(place.get("type").text("")),
        Condition.Status.of(place.get("status").text("")),
        interner.of(place.get("reason").text("")),
        interner.of(place.get("message").text("")),
        place.get("lastTransitionTime").instant().orElse(Instant.EPOCH),
        place.get("observedGeneration").number(0, Long.MAX_VALUE).orElse(0));
  }
}
