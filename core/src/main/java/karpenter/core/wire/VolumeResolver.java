package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.PodFacts.ClaimedVolume;
import karpenter.core.facts.StorageClassFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.facts.VolumeFacts;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;

/// Finds out what a pod's volumes mean for its place: which drivers attach them, and where they can
/// be reached (spec 01 §4.16).
final class VolumeResolver {
  /// The product over a pod's volumes; each volume rarely has more than one zone.
  static final int MAX_ALTERNATIVES = 256;

  private final Map<String, VolumeClaimFacts> claims = new TreeMap<>();
  private final Map<String, VolumeFacts> volumes = new TreeMap<>();
  private final SortedMap<String, StorageClassFacts> classes = new TreeMap<>();

  /// What was found of one pod's volumes.
  record Resolution(List<Requirements> alternatives, SortedSet<VolumeUse> uses) {
    static final Resolution NONE = new Resolution(List.of(), Collections.emptySortedSet());
  }

  /// Whether a volume that is not as it should be keeps the pod from being placed.
  enum Check {
    PENDING,
    /// The pod runs, so its volumes were good enough.
    RUNNING
  }

  void addClaim(String key, VolumeClaimFacts claim) {
    claims.put(key, claim);
  }

  void addVolume(String name, VolumeFacts volume) {
    volumes.put(name, volume);
  }

  void addClass(String name, StorageClassFacts storageClass) {
    classes.put(name, storageClass);
  }

  static String key(String namespace, String name) {
    return namespace + "/" + name;
  }

  Resolution resolve(Place spec, PodIdentity pod, Check check) {
    return resolve(wanted(spec, pod), spec.get("volumes"), check);
  }

  /// @param volumes of a pod that was read before
  /// @param place where a complaint is to point
  Resolution resolve(String namespace, List<ClaimedVolume> volumes, Place place, Check check) {
    var wanted = new ArrayList<Wanted>();
    for (var volume : volumes) {
      var key = key(namespace, volume.claim());
      var known = Optional.ofNullable(claims.get(key));
      wanted.add(
          new Wanted(
              key,
              place,
              volume.isEphemeral()
                  ? known.or(() -> Optional.of(fromTemplate(namespace, volume)))
                  : known));
    }
    return resolve(wanted, place, check);
  }

  private static VolumeClaimFacts fromTemplate(String namespace, ClaimedVolume volume) {
    return new VolumeClaimFacts(
        namespace, volume.claim(), false, false, false, Optional.empty(), volume.storageClass());
  }

  private Resolution resolve(List<Wanted> all, Place place, Check check) {
    var uses = new TreeSet<VolumeUse>();
    var choices = new ArrayList<List<Requirements>>();
    for (var wanted : all) {
      resolve(wanted, check, uses, choices);
    }
    if (uses.isEmpty() && choices.isEmpty()) {
      return Resolution.NONE;
    }
    return new Resolution(product(choices, place), Collections.unmodifiableSortedSet(uses));
  }

  /// A claim some volume of a pod refers to; `claim` is empty when there is no such object.
  private record Wanted(String key, Place place, Optional<VolumeClaimFacts> claim) {
    void expected(String found, String expected) {
      place.problem("claim " + key + ", " + found, expected);
    }
  }

  /// A claim made for the pod takes the place of a volume of the same name.
  private List<Wanted> wanted(Place spec, PodIdentity pod) {
    var wanted = new ArrayList<Wanted>();
    for (var volume : spec.get("volumes").items()) {
      if (!pod.claimTemplates().containsKey(volume.get("name").text(""))) {
        wantedBy(volume, pod).ifPresent(wanted::add);
      }
    }
    pod.claimTemplates()
        .forEach(
            (name, template) ->
                wanted.add(made(key(pod.namespace(), name + "-" + pod.name()), template)));
    return wanted;
  }

  private Optional<Wanted> wantedBy(Place volume, PodIdentity pod) {
    var persistent = volume.get("persistentVolumeClaim");
    if (persistent.isPresent()) {
      var place = persistent.get("claimName");
      var key = key(pod.namespace(), place.requiredText("the name of a claim"));
      return Optional.of(new Wanted(key, place, Optional.ofNullable(claims.get(key))));
    }
    var template = volume.get("ephemeral", "volumeClaimTemplate");
    return template.isPresent()
        ? Optional.of(
            made(key(pod.namespace(), pod.name() + "-" + volume.get("name").text("")), template))
        : Optional.empty();
  }

  /// A controller makes the claim from the template; until then the template says it all.
  private Wanted made(String key, Place template) {
    var known = Optional.ofNullable(claims.get(key));
    return new Wanted(key, template, known.or(() -> Optional.of(StorageObjects.claim(template))));
  }

  private void resolve(
      Wanted wanted, Check check, SortedSet<VolumeUse> uses, List<List<Requirements>> choices) {
    if (wanted.claim().isEmpty()) {
      if (check == Check.PENDING) {
        wanted.expected("which does not exist", "a PersistentVolumeClaim in the pod's namespace");
      }
      return;
    }
    var claim = wanted.claim().get();
    if (check == Check.PENDING) {
      checkHealth(wanted, claim);
    }
    if (claim.volume().isPresent()) {
      resolveBound(wanted, claim, claim.volume().get(), check, uses, choices);
    } else {
      resolveUnbound(wanted, claim, check, uses, choices);
    }
  }

  private static void checkHealth(Wanted wanted, VolumeClaimFacts claim) {
    if (claim.isDeleting()) {
      wanted.expected("which is being deleted", "a claim that stays");
    }
    if (claim.isLost()) {
      wanted.expected("whose volume is lost", "a claim whose volume exists");
    }
  }

  private void resolveBound(
      Wanted wanted,
      VolumeClaimFacts claim,
      String name,
      Check check,
      SortedSet<VolumeUse> uses,
      List<List<Requirements>> choices) {
    var volume = volumes.get(name);
    if (check == Check.PENDING) {
      if (volume == null) {
        wanted.expected(
            "whose volume " + Place.quoted(name) + " does not exist",
            "an existing PersistentVolume");
      } else if (volume.isDeleting()) {
        wanted.expected(
            "whose volume " + Place.quoted(name) + " is being deleted", "a volume that stays");
      }
      if (!claim.bindingIsCompleted()) {
        wanted.expected("whose binding is not completed", "a claim bound to its volume");
      }
    }
    if (volume != null) {
      volume.driver().ifPresent(driver -> uses.add(new VolumeUse(driver, wanted.key())));
      addChoice(volume.alternatives(), choices);
    }
  }

  private void resolveUnbound(
      Wanted wanted,
      VolumeClaimFacts claim,
      Check check,
      SortedSet<VolumeUse> uses,
      List<List<Requirements>> choices) {
    var name = claim.storageClass().or(this::defaultClass).orElse("");
    var storageClass = classes.get(name);
    if (check == Check.PENDING) {
      checkClass(wanted, name, Optional.ofNullable(storageClass));
    }
    if (storageClass != null) {
      uses.add(new VolumeUse(storageClass.driver(), wanted.key()));
      addChoice(storageClass.alternatives(), choices);
    }
  }

  private static void checkClass(Wanted wanted, String name, Optional<StorageClassFacts> found) {
    if (name.isEmpty()) {
      wanted.expected(
          "which is not bound and names no storage class",
          "a bound claim, or one with a storageClassName");
    } else if (found.isEmpty()) {
      wanted.expected(
          "whose storage class " + Place.quoted(name) + " does not exist",
          "an existing StorageClass");
    } else if (found.get().bindsImmediately()) {
      wanted.expected(
          "which is not bound although its class " + Place.quoted(name) + " binds immediately",
          "a bound claim, or a class that waits for its first consumer");
    }
  }

  /// Where several classes claim to be the default, the first by name: manifests carry no age.
  private Optional<String> defaultClass() {
    return classes.entrySet().stream()
        .filter(entry -> entry.getValue().isDefault())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static void addChoice(List<Requirements> alternatives, List<List<Requirements>> choices) {
    if (!alternatives.isEmpty() && !choices.contains(alternatives)) {
      choices.add(alternatives);
    }
  }

  /// One alternative per combination that is possible. If none is, one impossible one is kept: no
  /// alternative at all would mean that the volumes are everywhere.
  private static List<Requirements> product(List<List<Requirements>> choices, Place place) {
    var joined = List.of(Requirements.none());
    for (var choice : choices) {
      var next = new ArrayList<Requirements>();
      for (var one : joined) {
        for (var other : choice) {
          var both = one.and(other);
          if (!next.contains(both)) {
            next.add(both);
          }
        }
      }
      joined = possible(next);
      if (joined.size() > MAX_ALTERNATIVES) {
        place.problem(
            joined.size() + " combinations of where the volumes can be",
            "at most " + MAX_ALTERNATIVES);
        return joined.subList(0, MAX_ALTERNATIVES);
      }
    }
    return choices.isEmpty() ? List.of() : List.copyOf(joined);
  }

  private static List<Requirements> possible(List<Requirements> alternatives) {
    var possible = alternatives.stream().filter(a -> !a.isContradictory()).toList();
    return possible.isEmpty() ? List.of(alternatives.getFirst()) : possible;
  }
}
