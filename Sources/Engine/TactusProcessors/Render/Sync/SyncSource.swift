/// Selects the input to follow: that of the settings, or the one with the first pulse, until it falls silent.
///
/// - Thread: audio
struct SyncSource: Sendable {
  private let wanted: UInt8
  /// The port that is followed; above 15 for none.
  private var port: UInt8 = 0xFF
  private var latest = 0.0

  /// Creates a source without messages.
  ///
  /// - Parameter wanted: the only port that counts; above 15 for the first active one.
  init(_ wanted: UInt8) { self.wanted = wanted }

  /// Whether a message on a port counts.
  ///
  /// - Parameters:
  ///   - time: its arrival time in frames.
  ///   - isPulse: whether it can select its port: a clock, a start, a quarter frame.
  ///   - silence: the number of frames without a pulse after which another port may be selected.
  mutating func follows(_ port: UInt8, at time: Double, isPulse: Bool, silence: Double) -> Bool {
    if wanted <= 15 { return port == wanted }
    if self.port <= 15, port != self.port, time - latest <= silence { return false }
    if isPulse {
      latest = self.port == port && time < latest ? latest : time
      self.port = port
    }
    return true
  }
}
