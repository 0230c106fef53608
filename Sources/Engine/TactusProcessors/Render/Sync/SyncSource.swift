/// Which input is followed: the one of the settings, or the one on which a pulse came first, until it has fallen silent.
///
/// - Thread: audio
struct SyncSource: Sendable {
  private let wanted: UInt8
  /// The port that is followed; above 15: none.
  private var port: UInt8 = 0xFF
  private var latest = 0.0

  /// A source that has not been heard.
  ///
  /// - Parameter wanted: the only port that counts; above 15: whichever is heard first.
  init(_ wanted: UInt8) { self.wanted = wanted }

  /// Whether a message of a port counts.
  ///
  /// - Parameters:
  ///   - time: when it came, in frames.
  ///   - isPulse: whether it tells that its port leads: a clock, a start, a quarter frame.
  ///   - silence: after how many frames without a pulse another port may lead.
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
