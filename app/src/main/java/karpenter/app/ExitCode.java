package karpenter.app;

/// What a command's exit says, for scripts. Of several, the first that applies.
public enum ExitCode {
  /// Everything that was asked for was done.
  DONE(0),
  /// All input was understood, and something in it was found.
  FOUND(1),
  /// Some input could not be understood; the rest was planned without it.
  BAD_INPUT(2),
  /// All input was understood, and some pods have no place.
  UNPLACED(3),
  /// The command line was wrong; nothing was done. (EX_USAGE of sysexits)
  USAGE(64),
  /// The cluster does not answer, or the port is taken. (EX_UNAVAILABLE of sysexits)
  UNAVAILABLE(69),
  /// A bug. (EX_SOFTWARE of sysexits)
  BUG(70),
  /// Another process leads now; start again to stand by. (EX_TEMPFAIL of sysexits)
  LEASE_LOST(75);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
