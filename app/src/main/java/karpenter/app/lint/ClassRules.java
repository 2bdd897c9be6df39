package karpenter.app.lint;

import java.util.List;
import karpenter.api.aws.Ec2NodeClass;

/// How machines are launched.
final class ClassRules {
  private ClassRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "imds-v1",
            Severity.WARNING,
            "The first version of the metadata service hands the node's keys to any forged request.",
            "Set metadataOptions.httpTokens: required, or legacyImdsDisabled: true.",
            Source.PLATFORM.at("Multi Strategy Provisioner Configuration"),
            (estate, sink) ->
                estate
                    .classes()
                    .forEach(
                        one -> {
                          if (one.spec()
                              .at("/metadataOptions/httpTokens")
                              .asText()
                              .equals("optional")) {
                            sink.at(one, "spec.metadataOptions.httpTokens", "IMDSv1 answers");
                          }
                          var disabled = one.spec().at("/instanceOptions/legacyImdsDisabled");
                          if (disabled.isBoolean() && !disabled.booleanValue()) {
                            sink.at(
                                one, "spec.instanceOptions.legacyImdsDisabled", "IMDSv1 answers");
                          }
                        })),
        new Rule(
            "unencrypted-volume",
            Severity.WARNING,
            "Whoever gets at the volume reads what pods wrote.",
            "Set ebs.encrypted: true.",
            Source.GUIDE.at("10 Security & Compliance Checklist"),
            (estate, sink) ->
                estate.classes().stream()
                    .filter(one -> one.kind().equals(Ec2NodeClass.KIND))
                    .forEach(
                        one -> {
                          var volumes = one.spec().path("blockDeviceMappings");
                          for (int i = 0; i < volumes.size(); i++) {
                            if (volumes.path(i).has("ebs")
                                && !volumes.path(i).at("/ebs/encrypted").asBoolean()) {
                              sink.at(
                                  one,
                                  "spec.blockDeviceMappings[%d].ebs".formatted(i),
                                  "a volume that is not encrypted");
                            }
                          }
                        })),
        new Rule(
            "user-data-joins-cluster",
            Severity.WARNING,
            "Karpenter writes the part that joins the cluster; twice, the second run may break the first.",
            "Leave it out of userData; better, build it into an image.",
            Source.COURSE.at("3.2 EC2NodeClass"),
            (estate, sink) ->
                estate.classes().stream()
                    .filter(
                        one ->
                            one.spec().path("userData").asText().contains("/etc/eks/bootstrap.sh")
                                && !one.spec().path("amiFamily").asText().equals("Custom"))
                    .forEach(
                        one -> sink.at(one, "spec.userData", "userData joins the cluster itself"))),
        new Rule(
            "no-discovery-tag",
            Severity.ADVICE,
            "Terms that do not name the cluster also find what belongs to another.",
            "Select by the tag karpenter.sh/discovery with the cluster's name, or by id.",
            Source.NOTES.at("2 Required Pre-existing Infrastructure"),
            (estate, sink) ->
                estate.classes().stream()
                    .filter(one -> one.kind().equals(Ec2NodeClass.KIND))
                    .forEach(
                        one -> {
                          for (var field :
                              List.of("subnetSelectorTerms", "securityGroupSelectorTerms")) {
                            var terms = one.spec().path(field);
                            for (int i = 0; i < terms.size(); i++) {
                              var tags = terms.path(i).path("tags");
                              if (!tags.isEmpty()
                                  && tags.valueStream().allMatch(tag -> tag.asText().equals("*"))) {
                                sink.at(
                                    one,
                                    "spec.%s[%d]".formatted(field, i),
                                    "finds everything that has the tag, of any cluster");
                              }
                            }
                          }
                        })));
  }
}
