import Testing

/// The sequencer against a model in exact rational arithmetic that shares nothing with it but its public interface and
/// the documentation: hosts of every kind. `TACTUS_ROUNDS` times as many onsets are checked.
@Suite struct HostOracleTests {
  @Test(arguments: HostKind.allCases) func exactlyOnce(_ kind: HostKind) {
    if let fault = OracleSession.check(kind, onsets: 1_000) { Issue.record(Comment(rawValue: fault)) }
  }
}
