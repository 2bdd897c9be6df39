package karpenter.app.plan;

import karpenter.app.terminal.Ink;

/// How a plan is written.
enum OutputForm {
  TEXT,
  JSON,
  YAML,
  MARKDOWN;

  String render(PlanReport report, Ink ink) {
    return switch (this) {
      case TEXT -> TextReport.render(report, ink);
      case JSON -> MachineReport.json(report);
      case YAML -> MachineReport.yaml(report);
      case MARKDOWN -> MarkdownReport.render(report);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
