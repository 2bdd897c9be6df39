package karpenter.api.convert;

/// Something a user should know about a conversion: which field of the source, and what became of
/// it.
public record Note(String path, String text) {

  public String sentence() {
    return path.isEmpty() ? text : path + ": " + text;
  }
}
