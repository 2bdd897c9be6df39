package karpenter.app.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Callable;
import karpenter.api.Json;
import karpenter.api.Suggestion;
import karpenter.app.ExitCode;
import karpenter.app.against.Insight;
import karpenter.app.against.Lookout;
import karpenter.app.against.RunFlags;
import karpenter.app.cluster.NoCluster;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Images;
import karpenter.core.explain.ReasonTree;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.ClusterSnapshot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `karpenter explain`.
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says why a pod waits or is where it is, why a node is or is not taken away, and what a"
          + " NodePool does.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:explained",
      "2:there is nobody of that name, or the cluster or a file cannot be found or read",
      "64:the command line is wrong",
      "69:the cluster does not answer"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter explain pod shop/web-5d9c7b6f4-x2v5k",
      "  karpenter explain node kwok-general-abc --against cluster.json",
      "  karpenter explain nodepool general -o json",
      "  karpenter explain node kwok-general-abc --journal decisions.jsonl"
    })
public final class ExplainCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "KIND", description = "One of ${COMPLETION-CANDIDATES}.")
  private Subject.@Nullable Kind kind;

  @Parameters(index = "1", paramLabel = "NAME", description = "Of a pod: NAME or NAMESPACE/NAME.")
  private String name = "";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "The pod's, if its name does not say it; default: ${DEFAULT-VALUE}.")
  private String namespace = "default";

  @Mixin private Lookout lookout = new Lookout();

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "Look into the journal of a controller (its --journal-file) and nowhere else: what was"
              + " decided, and why.")
  private @Nullable Path journal;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private Form form = Form.text;

  @Spec private @Nullable CommandSpec spec;

  private final Images images;

  /// How it is written.
  enum Form {
    text,
    json
  }

  public ExplainCommand(Images images) {
    this.images = images;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (kind == null) {
      throw new IllegalStateException("picocli asks for it");
    }
    var subject = Subject.of(kind, name, namespace);
    try {
      if (journal != null) {
        write(JournalStory.read(journal).of(subject));
        return ExitCode.DONE.code();
      }
      var answer =
          lookout.look(images, insight -> new Answer(story(subject, insight), insight.image()));
      if (answer.story().isEmpty()) {
        return unknown(subject, answer.image());
      }
      write(answer.story().get());
      return ExitCode.DONE.code();
    } catch (RunFlags.Wrong e) {
      throw new ParameterException(spec().commandLine(), String.valueOf(e.getMessage()));
    } catch (NoCluster | Images.Unusable | IOException e) {
      return refuse(String.valueOf(e.getMessage()), ExitCode.BAD_INPUT);
    } catch (Unreachable e) {
      return refuse("the cluster does not answer: " + e.getMessage(), ExitCode.UNAVAILABLE);
    }
  }

  /// @param story empty: there is no such thing in the image
  private record Answer(Optional<ReasonTree> story, ClusterImage image) {}

  private static Optional<ReasonTree> story(Subject subject, Insight insight) {
    var snapshot = insight.snapshot();
    return switch (subject.kind()) {
      case POD ->
          snapshot
              .pod(ObjectKey.of(subject.namespace(), subject.name()))
              .map(new PodStory(insight)::of);
      case NODE -> node(subject.name(), insight, snapshot);
      case NODEPOOL ->
          snapshot.pool(subject.name()).map(pool -> new PoolStory(insight).of(pool.facts()));
    };
  }

  /// By its own name or by its claim's.
  private static Optional<ReasonTree> node(String name, Insight insight, ClusterSnapshot snapshot) {
    var story = new NodeStory(insight);
    var node = snapshot.node(name);
    if (node.isPresent()) {
      return node.map(story::of);
    }
    return snapshot
        .claim(name)
        .map(
            claim ->
                claim
                    .nodeName()
                    .flatMap(snapshot::node)
                    .map(story::of)
                    .orElseGet(() -> story.of(claim)));
  }

  private int unknown(Subject subject, ClusterImage image) {
    var resource =
        switch (subject.kind()) {
          case POD -> Resource.PODS;
          case NODE -> Resource.NODES;
          case NODEPOOL -> Resource.NODE_POOLS;
        };
    Collection<String> known =
        image.all(resource).stream().map(one -> one.at("/metadata/name").asText()).toList();
    return refuse(
        "there is no %s%s".formatted(subject.sentence(), Suggestion.hint(subject.name(), known)),
        ExitCode.BAD_INPUT);
  }

  private void write(ReasonTree story) {
    var out = spec().commandLine().getOut();
    out.println(
        switch (form) {
          case text -> story.render();
          case json -> json(story);
        });
    out.flush();
  }

  private static String json(ReasonTree story) {
    try {
      return Json.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree(story));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can always be written", e);
    }
  }

  private static ObjectNode tree(ReasonTree story) {
    var node = JsonNodeFactory.instance.objectNode().put("sentence", story.sentence());
    ArrayNode reasons = node.putArray("reasons");
    story.reasons().forEach(reason -> reasons.add(tree(reason)));
    return node;
  }

  private int refuse(String message, ExitCode code) {
    spec().commandLine().getErr().println("karpenter: " + message);
    return code.code();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("only picocli runs commands");
    }
    return spec;
  }
}
