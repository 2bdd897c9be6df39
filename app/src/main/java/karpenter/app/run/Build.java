package karpenter.app.run;

import java.util.Optional;

/// Which build this is.
///
/// @param commit seven hex digits, as the launcher tells; zeros where nobody does
public record Build(String version, String commit) {
  public static Build current() {
    var version = Build.class.getPackage().getImplementationVersion();
    return new Build(
        Optional.ofNullable(version).orElse("0.0.0"),
        System.getProperty("karpenter.commit", "0000000"));
  }
}
