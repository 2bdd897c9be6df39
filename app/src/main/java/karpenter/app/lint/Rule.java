package karpenter.app.lint;

/// One thing to look for.
///
/// @param id its name, which users switch off and machines sort by
/// @param why what goes wrong otherwise
/// @param fix what to do
/// @param source the document that says so, and where
record Rule(String id, Severity severity, String why, String fix, String source, Check check) {

  /// Looks through the manifests and reports what it finds.
  interface Check {
    void look(Estate estate, Sink sink);
  }

  /// Takes findings.
  interface Sink {
    /// @param path the field, in the form of today's version
    /// @param message what was found there
    void at(Estate.Thing thing, String path, String message);
  }
}
