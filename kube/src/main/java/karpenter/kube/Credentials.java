package karpenter.kube;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/// Who we say we are to the API server.
public interface Credentials {
  /// What to show with a request that is about to be sent.
  ///
  /// @param patience how long a program that fetches them may take
  Shown shown(Duration patience) throws IOException, InterruptedException;

  /// The server would not have these. Says whether it is worth asking for others.
  default boolean rejected(Shown shown) {
    return false;
  }

  /// What the server gets to see.
  ///
  /// @param authorization the header of that name
  /// @param identity the certificate
  record Shown(Optional<String> authorization, Optional<Tls.Identity> identity) {
    static final Shown NOTHING = new Shown(Optional.empty(), Optional.empty());

    /// They are secret.
    @Override
    public String toString() {
      return "Shown[header: %s, certificate: %s]"
          .formatted(authorization.isPresent(), identity.isPresent());
    }
  }

  Credentials NONE = _ -> Shown.NOTHING;

  static Credentials token(String token) {
    return fixed("Bearer " + token);
  }

  static Credentials password(String user, String password) {
    var both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return fixed("Basic " + Base64.getEncoder().encodeToString(both));
  }

  private static Credentials fixed(String authorization) {
    var shown = new Shown(Optional.of(authorization), Optional.empty());
    return _ -> shown;
  }

  /// A token is one word; what is none would fail every request as if it were a bug.
  static String sendable(String token) throws IOException {
    if (token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return token;
    }
    throw new IOException(
        "the token has line breaks or other characters that no request can carry");
  }

  /// A token that may change.
  ///
  /// @param token a file that somebody else renews
  static Credentials token(TextSource token) {
    return new StoredToken(token);
  }

  /// Shows a certificate besides. What a program fetched goes first.
  default Credentials with(TextSource certificates, TextSource key) {
    return new WithCertificate(this, certificates, key);
  }

  /// A token in a file.
  record StoredToken(TextSource token) implements Credentials {
    private static final String SCHEME = "Bearer ";

    @Override
    public Shown shown(Duration patience) throws IOException {
      return new Shown(Optional.of(SCHEME + sendable(token.text().strip())), Optional.empty());
    }

    @Override
    public boolean rejected(Shown shown) {
      try {
        var now = token.text();
        if (shown.authorization().equals(Optional.of(SCHEME + now.strip()))) {
          token.wasOfNoUse(now);
        }
        return true;
      } catch (IOException unreadable) {
        return false;
      }
    }
  }

  /// A certificate with its key.
  record WithCertificate(Credentials others, TextSource certificates, TextSource key)
      implements Credentials {
    @Override
    public Shown shown(Duration patience) throws IOException, InterruptedException {
      var shown = others.shown(patience);
      return shown.identity().isPresent()
          ? shown
          : new Shown(
              shown.authorization(),
              Optional.of(new Tls.Identity(certificates.text(), key.text())));
    }

    @Override
    public boolean rejected(Shown shown) {
      boolean isRenewable = others.rejected(shown);
      if (shown.identity().isEmpty()) {
        return isRenewable;
      }
      var rejected = shown.identity().get();
      certificates.wasOfNoUse(rejected.certificates());
      key.wasOfNoUse(rejected.key());
      try {
        return isRenewable || !rejected.equals(new Tls.Identity(certificates.text(), key.text()));
      } catch (IOException unreadable) {
        return isRenewable;
      }
    }
  }
}
