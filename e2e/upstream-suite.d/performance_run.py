"""A spec of the performance suite, with what the controller takes while it runs."""
import glob
import json
import os
import time

from group_run import GroupRun
from usage import Usage

# The suite reads memory and processor time through the API server, which cannot reach a process beside the cluster: it
# gets no samples and its limits say nothing. Should samples come one day, these limits are still not ours to keep, as they
# were chosen for another runtime: they are lifted, and the figures are taken from procfs and reported.
NO_LIMITS = {"KARPENTER_MEMORY_OVERHEAD_MB": "1000000", "KARPENTER_CPU_OVERHEAD_CORES": "1000"}


class PerformanceRun(GroupRun):
    suite = "performance"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.reports = os.path.join(self.folder, "reports")
        self.usage = None

    def settings(self):
        os.makedirs(self.reports, exist_ok=True)
        return {"OUTPUT_DIR": self.reports, **NO_LIMITS}

    def watch(self, controller):
        if self.usage is None:
            self.usage = Usage(controller.process)
        self.usage.sample(time.time())

    def measured(self):
        if self.usage is None:
            return {}
        phases = [self.phase(report) for report in self.read_reports()]
        return {"measured": {"phases": phases, **self.usage.whole()}}

    def read_reports(self):
        found = []
        for path in glob.glob(os.path.join(self.reports, "*_performance_report.json")):
            with open(path) as file:
                found.append(json.load(file))
        return sorted(found, key=lambda report: report["timestamp"])

    def phase(self, report):
        """The suite's own figures, and ours for the same span of time."""
        end = Usage.moment(report["timestamp"])
        seconds = report["total_time"] / 1e9
        return {
            "name": report["test_name"], "kind": report["test_type"], "seconds": round(seconds, 1),
            "pods": report["total_pods"], "nodes": report["total_nodes"],
            "cpu_utilization": round(report["total_reserved_cpu_utilization"], 4),
            "memory_utilization": round(report["total_reserved_memory_utilization"], 4),
            "rounds": report["rounds"], **self.usage.between(end - seconds, end),
        }
