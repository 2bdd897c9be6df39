package karpenter.e2e.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DocumentedRightsTest {

  @Test
  void the_document_tells_exactly_what_the_manifest_grants() throws Exception {
    assertThat(Rule.granted()).hasSizeGreaterThan(50);
    assertThat(Rule.documented()).containsExactlyInAnyOrderElementsOf(Rule.granted());
  }

  @Test
  void no_right_is_granted_twice() throws Exception {
    assertThat(Rule.repeated(Rule.granted())).isEmpty();
  }

  @Test
  void nothing_is_granted_on_everything() throws Exception {
    assertThat(Rule.granted())
        .noneMatch(
            rule ->
                rule.verb().equals("*")
                    || rule.group().equals("*")
                    || rule.resource().contains("*")
                    || rule.resource().startsWith("secrets")
                    || rule.resource().startsWith("configmaps"));
  }
}
