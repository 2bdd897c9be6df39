package karpenter.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import karpenter.api.CutText;
import karpenter.api.DurationText;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import karpenter.api.Suggestion;

/// Whether a kubelet would start with these settings, and whether Karpenter can pass them on (spec
/// 03 §1.5). The schema of an EC2NodeClass checks none of this.
public final class KubeletValidation {
  private static final List<String> SIGNALS =
      List.of(
          "memory.available",
          "nodefs.available",
          "nodefs.inodesFree",
          "imagefs.available",
          "imagefs.inodesFree",
          "pid.available");
  private static final List<String> RESERVABLE =
      List.of("cpu", "memory", "ephemeral-storage", "pid");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(\\.\\d+)?|100(\\.0+)?)%");
  private static final Pattern QUANTITY =
      Pattern.compile("\\+?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?");

  /// What Karpenter itself writes into the user data of every family.
  private static final Set<String> MANAGED =
      Set.of(
          "clusterDNS",
          "maxPods",
          "podsPerCore",
          "systemReserved",
          "kubeReserved",
          "evictionHard",
          "evictionSoft",
          "evictionSoftGracePeriod",
          "evictionMaxPodGracePeriod",
          "imageGCHighThresholdPercent",
          "imageGCLowThresholdPercent",
          "cpuCFSQuota");

  private static final List<String> THRESHOLDS =
      List.of("evictionHard", "evictionSoft", "evictionMinimumReclaim");

  private final JsonNode kubelet;
  private final String path;
  private final List<Problem> problems = new ArrayList<>();

  private KubeletValidation(JsonNode kubelet, String path) {
    this.kubelet = kubelet;
    this.path = path;
  }

  /// @param family the AMI family, as resolved; `Custom` takes whatever its user data handles
  public static List<Problem> problems(JsonNode kubelet, String family, String path) {
    var validation = new KubeletValidation(kubelet, path);
    validation.fields();
    validation.signals();
    validation.reserved();
    validation.counts();
    if (!family.equals("AL2023") && !family.equals("Custom")) {
      validation.supported(family);
    }
    return List.copyOf(validation.problems);
  }

  private void fields() {
    for (var field : kubelet.properties()) {
      var name = field.getKey();
      var form = KubeletFields.form(name);
      if (form.isEmpty()) {
        add(name, "a setting no kubelet knows", "a kubelet setting" + hint(name));
      } else if (name.equals("registerWithTaints")) {
        add(name, "taints", "nothing: taints are written in the NodePool");
      } else if (!form.get().fits(field.getValue()) && !isExpression(name, field.getValue())) {
        add(name, shown(field.getValue()), form.get().words());
      }
    }
  }

  /// `maxPods` may be an expression, which stands in quotes.
  private static boolean isExpression(String name, JsonNode value) {
    return name.equals("maxPods") && value.isTextual();
  }

  private static String hint(String name) {
    return Suggestion.hint(name, KubeletFields.names());
  }

  private void signals() {
    for (var name : THRESHOLDS) {
      for (var entry : kubelet.path(name).properties()) {
        signal(name, entry.getKey());
        var text = entry.getValue().asText();
        if (!PERCENT.matcher(text).matches() && !QUANTITY.matcher(text).matches()) {
          add(name, entry.getKey(), "\"" + text + "\"", "a percentage such as 5%, or a quantity");
        }
      }
    }
    for (var entry : kubelet.path("evictionSoftGracePeriod").properties()) {
      signal("evictionSoftGracePeriod", entry.getKey());
      var text = entry.getValue().asText();
      if (DurationText.parse(text).filter(d -> !d.isNegative()).isEmpty()) {
        add(
            "evictionSoftGracePeriod",
            entry.getKey(),
            "\"" + text + "\"",
            "a duration such as 1m30s");
      }
    }
    pairs("evictionSoft", "evictionSoftGracePeriod");
    pairs("evictionSoftGracePeriod", "evictionSoft");
  }

  private void signal(String name, String signal) {
    if (!SIGNALS.contains(signal)) {
      add(
          name,
          signal,
          "the signal " + signal,
          "one of " + String.join(", ", SIGNALS) + Suggestion.hint(signal, SIGNALS));
    }
  }

  private void pairs(String one, String other) {
    for (var entry : kubelet.path(one).properties()) {
      if (!kubelet.path(other).has(entry.getKey())) {
        add(
            other,
            entry.getKey(),
            "nothing, although " + one + " has it",
            "the same signals in evictionSoft and evictionSoftGracePeriod");
      }
    }
  }

  private void reserved() {
    for (var name : List.of("kubeReserved", "systemReserved")) {
      for (var entry : kubelet.path(name).properties()) {
        if (!RESERVABLE.contains(entry.getKey())) {
          add(
              name,
              entry.getKey(),
              "the resource " + entry.getKey(),
              "one of "
                  + String.join(", ", RESERVABLE)
                  + Suggestion.hint(entry.getKey(), RESERVABLE));
        }
        var text = entry.getValue().asText();
        if (!QUANTITY.matcher(text).matches()) {
          add(
              name,
              entry.getKey(),
              "\"" + text + "\"",
              "a quantity of at least 0, such as 100m (expressions need the gate NodeClassCEL,"
                  + " which is off)");
        }
      }
    }
  }

  private void counts() {
    if (kubelet.path("maxPods").isTextual()) {
      add(
          "maxPods",
          shown(kubelet.path("maxPods")),
          "an integer (expressions need the gate NodeClassCEL, which is off)");
    }
    for (var name : List.of("podsPerCore", "evictionMaxPodGracePeriod", "maxPods")) {
      if (kubelet.path(name).isIntegralNumber() && kubelet.path(name).longValue() < 0) {
        add(name, shown(kubelet.path(name)), "an integer of at least 0");
      }
    }
    var high = kubelet.path("imageGCHighThresholdPercent");
    var low = kubelet.path("imageGCLowThresholdPercent");
    for (var name : List.of("imageGCHighThresholdPercent", "imageGCLowThresholdPercent")) {
      var percent = kubelet.path(name);
      if (percent.isIntegralNumber() && (percent.longValue() < 0 || percent.longValue() > 100)) {
        add(name, shown(percent), "a percentage from 0 to 100");
      }
    }
    if (high.isIntegralNumber() && low.isIntegralNumber() && high.longValue() <= low.longValue()) {
      add(
          "imageGCHighThresholdPercent",
          shown(high),
          "more than the " + low + " of imageGCLowThresholdPercent");
    }
  }

  private void supported(String family) {
    for (var field : kubelet.properties()) {
      var name = field.getKey();
      boolean isPossible =
          MANAGED.contains(name) && !(family.equals("Bottlerocket") && name.equals("podsPerCore"));
      if (!isPossible && KubeletFields.form(name).isPresent()) {
        add(
            name,
            "a setting that Karpenter cannot pass on with the AMI family " + family,
            "the AMI family AL2023, or nothing");
      }
    }
    if (kubelet.path("clusterDNS").size() > 1) {
      add(
          "clusterDNS",
          kubelet.path("clusterDNS").size() + " addresses",
          "one address with the AMI family " + family);
    }
  }

  private static String shown(JsonNode value) {
    var text = value.toString();
    return CutText.at(text, 100, "…");
  }

  private void add(String field, String found, String expected) {
    problems.add(Problem.at(FieldPath.field(path, field)).found(found).expected(expected));
  }

  private void add(String field, String key, String found, String expected) {
    problems.add(
        Problem.at(FieldPath.field(FieldPath.field(path, field), key))
            .found(found)
            .expected(expected));
  }
}
