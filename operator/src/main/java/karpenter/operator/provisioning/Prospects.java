package karpenter.operator.provisioning;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.provisioning.Prospect;
import karpenter.core.requirement.Requirements;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;

/// What is certain of claims that are not launched. Claims of one pass often ask for the same, and
/// ask it until they are launched.
final class Prospects {
  private static final int MAX_REMEMBERED = 1_000;

  private final TypeSource types;
  private final Set<String> wellKnown;
  private final Map<Asked, Optional<Prospect>> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Optional<Prospect>> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  private final Map<String, TypesAnswer> answers = new HashMap<>();
  private long answersOf = -1;

  private record Asked(Requirements requirements, String pool, long typesVersion) {}

  Prospects(TypeSource types, Set<String> wellKnown) {
    this.types = types;
    this.wellKnown = wellKnown;
  }

  void forget() {
    known.clear();
    answers.clear();
    answersOf = -1;
  }

  Optional<Prospect> of(ClaimFacts claim, ClusterSnapshot snapshot) {
    var pool = snapshot.pool(claim.meta().label(Labels.NODE_POOL));
    return pool.flatMap(
        p ->
            switch (answer(p, snapshot)) {
              case TypesAnswer.Types(var list, var version) ->
                  of(new Asked(claim.requirements(), p.name(), version), list);
              case TypesAnswer.NotKnown _ -> Optional.empty();
            });
  }

  private Optional<Prospect> of(Asked asked, List<InstanceType> list) {
    return known.computeIfAbsent(asked, a -> Prospect.of(a.requirements(), list, wellKnown));
  }

  /// Asked once per snapshot: there are many claims, and few pools.
  private TypesAnswer answer(PoolState pool, ClusterSnapshot snapshot) {
    if (answersOf != snapshot.version()) {
      answersOf = snapshot.version();
      answers.clear();
    }
    return answers.computeIfAbsent(
        pool.name(), _ -> types.types(pool.facts(), snapshot.nodeClass(pool.facts().nodeClass())));
  }
}
