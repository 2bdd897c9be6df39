"""Two controllers' runs as a table, with what was demanded of ours."""
import statistics
from dataclasses import dataclass
from typing import Optional

MEASURED_FULLY, LATENCY_ONLY = 3000, 500
SETTLED_LIMIT, PEAK_LIMIT = 200, 260  # megabytes at 500 pods


@dataclass
class Row:
    phase: str
    name: str
    ours: Optional[float]
    upstream: Optional[float]
    unit: str
    demanded: bool
    limit: Optional[float] = None

    def bound(self):
        return self.limit if self.limit is not None else self.upstream

    def holds(self):
        if self.ours is None or self.bound() is None:
            return None
        return self.ours <= self.bound()

    def ratio(self):
        return self.ours / self.upstream if self.ours is not None and self.upstream else None


def percentile(values, share):
    """The smallest value that at least this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)] if ordered else None


def rows(told):
    made = []
    for index, size in enumerate(told["sizes"]):
        def each(read):
            return [by_controller(told, name, index, read) for name in ("ours", "upstream")]

        def row(name, unit, summarise, read, demanded, limit=None):
            ours, upstream = (summarise(values) if values else None for values in each(read))
            made.append(Row(f"{size} pods", name, ours, upstream, unit, demanded, limit))

        full = size == MEASURED_FULLY
        latency = full or size == LATENCY_ONLY
        for name, field in [("pending → NodeClaim", "to_claim"), ("pending → Running", "to_running")]:
            for share in (0.5, 0.99):
                row(f"{name} p{share * 100:.0f}", "s", lambda runs, s=share: percentile(sum(runs, []), s),
                    lambda run, phase, f=field: phase[f], latency)
        row("all Running", "s", statistics.median, lambda run, phase: phase["seconds"], latency)
        row("CPU", "s", statistics.median, lambda run, phase: phase["cpu"] - earlier(run, phase)["cpu"], full)
        row("CPU since start", "s", statistics.median, lambda run, phase: phase["cpu"], full)
        row("memory settled", "MB", statistics.median, lambda run, phase: phase["settled"], full)
        row("memory peak", "MB", statistics.median, lambda run, phase: phase["peak"], full)
        row("requests", "", statistics.median, lambda run, phase: sum(phase["requests"].values()), full)
        row("nodes", "", statistics.median, lambda run, phase: phase["nodes"], full)
        row("Σ price", "/h", statistics.median, lambda run, phase: phase["price"], full)
        if size == LATENCY_ONLY:
            row("memory settled, limit", "MB", max, lambda run, phase: phase["settled"], True, SETTLED_LIMIT)
            row("memory peak, limit", "MB", max, lambda run, phase: phase["peak"], True, PEAK_LIMIT)
    made += event_rows(told)
    return made


def by_controller(told, name, index, read):
    return [read(run, run["phases"][index]) for run in told["runs"] if run["controller"] == name]


def earlier(run, phase):
    index = run["phases"].index(phase)
    return run["phases"][index - 1] if index else run["ready"]


def event_rows(told):
    """Equal reasons: a reason that only one of them gives breaks it. The counts differ by what each of them withholds."""
    reasons = sorted({reason for run in told["runs"] for reason in run["events"]})

    def counts(name, reason):
        seen = [run["events"].get(reason, 0) for run in told["runs"] if run["controller"] == name]
        return statistics.median(seen) if seen else None

    return [EventRow("events", f"pods told {reason}", counts("ours", reason), counts("upstream", reason), "pods", True)
            for reason in reasons]


class EventRow(Row):
    def holds(self):
        if self.ours is None or self.upstream is None:
            return None
        return (self.ours > 0) == (self.upstream > 0)


def show(made):
    print(f"\n{'':12}{'':26}{'ours':>10}{'upstream':>10}{'':4}{'ratio':>8}  ours ≤ upstream's")
    for row in made:
        verdict = {True: "yes", False: "NO", None: "?"}[row.holds()]
        if isinstance(row, EventRow):
            verdict = {True: "same reason", False: "ONE ONLY", None: "?"}[row.holds()]
        elif row.limit is not None:
            verdict += f" (≤ {row.limit} demanded)"
        demanded = "" if row.demanded else "  (not demanded)"
        ratio = f"{row.ratio():.2f}" if row.ratio() is not None else ""
        print(f"{row.phase:12}{row.name:26}{number(row.ours):>10}{number(row.upstream):>10} {row.unit:3}{ratio:>8}  {verdict}{demanded}")


def number(value):
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
