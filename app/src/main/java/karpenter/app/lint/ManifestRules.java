package karpenter.app.lint;

import java.util.List;
import karpenter.api.convert.Outcome;

/// Whether a manifest is one at all, and of today.
final class ManifestRules {
  static final String INVALID = "invalid-manifest";

  private ManifestRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            INVALID,
            Severity.ERROR,
            "An API server or Karpenter refuses it, so it has no effect.",
            "Change the field as the finding says; `karpenter convert` has more to say on old ones.",
            Source.API.at("schemas and validation"),
            (estate, sink) ->
                estate
                    .judged()
                    .forEach(
                        one -> {
                          if (one.outcome() instanceof Outcome.Refused(var problems, _)) {
                            problems.forEach(p -> sink.at(one, p.path(), p.sentence()));
                          }
                        })),
        new Rule(
            "old-api-version",
            Severity.WARNING,
            "Versions before v1 are no longer served; the manifest cannot be applied any more.",
            "Run `karpenter convert` on it and read its notes.",
            Source.COURSE.at("2.1 Components"),
            (estate, sink) ->
                estate
                    .judged()
                    .forEach(
                        one -> {
                          if (one.outcome() instanceof Outcome.Converted) {
                            var version = one.document().object().path("apiVersion").asText();
                            sink.at(one, "apiVersion", version + " is an old version");
                          }
                        })),
        new Rule(
            "stale-metric",
            Severity.WARNING,
            "A rule on a metric that nobody writes never fires, which looks like good health.",
            "Use today's name; `karpenter convert` renames those that were renamed.",
            Source.GUIDE.at("11 Observability & Operations"),
            (estate, sink) ->
                estate
                    .judged()
                    .forEach(
                        one -> {
                          if (one.outcome() instanceof Outcome.Passed(_, var notes, _)
                              && one.kind().equals("PrometheusRule")) {
                            notes.forEach(note -> sink.at(one, note.path(), note.text()));
                          }
                        })),
        new Rule(
            "pod-security-policy",
            Severity.WARNING,
            "PodSecurityPolicy is gone since Kubernetes 1.25: what it forbade is allowed now.",
            "Label namespaces for Pod Security Standards, restricted.",
            Source.GUIDE.at("10 Security & Compliance Checklist"),
            (estate, sink) ->
                estate
                    .ofKind("PodSecurityPolicy")
                    .forEach(one -> sink.at(one, "kind", "PodSecurityPolicy has no effect"))));
  }
}
