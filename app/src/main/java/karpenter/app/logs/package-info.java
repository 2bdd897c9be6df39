/// Log lines: JSON with upstream's field names, so that dashboards and alerts keep working.
@org.jspecify.annotations.NullMarked
package karpenter.app.logs;
