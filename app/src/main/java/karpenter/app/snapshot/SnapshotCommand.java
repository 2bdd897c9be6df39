package karpenter.app.snapshot;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import karpenter.api.Json;
import karpenter.app.ExitCode;
import karpenter.app.cluster.Clusters;
import karpenter.app.cluster.NoCluster;
import karpenter.app.manifest.InputText;
import karpenter.operator.Unreachable;
import karpenter.provider.kwok.catalogue.CatalogueReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `karpenter snapshot`.
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes a cluster's state as one JSON document, for plan, explain and top, or for a report of"
          + " a bug.",
      "",
      "Secrets and config maps are never read. Of pods it keeps what scheduling reads: no"
          + " environment, arguments, commands, mounts or annotations of others.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:written",
      "2:the cluster cannot be found from the kubeconfig, or a file cannot be read or written",
      "64:the command line is wrong",
      "69:the cluster does not answer, or does not let us read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter snapshot > cluster.json",
      "  karpenter snapshot --hash-names -o cluster.json",
      "  karpenter snapshot -o cluster.json && karpenter plan --against cluster.json -f changes/"
    })
public final class SnapshotCommand implements Callable<Integer> {
  private static final int KEY_BYTES = 32;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write; default: standard output.")
  private @Nullable Path output;

  @Option(
      names = "--hash-names",
      description =
          "Hash names of objects and namespaces and values of the user's own labels, under a key"
              + " that is thrown away.")
  private boolean hashNames;

  @Option(
      names = "--catalogue",
      paramLabel = "FILE",
      description =
          "The instance types file the cluster's controller was started with, to go into the"
              + " snapshot. Default: none, for KWOK's own types.")
  private @Nullable Path catalogue;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Where the cluster is; default: KUBECONFIG, then the pod's own cluster.")
  private @Nullable String kubeconfig;

  @Spec private @Nullable CommandSpec spec;

  private final Clusters clusters;
  private final InstantSource clock;

  public SnapshotCommand(Clusters clusters, InstantSource clock) {
    this.clusters = clusters;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (var cluster = clusters.connect(kubeconfig == null ? "" : kubeconfig)) {
      var image = SnapshotTaker.take(cluster.kube(), clock.instant());
      if (catalogue != null) {
        image = image.with(types(catalogue));
      }
      if (hashNames) {
        var key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        image = NameHashing.hashed(image, key);
      }
      write(SnapshotFormat.write(image));
      return ExitCode.DONE.code();
    } catch (NoCluster e) {
      return refuse(String.valueOf(e.getMessage()), ExitCode.BAD_INPUT);
    } catch (IOException e) {
      return refuse(e.toString(), ExitCode.BAD_INPUT);
    } catch (Unreachable e) {
      return refuse("the cluster does not answer: " + e.getMessage(), ExitCode.UNAVAILABLE);
    }
  }

  private ArrayNode types(Path file) throws IOException {
    var text = InputText.LIMITED.of(file);
    var read = CatalogueReader.read(text);
    if (!read.problems().isEmpty() || !(Json.JSON.readTree(text) instanceof ArrayNode types)) {
      var problem = read.problems().isEmpty() ? "no list" : read.problems().getFirst().sentence();
      throw new ParameterException(spec().commandLine(), file + ": " + problem);
    }
    return types;
  }

  private void write(String text) throws IOException {
    if (output != null) {
      Files.writeString(output, text);
    } else {
      var out = spec().commandLine().getOut();
      out.print(text);
      out.flush();
    }
  }

  private int refuse(String message, ExitCode code) {
    PrintWriter err = spec().commandLine().getErr();
    err.println("karpenter: " + message);
    return code.code();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("only picocli runs commands");
    }
    return spec;
  }
}
