/// Selects the port to follow: that of the settings, or the port on which the first pulse arrives, until it falls
/// silent.
///
/// - Thread: audio
struct SyncSource: Sendable {
  private let wanted: UInt8
  /// The port that is followed; above 15 for none.
  private var port: UInt8 = 0xFF
  private var latest = 0.0

  /// Creates a source without messages.
  ///
  /// - Parameter wanted: the only port to follow; above 15 for the first active port.
  init(_ wanted: UInt8) { self.wanted = wanted }

  /// Returns whether a message on a port is to be followed.
  ///
  /// - Parameters:
  ///   - time: the message's arrival time in frames.
  ///   - isPulse: whether the message can select its port, such as a clock, a start or a quarter frame.
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
