package karpenter.kube;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Whom we trust, and the certificate we show.
///
/// @param sockets make connections that do so
record Tls(SSLSocketFactory sockets, X509TrustManager trust) {
  private static final char[] NO_PASSWORD = {};

  /// A certificate with its key, both as PEM.
  public record Identity(String certificates, String key) {
    /// The key is secret.
    @Override
    public String toString() {
      return "Identity";
    }
  }

  /// @param authorities as PEM; without them, those the JDK trusts
  static Tls trusting(Optional<String> authorities, Optional<Identity> identity)
      throws GeneralSecurityException, IOException {
    return of(trust(authorities), identity);
  }

  /// As `insecure-skip-tls-verify` asks.
  static Tls trustingAnyone(Optional<Identity> identity)
      throws GeneralSecurityException, IOException {
    return of(new Anyone(), identity);
  }

  private static Tls of(X509TrustManager trust, Optional<Identity> identity)
      throws GeneralSecurityException, IOException {
    var context = SSLContext.getInstance("TLS");
    context.init(keys(identity), new TrustManager[] {trust}, null);
    return new Tls(context.getSocketFactory(), trust);
  }

  private static X509TrustManager trust(Optional<String> authorities)
      throws GeneralSecurityException, IOException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(authorities.isPresent() ? store(authorities.get()) : null);
    for (var manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager trust) {
        return trust;
      }
    }
    throw new GeneralSecurityException("the JDK cannot check certificates");
  }

  private static KeyStore store(String authorities) throws GeneralSecurityException, IOException {
    var store = emptyStore();
    int n = 0;
    for (var certificate : certificates(authorities)) {
      store.setCertificateEntry("authority-" + n++, certificate);
    }
    return store;
  }

  private static KeyManager @Nullable [] keys(Optional<Identity> identity)
      throws GeneralSecurityException, IOException {
    if (identity.isEmpty()) {
      return null;
    }
    var chain = certificates(identity.get().certificates()).toArray(Certificate[]::new);
    var key = PrivateKeys.read(identity.get().key());
    if (!belongTogether(key, chain[0].getPublicKey())) {
      throw new GeneralSecurityException("the key does not belong to the certificate");
    }
    var store = emptyStore();
    store.setKeyEntry("us", key, NO_PASSWORD, chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  /// Whoever renews them writes two files, and we may look between the two.
  private static boolean belongTogether(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    var algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case String other -> other;
        };
    if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
      return false;
    }
    var text = "a text to sign".getBytes(StandardCharsets.US_ASCII);
    var signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(text);
    var signature = signing.sign();
    var verifying = Signature.getInstance(algorithm);
    verifying.initVerify(certified);
    verifying.update(text);
    return verifying.verify(signature);
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(String pem)
      throws GeneralSecurityException {
    var certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    if (certificates.isEmpty()) {
      throw new CertificateException("no certificate in PEM form");
    }
    return certificates;
  }

  /// The extended kind, because only that one is asked about the host's name as well.
  private static final class Anyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
