package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// All parsers that read what comes from outside.
final class Targets {
  private static final List<Target> ALL =
      List.of(
          new YamlTarget(),
          new JsonTarget(),
          text("quantities", Grammar::quantity, SmallTexts::quantity, SmallTexts.QUANTITIES),
          text("durations", Grammar::duration, SmallTexts::duration, SmallTexts.DURATIONS),
          text("cron", Grammar::cron, SmallTexts::cron, SmallTexts.CRONS),
          new CelTarget(),
          new KubeconfigTarget(),
          new WatchTarget(),
          new HttpTarget(),
          new ObjectsTarget(),
          new CommandsTarget(),
          new CatalogueTarget(),
          new TraceTarget(),
          new JournalTarget(),
          new SettingsTarget(),
          new ControlsTarget());

  private Targets() {}

  static List<Target> all() {
    return ALL;
  }

  static Target named(String name) {
    return ALL.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no target is called " + name));
  }

  interface TextReader {
    void read(String text) throws Exception;
  }

  private static Target text(
      String name, Function<Grammar, String> grammar, TextReader reader, List<String> examples) {
    var corpus = Corpus.texts(examples.toArray(String[]::new));
    return new Target() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<byte[]> corpus() {
        return corpus;
      }

      @Override
      public List<String> words() {
        return examples;
      }

      @Override
      public byte[] generate(RandomGenerator random) {
        return grammar.apply(new Grammar(random)).getBytes(UTF_8);
      }

      @Override
      public void read(byte[] input) throws Exception {
        reader.read(new String(input, UTF_8));
      }
    };
  }
}
