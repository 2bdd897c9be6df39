package karpenter.app.run;

import java.util.Optional;

/// Which build this is.
///
/// @param commit seven hex digits; zeros where the build was not told
public record Build(String version, String commit) {
  public static Build current() {
    var jar = Build.class.getPackage();
    return new Build(
        Optional.ofNullable(jar.getImplementationVersion()).orElse("0.0.0"),
        Optional.ofNullable(jar.getImplementationTitle())
            .filter(title -> title.matches("[0-9a-f]{7,40}"))
            .map(title -> title.substring(0, 7))
            .orElse("0000000"));
  }
}
