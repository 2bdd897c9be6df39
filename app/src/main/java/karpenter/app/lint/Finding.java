package karpenter.app.lint;

/// Something a rule found.
record Finding(Rule rule, String file, int line, String object, String path, String message) {

  String sentence() {
    return "%s:%d: %s: %s: %s [%s]"
        .formatted(file, line, rule.severity(), object, message, rule.id());
  }
}
