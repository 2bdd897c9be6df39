package karpenter.operator.gauges;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric;
import karpenter.operator.provider.NodeClassKind;
import org.junit.jupiter.api.Test;

/// Dashboards and alerts know our metrics by upstream's names.
class FamiliesTest {
  private static final String OURS_ALONE = "karpenter_jvm_";

  @Test
  void every_family_of_upstream_is_there_with_its_type_and_labels() throws IOException {
    assertThat(families().map(FamiliesTest::line).filter(line -> !line.startsWith(OURS_ALONE)))
        .containsExactlyInAnyOrderElementsOf(upstream());
  }

  @Test
  void histograms_have_buckets_and_nothing_else_has() {
    assertThat(families())
        .allMatch(family -> family.buckets().isEmpty() != (family.type() == Metric.Type.HISTOGRAM));
  }

  @Test
  void every_family_says_what_it_tells() {
    assertThat(families()).allMatch(family -> family.help().endsWith("."));
  }

  private static List<String> upstream() throws IOException {
    try (var in =
        Metric.class.getResourceAsStream("/karpenter/operator/metrics/upstream-families.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }

  private static Stream<Family> families() {
    var kwok =
        new NodeClassKind(
            new Resource(
                "karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false));
    var nodeLabels = new NodeLabels(new TreeSet<>()).names();
    var all = new ArrayList<Family>();
    Arrays.stream(Metric.values()).map(m -> Family.of(m, nodeLabels)).forEach(all::add);
    Stream.concat(
            Stream.of(StatusFamilies.twins()),
            StatusKind.all(List.of(kwok)).stream().map(StatusFamilies::of))
        .flatMap(
            families ->
                Stream.of(
                    families.count(),
                    families.current(),
                    families.terminating(),
                    families.transition(),
                    families.transitions(),
                    families.termination()))
        .forEach(all::add);
    return all.stream();
  }

  private static String line(Family family) {
    var labels = family.labels().isEmpty() ? "-" : String.join(",", family.labels());
    return "%s %s %s"
        .formatted(family.name(), family.type().name().toLowerCase(Locale.ROOT), labels);
  }
}
