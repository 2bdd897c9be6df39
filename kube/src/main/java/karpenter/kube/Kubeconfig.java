package karpenter.kube;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.kube.Connection.Unusable;
import okhttp3.HttpUrl;

/// A kubeconfig: its current context. What we do not understand is an error, because guessing could
/// mean talking to the wrong cluster.
final class Kubeconfig {
  private static final int MAX_PORT = 65_535;

  private final KubeconfigFiles files;
  private final Map<String, String> environment;

  private Kubeconfig(KubeconfigFiles files, Map<String, String> environment) {
    this.files = files;
    this.environment = environment;
  }

  static Connection read(List<Path> files, Map<String, String> environment) throws Unusable {
    return new Kubeconfig(KubeconfigFiles.read(files), environment).connection();
  }

  private Connection connection() throws Unusable {
    var current =
        files
            .text("current-context")
            .orElseThrow(
                () ->
                    new Unusable(
                        files.where()
                            + ": current-context is not set: choose one with kubectl config use-context"));
    var context = files.named("contexts", current, "current-context");
    var cluster = entry("clusters", context, "cluster");
    var user =
        context.text("user").isPresent() ? entry("users", context, "user") : ConfigNode.ABSENT;
    var server = server(cluster);
    var proxy = cluster.text("proxy-url");
    var connection =
        new Connection(
            server,
            trust(cluster),
            credentials(user, cluster),
            Impersonation.headers(user),
            context.text("namespace"),
            proxy.isPresent()
                ? Optional.of(
                    ServerProxy.parse(
                        cluster.file() + ": " + cluster.child("proxy-url").path(), proxy.get()))
                : EnvironmentProxy.of(environment, server));
    check(connection, cluster, user);
    return connection;
  }

  private ConfigNode entry(String list, ConfigNode context, String field) throws Unusable {
    return files.named(list, context.text(field).orElse(""), context.child(field).path());
  }

  private static URI server(ConfigNode cluster) throws Unusable {
    var text =
        cluster
            .text("server")
            .orElseThrow(
                () ->
                    cluster.child("server").unusable("is not set: it should be https://host:port"));
    try {
      var server = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      var scheme = String.valueOf(server.getScheme());
      boolean isPlain = server.getRawQuery() == null && server.getRawFragment() == null;
      if (server.getHost() != null
          && (scheme.equals("https") || scheme.equals("http"))
          && server.getPort() != 0
          && server.getPort() <= MAX_PORT
          && isPlain
          && HttpUrl.parse(server.toString()) != null) {
        return server;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw cluster
        .child("server")
        .unusable("is '%s', but should be https://host:port".formatted(text));
  }

  private static ServerTrust trust(ConfigNode cluster) throws Unusable {
    boolean isAnyoneTrusted = cluster.isSet("insecure-skip-tls-verify");
    var authorities = cluster.pem("certificate-authority");
    return new ServerTrust(
        isAnyoneTrusted ? Optional.empty() : authorities,
        isAnyoneTrusted,
        cluster.text("tls-server-name"));
  }

  private static Credentials credentials(ConfigNode user, ConfigNode cluster) throws Unusable {
    var certificate = user.pem("client-certificate");
    var key = user.pem("client-key");
    if (certificate.isPresent() != key.isPresent()) {
      throw user.unusable(
          "has only one of client-certificate and client-key: they work together only");
    }
    var others = tokens(user, cluster);
    return certificate.isPresent() ? others.with(certificate.get(), key.orElseThrow()) : others;
  }

  private static Credentials tokens(ConfigNode user, ConfigNode cluster) throws Unusable {
    var file = user.text("tokenFile");
    if (file.isPresent()) {
      return Credentials.token(new RenewedFile(user.child("tokenFile").beside(file.get())));
    }
    var token = user.text("token");
    if (token.isPresent()) {
      try {
        return Credentials.token(Credentials.sendable(token.get()));
      } catch (IOException e) {
        throw user.child("token").unusable("cannot be used: " + e.getMessage());
      }
    }
    if (user.child("exec").isPresent()) {
      return ExecConfig.read(user.child("exec"), cluster);
    }
    if (user.child("auth-provider").isPresent()) {
      throw user.child("auth-provider")
          .unusable("is not supported: use exec with a program such as kubelogin");
    }
    var name = user.text("username");
    return name.isPresent()
        ? Credentials.password(name.get(), user.text("password").orElse(""))
        : Credentials.NONE;
  }

  /// Certificates that cannot be used are better found now than by the first request. Those that a
  /// program fetches come later.
  private static void check(Connection connection, ConfigNode cluster, ConfigNode user)
      throws Unusable {
    try {
      Tls.trusting(connection.trust().pem(), Optional.empty());
    } catch (GeneralSecurityException | IOException e) {
      throw cluster.child("certificate-authority").unusable("cannot be used: " + e.getMessage());
    }
    if (!(connection.credentials() instanceof Credentials.WithCertificate shown)) {
      return;
    }
    try {
      var identity = new Tls.Identity(shown.certificates().text(), shown.key().text());
      Tls.trustingAnyone(Optional.of(identity));
    } catch (GeneralSecurityException | IOException e) {
      throw user.child("client-certificate").unusable("cannot be used: " + e.getMessage());
    }
  }
}
