package karpenter.app;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The version of the jar; classes that were never packed have none.
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version =
        Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
            .orElse("(development)");
    return new String[] {
      "karpenter " + version, "Java " + Runtime.version() + ", decides like Karpenter v1.14"
    };
  }
}
