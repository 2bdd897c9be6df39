package karpenter.operator.journal;

/// Where decisions are written down. A port: a bounded ring, a file, or nothing.
public interface Journal {
  void record(Decision decision);
}
