package karpenter.kube;

import java.io.IOException;
import java.util.Optional;

/// How we know that it is the API server we speak to.
///
/// @param authorities as PEM; without them, those the JDK trusts
/// @param isAnyoneTrusted as `insecure-skip-tls-verify` asks
/// @param name what the certificate is made out to, where that is not the host of the address
public record ServerTrust(
    Optional<TextSource> authorities, boolean isAnyoneTrusted, Optional<String> name) {

  /// The authorities that the JDK trusts.
  public static final ServerTrust STANDARD =
      new ServerTrust(Optional.empty(), false, Optional.empty());

  static ServerTrust of(TextSource authorities) {
    return new ServerTrust(Optional.of(authorities), false, Optional.empty());
  }

  Optional<String> pem() throws IOException {
    return authorities.isPresent() ? Optional.of(authorities.get().text()) : Optional.empty();
  }

  /// The server showed a certificate that these authorities do not vouch for.
  void wasOfNoUse(Optional<String> pem) {
    authorities.ifPresent(source -> pem.ifPresent(source::wasOfNoUse));
  }
}
