package karpenter.api.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.api.FieldPath;
import karpenter.api.LabelText;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.Suggestion;
import karpenter.api.Taints;
import karpenter.api.v1.NodePool;
import karpenter.api.v1.Requirement;
import karpenter.api.v1.Taint;

/// Whether a stored NodePool can be used (spec 01 §1.1.2): labels, taints, requirements, in this
/// order.
public final class NodePoolValidation {
  private static final String LABELS = "spec.template.metadata.labels";
  private static final String SPEC = "spec.template.spec";

  private NodePoolValidation() {}

  public static List<Problem> problems(NodePool pool, RestrictedLabels labels) {
    var problems = new ArrayList<Problem>();
    var template = pool.spec().template();
    template
        .metadata()
        .labels()
        .forEach((key, value) -> problems.addAll(label(key, value, labels)));
    problems.addAll(taints(template.spec()));
    var requirements = template.spec().requirements();
    for (int i = 0; i < requirements.size(); i++) {
      problems.addAll(
          requirement(requirements.get(i), labels, FieldPath.item(SPEC + ".requirements", i)));
    }
    return List.copyOf(problems);
  }

  /// What is accepted and without effect.
  public static List<Problem> warnings(NodePool pool) {
    var warnings = new ArrayList<Problem>();
    var requirements = pool.spec().template().spec().requirements();
    for (int i = 0; i < requirements.size(); i++) {
      warnings.addAll(
          RequirementValidation.warnings(
              requirements.get(i), FieldPath.item(SPEC + ".requirements", i)));
    }
    return List.copyOf(warnings);
  }

  private static List<Problem> label(String key, String value, RestrictedLabels labels) {
    var problems = new ArrayList<Problem>();
    var at = Problem.at(FieldPath.field(LABELS, key));
    if (key.equals(Labels.NODE_POOL) || labels.isRestricted(key)) {
      problems.add(
          at.found("the label " + key).expected("a label that Karpenter does not set itself"));
    }
    LabelText.faultOfKey(key)
        .ifPresent(right -> problems.add(at.found("the key " + key).expected(right)));
    LabelText.faultOfValue(value)
        .ifPresent(right -> problems.add(at.found("\"" + value + "\"").expected(right)));
    return problems;
  }

  /// Both lists end up on one node, so a pair of key and effect may occur once in the two together.
  private static List<Problem> taints(NodePool.TemplateSpec spec) {
    var problems = new ArrayList<Problem>();
    var seen = new HashMap<Map.Entry<String, String>, String>();
    taints(spec.taints(), SPEC + ".taints", seen, problems);
    taints(spec.startupTaints(), SPEC + ".startupTaints", seen, problems);
    return problems;
  }

  private static void taints(
      List<Taint> taints,
      String list,
      Map<Map.Entry<String, String>, String> seen,
      List<Problem> problems) {
    for (int i = 0; i < taints.size(); i++) {
      var path = FieldPath.item(list, i);
      var taint = taints.get(i);
      problems.addAll(taint(taint, path));
      var first = seen.putIfAbsent(Map.entry(taint.key(), taint.effect()), path);
      if (first != null) {
        problems.add(
            Problem.at(path)
                .found("a second taint " + taint.key() + " with effect " + taint.effect())
                .expected("each key and effect once; the first is " + first));
      }
    }
  }

  private static List<Problem> taint(Taint taint, String path) {
    var problems = new ArrayList<Problem>();
    LabelText.faultOfKey(taint.key())
        .ifPresent(
            right ->
                problems.add(
                    Problem.at(path + ".key").found("\"" + taint.key() + "\"").expected(right)));
    var value = taint.value() == null ? "" : taint.value();
    if (!value.isEmpty()) {
      LabelText.faultOfKey(value)
          .ifPresent(
              right ->
                  problems.add(
                      Problem.at(path + ".value").found("\"" + value + "\"").expected(right)));
    }
    if (!taint.effect().isEmpty() && !Taints.EFFECTS.contains(taint.effect())) {
      problems.add(
          Problem.at(path + ".effect")
              .found("\"" + taint.effect() + "\"")
              .expected(
                  "one of "
                      + String.join(", ", Taints.EFFECTS)
                      + Suggestion.hint(taint.effect(), Taints.EFFECTS)));
    }
    return problems;
  }

  private static List<Problem> requirement(
      Requirement requirement, RestrictedLabels labels, String path) {
    var problems = new ArrayList<>(RequirementValidation.problems(requirement, labels, path));
    if (requirement.key().equals(Labels.NODE_POOL)) {
      problems.add(
          Problem.at(path + ".key")
              .found("\"" + Labels.NODE_POOL + "\"")
              .expected(
                  "a label that Karpenter does not set itself: every node already belongs to its own pool"));
    }
    return problems;
  }
}
