package karpenter.app.run;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;
import karpenter.operator.provider.ProviderFactory;

/// The clouds that `--cloud-provider` can name: KWOK's, which is built in, and those that jars on
/// the class path bring.
final class Providers {
  static final String KWOK = "kwok";

  private Providers() {}

  static Optional<ProviderFactory> find(String name) {
    return loaded().stream().filter(factory -> factory.name().equals(name)).findFirst();
  }

  /// For a user who named none of them.
  static String names() {
    var names = new TreeSet<String>(List.of(KWOK));
    loaded().forEach(factory -> names.add(factory.name()));
    return String.join(", ", names);
  }

  private static List<ProviderFactory> loaded() {
    return ServiceLoader.load(ProviderFactory.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
