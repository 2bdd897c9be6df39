package karpenter.bench.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Reads and writes workload directories. Writing is canonical (one item a line, fields in the
/// order they were built), so that a digest of the files identifies the workload.
public final class WorkloadDirectory {

  public static final String OPTIONS = "options.json";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<Part> CAME_LATER = EnumSet.of(Part.DISRUPTION_BUDGETS, Part.DEVICES);

  private WorkloadDirectory() {}

  public static Workload read(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException(directory + " is not a workload directory");
    }
    var parts = new EnumMap<Part, List<JsonNode>>(Part.class);
    for (var part : Part.values()) {
      parts.put(part, readList(directory.resolve(part.file())));
    }
    var name = directory.toAbsolutePath().normalize().getFileName();
    return new Workload(String.valueOf(name), readOptions(directory.resolve(OPTIONS)), parts);
  }

  private static ObjectNode readOptions(Path file) throws IOException {
    if (!Files.exists(file)) {
      return JSON.createObjectNode();
    }
    if (JSON.readTree(file.toFile()) instanceof ObjectNode options) {
      return options;
    }
    throw new IOException(file + ": found something else, expected one JSON object");
  }

  private static List<JsonNode> readList(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    var tree = JSON.readTree(file.toFile());
    if (!tree.isArray()) {
      throw new IOException(file + ": found " + tree.getNodeType() + ", expected a JSON list");
    }
    var items = new ArrayList<JsonNode>(tree.size());
    tree.forEach(items::add);
    return List.copyOf(items);
  }

  /// Writes every part, empty ones included, but budgets and devices only where there are some:
  /// they came later, and the bytes of older workloads are pinned. The options go last: a directory
  /// without them is an interrupted one and is made again.
  public static void write(Workload workload, Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.deleteIfExists(directory.resolve(OPTIONS));
    for (var part : Part.values()) {
      var file = directory.resolve(part.file());
      if (CAME_LATER.contains(part) && workload.part(part).isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        writeList(workload.part(part), file);
      }
    }
    Files.writeString(
        directory.resolve(OPTIONS),
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(workload.options()) + "\n");
  }

  public static boolean isComplete(Path directory) {
    return Files.exists(directory.resolve(OPTIONS));
  }

  private static void writeList(List<JsonNode> items, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      var separator = "[\n";
      for (var item : items) {
        out.write(separator);
        out.write(JSON.writeValueAsString(item));
        separator = ",\n";
      }
      out.write(items.isEmpty() ? "[]\n" : "\n]\n");
    }
  }
}
