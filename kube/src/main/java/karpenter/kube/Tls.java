package karpenter.kube;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Whom we trust, and the certificate we show.
final class Tls {
  private static final char[] NO_PASSWORD = {};

  private Tls() {}

  /// A certificate with its key, both as PEM.
  record Identity(String certificates, String key) {}

  /// @param authorities as PEM; without them, those the JDK trusts
  static SSLContext trusting(Optional<String> authorities, Optional<Identity> identity)
      throws Connection.Unusable {
    try {
      return context(authorities.isPresent() ? trust(authorities.get()) : null, keys(identity));
    } catch (GeneralSecurityException | IOException e) {
      throw new Connection.Unusable("the certificates cannot be used: " + e.getMessage(), e);
    }
  }

  /// As `insecure-skip-tls-verify` asks.
  static SSLContext trustingAnyone(Optional<Identity> identity) throws Connection.Unusable {
    try {
      return context(new TrustManager[] {new Anyone()}, keys(identity));
    } catch (GeneralSecurityException | IOException e) {
      throw new Connection.Unusable("the client certificate cannot be used: " + e.getMessage(), e);
    }
  }

  private static SSLContext context(TrustManager @Nullable [] trust, KeyManager @Nullable [] keys)
      throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(keys, trust, null);
    return context;
  }

  private static TrustManager[] trust(String authorities)
      throws GeneralSecurityException, IOException {
    var store = emptyStore();
    int n = 0;
    for (var certificate : certificates(authorities)) {
      store.setCertificateEntry("authority-" + n++, certificate);
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager @Nullable [] keys(Optional<Identity> identity)
      throws GeneralSecurityException, IOException {
    if (identity.isEmpty()) {
      return null;
    }
    var store = emptyStore();
    store.setKeyEntry(
        "us",
        PrivateKeys.read(identity.get().key()),
        NO_PASSWORD,
        certificates(identity.get().certificates()).toArray(Certificate[]::new));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(String pem)
      throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
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
