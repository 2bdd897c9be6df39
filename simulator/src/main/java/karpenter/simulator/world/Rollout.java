package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// How many pods each template of a Deployment may have at the moment.
///
/// @param wanted pods in all
/// @param surge how many more there may be meanwhile
/// @param unavailable how many fewer may be available meanwhile
/// @param isRecreate earlier pods go before new ones come
record Rollout(int wanted, int surge, int unavailable, boolean isRecreate) {
  private static final int USUAL_PERCENT = 25;
  private static final int PERCENT = 100;

  /// @param asked pods the set is to have
  /// @param there pods it has
  /// @param available those of them that are ready
  record Size(int asked, int there, int available) {}

  /// @param earlier in the order they were given
  record Sizes(int present, List<Integer> earlier) {}

  static Rollout of(JsonNode deployment) {
    int wanted = deployment.path("spec").path("replicas").asInt(1);
    var strategy = deployment.path("spec").path("strategy");
    int surge = share(strategy.path("rollingUpdate").path("maxSurge"), wanted, true);
    int unavailable = share(strategy.path("rollingUpdate").path("maxUnavailable"), wanted, false);
    boolean isStuck = surge == 0 && unavailable == 0;
    return new Rollout(
        wanted,
        surge,
        isStuck ? 1 : unavailable,
        strategy.path("type").asText().equals("Recreate"));
  }

  /// A number or a percentage; surge is rounded up, what may be missing down.
  private static int share(JsonNode amount, int of, boolean isRoundedUp) {
    if (amount.isInt()) {
      return amount.intValue();
    }
    var text = amount.asText();
    int percent =
        text.endsWith("%") ? Integer.parseInt(text.substring(0, text.length() - 1)) : USUAL_PERCENT;
    return isRoundedUp ? Math.ceilDiv(of * percent, PERCENT) : of * percent / PERCENT;
  }

  Sizes sizes(Size present, List<Size> earlier) {
    int asked = earlier.stream().mapToInt(Size::asked).sum();
    int there = earlier.stream().mapToInt(Size::there).sum();
    if (isRecreate) {
      return new Sizes(asked + there > 0 ? present.asked() : wanted, nothing(earlier));
    }
    if (asked == 0) {
      return new Sizes(wanted, nothing(earlier));
    }
    int room = Math.max(0, wanted + surge - asked - present.asked());
    int grown = Math.min(wanted, present.asked() + room);
    return new Sizes(grown, shrunk(present, grown, earlier));
  }

  private static List<Integer> nothing(List<Size> earlier) {
    return earlier.stream().map(_ -> 0).toList();
  }

  /// Pods of earlier templates that are not available go first, then as many as others stand in
  /// for. New pods that are not available yet count as missing.
  private List<Integer> shrunk(Size present, int grown, List<Size> earlier) {
    int least = wanted - unavailable;
    int asked = earlier.stream().mapToInt(Size::asked).sum();
    int missing = Math.max(0, grown - present.available());
    int mayGo = Math.max(0, grown + asked - least - missing);
    var left = new ArrayList<Integer>();
    int available = present.available();
    for (var size : earlier) {
      int broken = Math.clamp(size.asked() - size.available(), 0, mayGo);
      mayGo -= broken;
      left.add(size.asked() - broken);
      available += Math.min(size.available(), size.asked() - broken);
    }
    int spare = Math.min(mayGo, Math.max(0, available - least));
    for (int i = 0; i < left.size(); i++) {
      int goes = Math.min(left.get(i), spare);
      spare -= goes;
      left.set(i, left.get(i) - goes);
    }
    return left;
  }
}
