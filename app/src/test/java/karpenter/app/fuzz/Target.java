package karpenter.app.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/// A parser under test, and what its input looks like.
interface Target {
  String name();

  /// Inputs that the parser is meant for, to be changed.
  List<byte[]> corpus();

  /// Words that mean something to the parser.
  List<String> words();

  /// An input made from scratch.
  byte[] generate(RandomGenerator random);

  /// Reads the input. Returning is right, whether the input was accepted or refused; any exception
  /// is a finding, and [Breach] is the one for answers that are wrong.
  void read(byte[] input) throws Exception;
}
