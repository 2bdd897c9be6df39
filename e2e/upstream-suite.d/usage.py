"""What a process takes, sampled from procfs."""
import datetime
import os
import re

TICKS = os.sysconf("SC_CLK_TCK")
EVERY_SECONDS = 5  # as often as upstream's suite would ask


class Usage:
    def __init__(self, process):
        self.launcher = process.pid
        self.samples = []  # (when, resident MiB, processor seconds since its start)

    def sample(self, now):
        if self.samples and now - self.samples[-1][0] < EVERY_SECONDS:
            return
        try:
            pid = innermost(self.launcher)
            self.samples.append((now, resident(pid), processor_seconds(pid)))
        except (OSError, StopIteration):
            pass  # it has ended; whoever runs it finds out

    @staticmethod
    def moment(text):
        """Seconds since 1970 of a time as Go writes it, nanoseconds and zone included."""
        text = re.sub(r"\.(\d{6})\d*", r".\1", text.replace("Z", "+00:00"))
        text = re.sub(r"\.(\d{1,5})(?=[+-])", lambda told: "." + told.group(1).ljust(6, "0"), text)
        return datetime.datetime.fromisoformat(text).timestamp()

    def between(self, begin, end):
        inside = [sample for sample in self.samples if begin <= sample[0] <= end]
        if len(inside) < 2:
            return {"samples": len(inside)}
        memory = sorted(sample[1] for sample in inside)
        spent = inside[-1][2] - inside[0][2]
        return {
            "samples": len(inside),
            "rss_p95_mib": round(memory[min(len(memory) - 1, int(0.95 * len(memory)))], 1),
            "rss_max_mib": round(memory[-1], 1),
            "cpu_mean_cores": round(spent / (inside[-1][0] - inside[0][0]), 4),
        }

    def whole(self):
        if not self.samples:
            return {}
        return self.between(self.samples[0][0], self.samples[-1][0])


def innermost(pid):
    """The controller's own process: a launcher that stays in front of it is left out."""
    while True:
        children = []
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                children += [int(child) for child in file.read().split()]
        if len(children) != 1:
            return pid
        pid = children[0]


def resident(pid):
    with open(f"/proc/{pid}/status") as file:
        line = next(line for line in file if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def table(measured):
    """Lines for a person."""
    for phase in (measured or {}).get("phases", []):
        yield (
            f"{phase['name']:42}{phase['seconds']:>8.1f} s {phase['nodes']:>5} nodes  cpu {phase['cpu_utilization']:.2f}"
            f"  memory {phase['memory_utilization']:.2f}  RSS p95 {phase.get('rss_p95_mib', 0):.0f} MiB"
            f"  {phase.get('cpu_mean_cores', 0):.2f} cores"
        )
