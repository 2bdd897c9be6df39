package karpenter.e2e.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.Watched;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.settings.Setting;
import karpenter.operator.settings.Settings;
import karpenter.operator.settings.SettingsReader;
import karpenter.provider.kwok.KwokProvider;
import org.junit.jupiter.api.Test;

class DocumentedRightsTest {

  @Test
  void the_document_tells_exactly_what_the_manifest_grants() throws Exception {
    assertThat(Rule.granted()).hasSizeGreaterThan(40);
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

  @Test
  void what_may_be_read_is_what_is_watched() throws Exception {
    // Not watched: asked for when a buffer refers to one.
    var watched = new TreeSet<>(Set.of("get apps/deployments"));
    for (var resource :
        Watched.resources(everythingOn(), List.of(new NodeClassKind(KwokProvider.NODE_CLASSES)))) {
      for (var verb : List.of("get", "list", "watch")) {
        watched.add("%s %s/%s".formatted(verb, resource.group(), resource.plural()));
      }
    }

    var readable =
        Rule.granted().stream()
            .filter(rule -> rule.scope().equals("cluster"))
            .filter(rule -> List.of("get", "list", "watch").contains(rule.verb()))
            .map(rule -> "%s %s/%s".formatted(rule.verb(), rule.group(), rule.resource()))
            .toList();

    assertThat(readable).containsExactlyInAnyOrderElementsOf(watched);
  }

  @Test
  void only_the_lease_is_replaced() throws Exception {
    assertThat(Rule.granted())
        .filteredOn(rule -> rule.verb().equals("update"))
        .extracting(Rule::resource)
        .containsExactly("leases/" + Setting.LEADER_ELECTION_NAME.fallback());
  }

  /// But for devices, whose rights are named below the table.
  private static Settings everythingOn() {
    var read =
        SettingsReader.read(
            List.of(
                "--feature-gates=NodeOverlay=true,CapacityBuffer=true",
                "--scheduler-config={podTopologySpread: {defaultConstraints: [{maxSkew: 1,"
                    + " topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]}}"),
            Map.of());
    assertThat(read.problems()).isEmpty();
    return read.settings();
  }
}
