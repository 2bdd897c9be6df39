package karpenter.simulator.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.api.Problem;
import karpenter.operator.kube.ObjectKey;

/// The list of pods that Alibaba published as `cluster-trace-gpu-v2023`: one line each, with its
/// requests and when it came and went, in seconds.
///
/// A part of a GPU counts as a whole one, as it does wherever a device plugin hands them out. A
/// pod's wish for certain models becomes a node affinity. The life of a pod is the time between its
/// coming and going; whether it ran, failed or waited in reality is not looked at.
final class CsvTrace {
  static final List<String> NEEDED =
      List.of("name", "cpu_milli", "memory_mib", "num_gpu", "creation_time", "deletion_time");

  /// Nodes that have GPUs say which.
  static final String MODEL = "example.com/gpu-model";

  private static final int MAX_DIGITS = 15;

  private final List<String> names;
  private final Map<String, Integer> columns;
  private final TraceReader.Notes notes = new TraceReader.Notes();

  private CsvTrace(String header) {
    columns = columns(header);
    names = names(header);
  }

  static boolean isHeader(String line) {
    return columns(line).keySet().containsAll(NEEDED);
  }

  static TraceRead read(String title, List<String> lines) {
    int header = 0;
    while (TraceReader.isPassedOver(lines.get(header))) {
      header++;
    }
    var reader = new CsvTrace(lines.get(header));
    if (!reader.isEachColumnOnce(header + 1)) {
      return reader.notes.read(title, Duration.ZERO);
    }
    for (int i = header + 1; i < lines.size(); i++) {
      if (!TraceReader.isPassedOver(lines.get(i))) {
        reader.row(i + 1, lines.get(i).split(",", -1));
      }
    }
    return reader.notes.read(title, reader.last());
  }

  private static Map<String, Integer> columns(String header) {
    var columns = new HashMap<String, Integer>();
    var names = names(header);
    for (int i = 0; i < names.size(); i++) {
      columns.putIfAbsent(names.get(i), i);
    }
    return columns;
  }

  private static List<String> names(String header) {
    return Arrays.stream(header.split(",", -1)).map(String::strip).toList();
  }

  /// Which of two would be meant is anybody's guess; those without a name mean nothing.
  private boolean isEachColumnOnce(int line) {
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      if (!name.isEmpty() && !Integer.valueOf(i).equals(columns.get(name))) {
        notes.wrong(
            line, Problem.at(name).found("the column a second time").expected("each column once"));
        return false;
      }
    }
    return true;
  }

  private Duration last() {
    var last = Duration.ZERO;
    for (var event : notes.events) {
      if (event instanceof TraceEvent.PodArrives(var at, _, _, var lifetime)) {
        var end = at.plus(lifetime.orElse(Duration.ZERO));
        last = end.compareTo(last) > 0 ? end : last;
      }
    }
    return last;
  }

  private void row(int line, String[] cells) {
    if (cells.length != names.size()) {
      notes.wrong(
          line,
          Problem.at("")
              .found(cells.length + " columns")
              .expected(names.size() + ", as in the first line"));
      return;
    }
    var name = text(cells, "name");
    if (name.isEmpty()) {
      notes.wrong(line, Problem.at("name").found("nothing").expected("a name for the pod"));
    }
    var cpu = number(line, cells, "cpu_milli");
    var memory = number(line, cells, "memory_mib");
    var gpus = number(line, cells, "num_gpu");
    var created = number(line, cells, "creation_time");
    var deleted = number(line, cells, "deletion_time");
    if (name.isEmpty()
        || cpu.isEmpty()
        || memory.isEmpty()
        || gpus.isEmpty()
        || created.isEmpty()
        || deleted.isEmpty()) {
      return;
    }
    if (deleted.get() < created.get()) {
      notes.wrong(
          line,
          Problem.at("deletion_time")
              .found("%d, before the pod was created".formatted(deleted.get()))
              .expected("at least " + created.get()));
      return;
    }
    var requests = new TreeMap<String, String>();
    requests.put("cpu", cpu.get() + "m");
    requests.put("memory", memory.get() + "Mi");
    if (gpus.get() > 0) {
      requests.put(PodShape.GPU, gpus.get().toString());
    }
    var shape = PodShape.asking(requests, labels(cells));
    models(cells, shape);
    var key = ObjectKey.of("default", name.toLowerCase(java.util.Locale.ROOT));
    notes.events.add(
        new TraceEvent.PodArrives(
            Duration.ofSeconds(created.get()),
            key,
            shape.pod(key),
            Optional.of(Duration.ofSeconds(deleted.get() - created.get()))));
  }

  private Map<String, String> labels(String[] cells) {
    var qos = text(cells, "qos");
    return qos.isEmpty() ? Map.of() : Map.of("qos", qos);
  }

  /// `V100M16|V100M32`: any of them.
  private void models(String[] cells, PodShape shape) {
    var wanted = text(cells, "gpu_spec");
    if (!wanted.isEmpty()) {
      var term =
          shape
              .rest()
              .withObjectProperty("affinity")
              .withObjectProperty("nodeAffinity")
              .withObjectProperty("requiredDuringSchedulingIgnoredDuringExecution")
              .putArray("nodeSelectorTerms")
              .addObject()
              .putArray("matchExpressions")
              .addObject();
      var values = term.put("key", MODEL).put("operator", "In").putArray("values");
      new ArrayList<>(List.of(wanted.split("\\|"))).forEach(values::add);
    }
  }

  private String text(String[] cells, String column) {
    var index = columns.get(column);
    return index == null ? "" : cells[index].strip();
  }

  private Optional<Long> number(int line, String[] cells, String column) {
    var text = text(cells, column);
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= MAX_DIGITS
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber) {
      notes.wrong(
          line,
          Problem.at(column)
              .found(text.isEmpty() ? "nothing" : '"' + text + '"')
              .expected("a whole number, not negative"));
      return Optional.empty();
    }
    return Optional.of(Long.parseLong(text));
  }
}
