package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import karpenter.api.Suggestion;

/// Names of metrics in the expressions of a PrometheusRule (spec 03 §10.7).
public final class Metrics {
  private static final Pattern METRIC = Pattern.compile("\\bkarpenter_[a-z0-9_]+\\b");
  private static final Pattern SUFFIX = Pattern.compile("_(bucket|sum|count)$");
  private static final Pattern OLD_LABEL =
      Pattern.compile("(karpenter_[a-z0-9_]+\\s*\\{[^}]*?)\\b(provisioner|machine)(\\s*[=!])");

  private static final Map<String, String> RENAMED =
      table(
          """
          karpenter_nodes_created karpenter_nodes_created_total
          karpenter_nodes_terminated karpenter_nodes_terminated_total
          karpenter_nodes_termination_time_seconds karpenter_nodes_termination_duration_seconds
          karpenter_pods_startup_time_seconds karpenter_pods_startup_duration_seconds
          karpenter_nodeclaims_created karpenter_nodeclaims_created_total
          karpenter_nodeclaims_terminated karpenter_nodeclaims_terminated_total
          karpenter_nodeclaims_disrupted karpenter_nodeclaims_disrupted_total
          karpenter_machines_created karpenter_nodeclaims_created_total
          karpenter_machines_terminated karpenter_nodeclaims_terminated_total
          karpenter_machines_disrupted karpenter_nodeclaims_disrupted_total
          karpenter_nodepool_limit karpenter_nodepools_limit
          karpenter_nodepool_usage karpenter_nodepools_usage
          karpenter_provisioner_limit karpenter_nodepools_limit
          karpenter_provisioner_usage karpenter_nodepools_usage
          karpenter_provisioners_limit karpenter_nodepools_limit
          karpenter_provisioners_usage karpenter_nodepools_usage
          karpenter_provisioner_scheduling_duration_seconds karpenter_scheduler_scheduling_duration_seconds
          karpenter_provisioner_scheduling_simulation_duration_seconds karpenter_scheduler_scheduling_duration_seconds
          karpenter_provisioner_scheduling_queue_depth karpenter_scheduler_queue_depth
          karpenter_disruption_evaluation_duration_seconds karpenter_voluntary_disruption_decision_evaluation_duration_seconds
          karpenter_deprovisioning_evaluation_duration_seconds karpenter_voluntary_disruption_decision_evaluation_duration_seconds
          karpenter_disruption_eligible_nodes karpenter_voluntary_disruption_eligible_nodes
          karpenter_deprovisioning_eligible_machines karpenter_voluntary_disruption_eligible_nodes
          karpenter_disruption_actions_performed_total karpenter_voluntary_disruption_decisions_total
          karpenter_deprovisioning_actions_performed karpenter_voluntary_disruption_decisions_total
          karpenter_disruption_consolidation_timeouts_total karpenter_voluntary_disruption_consolidation_timeouts_total
          karpenter_deprovisioning_consolidation_timeouts karpenter_voluntary_disruption_consolidation_timeouts_total
          karpenter_disruption_replacement_nodeclaim_failures_total karpenter_voluntary_disruption_queue_failures_total
          karpenter_disruption_budgets_allowed_disruptions karpenter_nodepools_allowed_disruptions
          karpenter_interruption_received_messages karpenter_interruption_received_messages_total
          karpenter_interruption_deleted_messages karpenter_interruption_deleted_messages_total
          karpenter_interruption_message_latency_time_seconds karpenter_interruption_message_queue_duration_seconds
          karpenter_cloudprovider_instance_type_price_estimate karpenter_cloudprovider_instance_type_offering_price_estimate
          """);

  /// Gone, with what tells most nearly the same.
  private static final Map<String, String> GONE =
      Map.of(
          "karpenter_interruption_actions_performed",
          "karpenter_nodeclaims_disrupted_total with the label reason",
          "karpenter_interruption_actions_performed_total",
          "karpenter_nodeclaims_disrupted_total with the label reason",
          "karpenter_nodeclaims_drifted",
          "karpenter_nodeclaims_disrupted_total with the label reason",
          "karpenter_limit_resources",
          "karpenter_nodepools_limit with the label resource_type",
          "karpenter_allocatable_resources",
          "karpenter_nodepools_usage with the label resource_type");

  private Metrics() {}

  /// Old name to today's.
  public static Map<String, String> renamed() {
    return RENAMED;
  }

  static boolean isRule(JsonNode document) {
    return document.path("kind").asText().equals("PrometheusRule");
  }

  /// The rule with today's names; equal to the document when nothing had another name.
  static ObjectNode renamed(JsonNode rule, Report report) {
    var copy = (ObjectNode) rule.deepCopy();
    var groups = copy.at("/spec/groups");
    for (int i = 0; i < groups.size(); i++) {
      var rules = groups.path(i).path("rules");
      for (int j = 0; j < rules.size(); j++) {
        if (rules.path(j) instanceof ObjectNode one && one.path("expr").isTextual()) {
          var path = "spec.groups[%d].rules[%d].expr".formatted(i, j);
          one.put("expr", expression(one.get("expr").textValue(), path, report));
        }
      }
    }
    return copy;
  }

  private static String expression(String written, String path, Report report) {
    var matcher = METRIC.matcher(written);
    var result = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(
          result, Matcher.quoteReplacement(name(matcher.group(), path, report)));
    }
    matcher.appendTail(result);
    return labels(result.toString(), path, report);
  }

  private static String name(String written, String path, Report report) {
    var suffix = SUFFIX.matcher(written);
    var ending = suffix.find() ? suffix.group() : "";
    var base = written.substring(0, written.length() - ending.length());
    var today = RENAMED.getOrDefault(written, RENAMED.get(base));
    if (RENAMED.containsValue(written) || today != null && today.equals(base)) {
      return written;
    }
    if (today != null) {
      var full = RENAMED.containsKey(written) ? today : today + ending;
      report.note(path, written + " is called " + full + " now");
      return full;
    }
    var instead = GONE.get(written);
    if (instead != null) {
      report.note(path, written + " does not exist; " + instead + " is nearest");
    } else if (!KnownMetrics.contains(base) && !KnownMetrics.contains(written)) {
      report.note(
          path,
          "no metric of Karpenter is called "
              + written
              + Suggestion.hint(written, KnownMetrics.names()));
    }
    return written;
  }

  private static String labels(String expression, String path, Report report) {
    var matcher = OLD_LABEL.matcher(expression);
    if (!matcher.find()) {
      return expression;
    }
    report.note(path, "the labels provisioner and machine are nodepool and nodeclaim now");
    return matcher.replaceAll(
        match ->
            Matcher.quoteReplacement(
                match.group(1)
                    + (match.group(2).equals("machine") ? "nodeclaim" : "nodepool")
                    + match.group(3)));
  }

  private static Map<String, String> table(String text) {
    var table = new LinkedHashMap<String, String>();
    text.lines().map(line -> line.split(" ")).forEach(words -> table.put(words[0], words[1]));
    return Collections.unmodifiableMap(new TreeMap<>(table));
  }
}
