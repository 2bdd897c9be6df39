package karpenter.api.validation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import karpenter.api.Problem;
import karpenter.api.aws.Ec2NodeClass;

/// Whether a stored EC2NodeClass can be used, as far as it tells without asking EC2.
public final class Ec2NodeClassValidation {
  private static final List<String> FAMILIES =
      List.of("AL2", "AL2023", "Bottlerocket", "Windows2019", "Windows2022", "Windows2025");

  private Ec2NodeClassValidation() {}

  public static List<Problem> problems(Ec2NodeClass nodeClass) {
    var kubelet = nodeClass.spec().kubelet();
    return kubelet == null
        ? List.of()
        : KubeletValidation.problems(kubelet, family(nodeClass.spec()), "spec.kubelet");
  }

  /// The AMI family that holds: as written, or as an alias tells.
  public static String family(Ec2NodeClass.Spec spec) {
    var written = spec.amiFamily();
    return written != null ? written : ofAlias(spec).orElse(Ec2NodeClass.CUSTOM);
  }

  private static Optional<String> ofAlias(Ec2NodeClass.Spec spec) {
    return spec.amiSelectorTerms().stream()
        .flatMap(term -> Optional.ofNullable(term.alias()).stream())
        .map(alias -> alias.replaceAll("@.*", ""))
        .flatMap(
            alias ->
                FAMILIES.stream().filter(family -> family.toLowerCase(Locale.ROOT).equals(alias)))
        .findFirst();
  }
}
