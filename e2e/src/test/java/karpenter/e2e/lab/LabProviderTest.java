package karpenter.e2e.lab;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.CloudProviderContract;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.TypesAnswer;
import karpenter.provider.kwok.KwokProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// The lab's cloud is a cloud while it is not made to fail. It makes no Nodes here: that needs a
/// cluster.
class LabProviderTest extends CloudProviderContract {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
  private static final NodeClassKind KIND = new NodeClassKind(KwokProvider.NODE_CLASSES);

  private final Process cloud;
  private final URI address;
  private final CloudProvider first;

  LabProviderTest(@TempDir Path folder) throws IOException {
    cloud =
        new ProcessBuilder(
                "python3",
                "fault-lab.d/cloud_process.py",
                "--port",
                "0",
                "--record",
                folder.resolve("record").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    address =
        URI.create(
            "http://127.0.0.1:" + cloud.inputReader(StandardCharsets.UTF_8).readLine() + "/");
    first = restarted();
  }

  @AfterEach
  void end() throws InterruptedException {
    cloud.destroyForcibly().waitFor();
  }

  @Override
  protected CloudProvider provider() {
    return first;
  }

  @Override
  protected CloudProvider restarted() {
    return new LabProvider(address, InstantSource.fixed(START));
  }

  @Override
  protected NodeClassRef nodeClassRef() {
    return new NodeClassRef(KIND.group(), KIND.kind(), "default");
  }

  @Override
  protected NodeClassFacts readyNodeClass() {
    return nodeClass(Condition.Status.TRUE);
  }

  @Override
  protected NodeClassFacts unreadyNodeClass() {
    return nodeClass(Condition.Status.FALSE);
  }

  private NodeClassFacts nodeClass(Condition.Status ready) {
    var meta =
        new Meta(
            "",
            "default",
            "class",
            "1",
            1,
            START,
            Optional.empty(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of());
    var condition =
        new Condition(Conditions.READY, ready, "Tested", "as the test has it", START, 1);
    return new NodeClassFacts(
        meta,
        nodeClassRef(),
        Conditions.stored(List.of(condition)),
        JsonNodeFactory.instance.objectNode(),
        JsonNodeFactory.instance.objectNode());
  }

  @Override
  protected TypesAnswer types() {
    return new TypesAnswer.Types(Shapes.CATALOGUE.types(), 1);
  }
}
