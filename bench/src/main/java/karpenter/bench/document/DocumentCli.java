package karpenter.bench.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `bench/document [--list] [--again] [--tables] [WORD…]`: runs the commands of
/// `docs/benchmarks.md` and writes its tables. Words choose blocks by view or command. What was
/// measured at this commit is not measured again unless `--again` says so; `--tables` measures
/// nothing and only writes what is there. Exit code 1: a command gave nothing.
public final class DocumentCli {
  private static final Path DOCUMENT = Path.of("docs/benchmarks.md");

  private final Path document;
  private final Runner runner;
  private final List<String> words;

  private DocumentCli(Path repository, List<String> words)
      throws IOException, InterruptedException {
    this.document = repository.resolve(DOCUMENT);
    this.runner = new Runner(repository);
    this.words = words;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(arguments));
    boolean list = words.remove("--list");
    boolean again = words.remove("--again");
    boolean onlyTables = words.remove("--tables");
    if (words.stream().anyMatch(word -> word.startsWith("-"))) {
      System.err.println("usage: bench/document [--list] [--again] [--tables] [WORD…]");
      System.exit(2);
    }
    var cli = new DocumentCli(Path.of("").toAbsolutePath(), words);
    if (list) {
      cli.list();
      return;
    }
    System.exit((onlyTables || cli.measure(again)) && cli.write() ? 0 : 1);
  }

  private List<Block> chosen() throws IOException {
    return Block.in(Files.readAllLines(document)).stream().filter(this::isChosen).toList();
  }

  private boolean isChosen(Block block) {
    return words.isEmpty()
        || words.stream()
            .anyMatch(
                word ->
                    block.view().equals(word)
                        || block.commands().stream().anyMatch(command -> command.contains(word)));
  }

  private Set<String> commands() throws IOException {
    Set<String> commands = new LinkedHashSet<>();
    chosen().forEach(block -> commands.addAll(block.commands()));
    return commands;
  }

  private void list() throws IOException {
    for (var command : commands()) {
      var state =
          runner
              .before(command)
              .map(one -> (runner.isCurrent(one) ? "done: " : "older: ") + one.stamp().sentence())
              .orElse("not measured: " + command);
      System.out.println(state);
    }
  }

  private boolean measure(boolean again) throws IOException, InterruptedException {
    boolean complete = true;
    int number = 0;
    var commands = commands();
    for (var command : commands) {
      System.err.printf("[%d/%d] %s%n", ++number, commands.size(), command);
      if (!again && runner.before(command).filter(runner::isCurrent).isPresent()) {
        System.err.println("  measured before at this commit; --again measures it anew");
        continue;
      }
      var measured = runner.run(command);
      if (measured.isEmpty()) {
        System.err.println("  gave nothing");
        complete = false;
        continue;
      }
      System.err.println("  " + measured.get().stamp().sentence());
      complete &= write();
    }
    return complete;
  }

  /// Blocks are written once all of their commands have been measured; the last one first, so that
  /// lines above keep their numbers.
  private boolean write() throws IOException {
    var lines = Files.readAllLines(document);
    var blocks = Block.in(lines);
    for (var block : blocks.reversed()) {
      Map<String, Measured> measured = new LinkedHashMap<>();
      for (var command : block.commands()) {
        runner.before(command).ifPresent(one -> measured.put(command, one));
      }
      var view = Views.named(block.view());
      if (isChosen(block) && measured.size() == block.commands().size()) {
        lines = block.rewritten(lines, view.content(List.copyOf(measured.values())));
      }
    }
    Files.write(document, lines);
    return true;
  }
}
