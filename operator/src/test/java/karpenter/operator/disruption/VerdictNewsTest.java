package karpenter.operator.disruption;

import static karpenter.core.testkit.facts.NodeFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Move;
import karpenter.core.disruption.NodeObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.PodObstacle;
import karpenter.core.disruption.PolicyObstacle;
import karpenter.core.disruption.Verdict;
import karpenter.operator.event.EventNote;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

class VerdictNewsTest {
  private final TestWorld world = new TestWorld(_ -> List.of());
  private final VerdictNews news = new VerdictNews(world.context());
  private final StateNode node = StateNode.of(node("n").build());

  private static Verdict verdict(Optional<Move> best, Obstacle... obstacles) {
    return new Verdict("c", "n", "general", best, List.of(obstacles), TestWorld.START);
  }

  private static final Move SAVING =
      new Move(Method.SINGLE_NODE, List.of("c"), List.of(), 0.25, 0, 3);

  @Test
  void first_verdict_is_no_news() {
    news.tell(node, Optional.empty(), verdict(Optional.empty(), new PolicyObstacle.NotEmpty()));

    assertThat(world.events).isEmpty();
  }

  @Test
  void changed_verdict_says_what_would_be_saved_and_what_stands_in_the_way() {
    var before = verdict(Optional.empty(), new NodeObstacle.NodeProtected());
    var now = verdict(Optional.of(SAVING), new PodObstacle.PodProtected("shop/web-0"));

    news.tell(node, Optional.of(before), now);

    assertThat(world.events).hasSize(1);
    assertThat(world.events.getFirst().reason()).isEqualTo("DisruptionVerdict");
    assertThat(world.events.getFirst().message())
        .isEqualTo("Would save $0.25 an hour; Pod shop/web-0 carries karpenter.sh/do-not-disrupt");
  }

  /// Whatever else changes: the message is no part of what makes two of them equal.
  @Test
  void a_node_has_one_event_in_a_quarter_of_an_hour() {
    var held = verdict(Optional.empty(), new NodeObstacle.NodeProtected());
    var free = verdict(Optional.of(SAVING));

    news.tell(node, Optional.of(held), free);
    news.tell(node, Optional.of(free), held);

    assertThat(world.events).extracting(EventNote::quiet).containsOnly(VerdictNews.QUIET);
    assertThat(world.events.stream().map(EventNote::dedupe).distinct()).hasSize(1);
  }
}
