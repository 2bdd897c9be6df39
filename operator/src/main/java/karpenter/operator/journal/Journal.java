package karpenter.operator.journal;

/// Where decisions are written down. A port: a bounded ring, a file, or nothing.
public interface Journal {
  void record(Decision decision);

  /// Writes to both.
  default Journal and(Journal other) {
    return decision -> {
      record(decision);
      other.record(decision);
    };
  }
}
