package karpenter.e2e.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import karpenter.api.Json;
import karpenter.api.Labels;
import karpenter.app.Main;
import karpenter.app.cluster.LiveClusters;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.kube.ApiServerKube;
import karpenter.kube.RequestListener;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `karpenter plan --against live` says beforehand what the operator does with a change. With
/// `-Dkarpenter.plan.changes=50` for as many changes; `-Dkarpenter.plan.seed=N` for others.
@WithCluster
class PlanForetellsTest {
  private static final int CHANGES = Integer.getInteger("karpenter.plan.changes", 3);
  private static final long SEED = Long.getLong("karpenter.plan.seed", 1);

  /// Longer than a look at consolidation and its second look take together.
  private static final Duration QUIET = Duration.ofSeconds(40);

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String GATES =
      "--run-flag=feature-gates=NodeRepair=true,CapacityBuffer=true,StaticCapacity=true,NodeOverlay=true";

  @TempDir Path folder;

  @Test
  void a_plan_says_what_the_operator_then_buys_and_what_it_costs(TestCluster cluster)
      throws Exception {
    var changes = new GeneratedChange(SEED);
    var differences = new ArrayList<String>();
    try (var kube =
            new ApiServerKube(
                RunningOperator.connection(cluster.kubeconfig()),
                new ApiServerKube.Options("karpenter/story", 200, 300, RequestListener.NONE));
        var claims = new Claims(kube)) {
      apply(cluster, changes.beginning());
      try (var _ = RunningOperator.start(cluster.kubeconfig())) {
        settle(kube);
        for (int i = 1; i <= CHANGES; i++) {
          var change = changes.next();
          var before = karpenter("snapshot", "--kubeconfig", cluster.kubeconfig().toString());
          var plan = plan(cluster, change);
          var known = claims.names();
          apply(cluster, change);
          settle(kube);

          var foretold = bought(plan.path("purchases"));
          var done = claims.boughtSince(known);
          var cost = cost(kube);
          var expectedCost = money(plan.at("/after/pricePerHour").asDouble());
          boolean isTrue = foretold.equals(done) && cost.equals(expectedCost);
          // Fifty of them take an hour.
          System.out.printf(
              "change %d, %s: %s for %s%n", i, isTrue ? "as foretold" : "not foretold", done, cost);
          if (!isTrue) {
            differences.add(
                "change %d: foretold %s for %s, done %s for %s by%n%sSee %s"
                    .formatted(
                        i, foretold, expectedCost, done, cost, change, kept(i, before, change)));
            System.out.println(differences.getLast());
          }
        }
      }
    }
    assertThat(differences).as("seed %d", SEED).isEmpty();
  }

  private void apply(TestCluster cluster, String manifest) throws Exception {
    var file = Files.writeString(folder.resolve("change.yaml"), manifest);
    cluster.kubectl("apply", "-f", file.toString());
  }

  private JsonNode plan(TestCluster cluster, String change) throws Exception {
    var file = Files.writeString(folder.resolve("planned.yaml"), change);
    return Json.JSON.readTree(
        karpenter(
            "plan",
            "--against",
            "live",
            "--kubeconfig",
            cluster.kubeconfig().toString(),
            "-f",
            file.toString(),
            "-o",
            "json",
            GATES));
  }

  private static String karpenter(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine(
                Map.of(), new LiveClusters(Map.of()), new ByteArrayInputStream(new byte[0]))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    return out.toString();
  }

  /// For `plan --against` that file, to see why.
  private static Path kept(int number, String before, String change) throws Exception {
    var folder = Files.createDirectories(Path.of("target", "foretold"));
    var name = "seed-%d-change-%d".formatted(SEED, number);
    Files.writeString(folder.resolve(name + ".yaml"), change);
    return Files.writeString(folder.resolve(name + ".json"), before);
  }

  /// Until neither nodes, claims nor pods have changed for a while.
  private static void settle(ApiServerKube kube) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    var last = "";
    long since = System.nanoTime();
    while (System.nanoTime() < end) {
      var now = picture(kube);
      if (!now.equals(last)) {
        last = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > QUIET.toNanos()) {
        return;
      }
      Thread.sleep(500);
    }
    throw new AssertionError("the cluster does not come to rest: " + last);
  }

  /// Heartbeats change nodes all the time; what counts is who is there, and where.
  private static String picture(ApiServerKube kube) throws Exception {
    var seen = new TreeSet<String>();
    for (var kind : List.of(Resource.NODES, Resource.NODE_CLAIMS, Resource.PODS)) {
      for (var object : kube.list(kind, "")) {
        seen.add(
            "%s %s %s %s %s"
                .formatted(
                    kind.plural(),
                    object.at("/metadata/name").asText(),
                    object.at("/spec/nodeName").asText(),
                    object.at("/spec/taints"),
                    object.at("/metadata/deletionTimestamp").asText()));
      }
    }
    return seen.toString();
  }

  private static List<String> bought(JsonNode machines) {
    var bought = new ArrayList<String>();
    for (var machine : machines) {
      bought.add(
          "%s %s %s"
              .formatted(
                  machine.path("nodePool").asText(),
                  machine.path("instanceType").asText(),
                  machine.path("capacityType").asText()));
    }
    bought.sort(null);
    return bought;
  }

  private static String cost(ApiServerKube kube) throws Exception {
    var prices = new HashMap<String, Double>();
    for (var type : KwokCatalogue.standard().types()) {
      type.offerings().stream()
          .filter(offering -> offering.requirements().toString().contains(Labels.ON_DEMAND))
          .forEach(offering -> prices.put(type.name(), offering.price()));
    }
    double sum = 0;
    for (var node : kube.list(Resource.NODES, "")) {
      var type = node.at("/metadata/labels").path(Labels.INSTANCE_TYPE).asText();
      sum += prices.getOrDefault(type, 0.0);
    }
    return money(sum);
  }

  private static String money(double hourly) {
    return String.format(Locale.ROOT, "$%.4f", hourly);
  }

  /// Every claim there ever was.
  private static final class Claims implements WatchSink, AutoCloseable {
    private final Map<String, ObjectNode> seen = new HashMap<>();
    private final AutoCloseable watch;

    Claims(ApiServerKube kube) {
      watch = kube.watch(Resource.NODE_CLAIMS, this);
    }

    @Override
    public synchronized void changed(Resource resource, ObjectNode object, boolean isReplayed) {
      seen.put(object.at("/metadata/name").asText(), object);
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {}

    @Override
    public void synced(Resource resource) {}

    @Override
    public void interrupted(Resource resource, String reason) {}

    synchronized TreeSet<String> names() {
      return new TreeSet<>(seen.keySet());
    }

    synchronized List<String> boughtSince(TreeSet<String> known) {
      var bought = new ArrayList<String>();
      seen.forEach(
          (name, claim) -> {
            if (!known.contains(name)) {
              var labels = claim.at("/metadata/labels");
              bought.add(
                  "%s %s %s"
                      .formatted(
                          labels.path(Labels.NODE_POOL).asText(),
                          labels.path(Labels.INSTANCE_TYPE).asText(),
                          labels.path(Labels.CAPACITY_TYPE).asText()));
            }
          });
      bought.sort(null);
      return bought;
    }

    @Override
    public void close() throws Exception {
      watch.close();
    }
  }
}
