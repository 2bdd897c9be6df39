package karpenter.core.facts;

/// A ResourceClaimTemplate: what the claims made from it will ask for.
public record ResourceClaimTemplateFacts(String namespace, String name, DeviceAsk ask) {

  /// How the specs of pods name a claim that has not been made yet.
  public String id() {
    return id(namespace, name);
  }

  public static String id(String namespace, String name) {
    return "template " + namespace + "/" + name;
  }
}
