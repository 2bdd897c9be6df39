package karpenter.operator.provider;

import java.io.IOException;
import java.util.Map;

/// A cloud that can be chosen by its name. Implementations are found by [java.util.ServiceLoader],
/// so that a jar on the class path brings one.
public interface ProviderFactory {
  /// What `--cloud-provider` calls it.
  String name();

  /// @param environment the process's variables: where a provider is told what only it needs
  /// @throws IOException when it cannot be used as it is told, with a message for the user
  ProviderPlan plan(Map<String, String> environment) throws IOException;
}
