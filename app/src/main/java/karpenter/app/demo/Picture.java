package karpenter.app.demo;

import java.util.List;

/// The cluster at one moment, as it is drawn. Its field names are those of the page's JSON.
///
/// @param clock of the cluster, as `09:12:31`
/// @param elapsed seconds since the beginning
/// @param launched machines ever bought
/// @param storm seconds that the spot storm goes on; 0 when there is none
record Picture(
    String clock,
    long elapsed,
    double perHour,
    double spent,
    double peak,
    int launched,
    long storm,
    List<NodeBox> nodes,
    List<PodChip> waiting,
    List<WorkloadRow> workloads) {

  /// @param cpu what pods may use, in thousandths; 0 while that is not known
  /// @param state `launching`, `booting`, `ready`, `leaving` or `lost`
  /// @param verdict what keeps it; empty when nothing was found out yet
  record NodeBox(
      String name,
      String pool,
      String type,
      String zone,
      String capacity,
      double price,
      String state,
      long cpu,
      long used,
      String verdict,
      List<PodChip> pods) {}

  /// @param cpu in thousandths
  /// @param state `running`, `starting`, `leaving` or `waiting`
  record PodChip(String name, String app, long cpu, String state) {}

  /// @param step by how many the page's buttons scale it; 0 when it has none
  record WorkloadRow(String name, String kind, int replicas, int running, long cpu, int step) {}

  /// Pods that should run and do not.
  long unsettled() {
    return workloads.stream().mapToInt(row -> Math.abs(row.replicas() - row.running())).sum();
  }

  long running() {
    return workloads.stream().mapToInt(WorkloadRow::running).sum();
  }
}
