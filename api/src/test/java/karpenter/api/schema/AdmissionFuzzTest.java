package karpenter.api.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import karpenter.api.Json;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.NodePool;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.api.validation.NodeOverlayValidation;
import karpenter.api.validation.NodePoolValidation;
import org.junit.jupiter.api.Test;

/// Whatever the JSON, the answer is an answer. Documents grow from the schemas, so that most of the
/// damage is deep inside.
class AdmissionFuzzTest {
  private static final int DOCUMENTS = 1_500;

  @Test
  void no_document_escapes_an_answer() {
    int accepted = 0;
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      try {
        accepted += tried(new SplittableRandom(seed)) ? 1 : 0;
      } catch (RuntimeException
          | StackOverflowError
          | com.fasterxml.jackson.core.JsonProcessingException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(accepted)
        .as("the generator must also make valid documents")
        .isBetween(DOCUMENTS / 50, DOCUMENTS * 9 / 10);
  }

  private static boolean tried(SplittableRandom random)
      throws com.fasterxml.jackson.core.JsonProcessingException {
    var crd = CrdSchemas.all().get(random.nextInt(CrdSchemas.all().size()));
    int damage = random.nextInt(4);
    var document = GeneratedDocuments.damaged(GeneratedDocuments.of(crd, random), damage, random);
    var old = random.nextBoolean() ? GeneratedDocuments.of(crd, random) : document;

    Admission.ofChange(old, document);
    var answer = Admission.ofNew(document);

    if (answer instanceof Admission.Refused(var problems, _)) {
      assertThat(problems)
          .isNotEmpty()
          .allSatisfy(p -> assertThat(p.sentence().length()).isLessThan(2_000));
      return false;
    }
    var object = ((Admission.Accepted) answer).object();
    switch (object) {
      case NodePool pool -> {
        NodePoolValidation.problems(pool, RestrictedLabels.CORE);
        NodePoolValidation.warnings(pool);
        karpenter.api.hash.NodePoolHash.of(pool);
      }
      case NodeOverlay overlay -> NodeOverlayValidation.problems(overlay, RestrictedLabels.CORE);
      default -> {}
    }
    var written = Json.JSON.valueToTree(object);
    assertThat(Json.JSON.treeToValue(written, crd.type())).isEqualTo(object);
    return true;
  }
}
