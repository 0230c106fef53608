/// The limits of a ``ChainProcessor``, and of the documents that describe chains.
///
/// - Thread: any
public struct ChainSettings: Hashable, Sendable {
  /// The maximum number of output events of an effect per cycle, including those that it passes; 2,048…2¹⁶ (clamped).
  public var mostEvents = 8_192
  /// The maximum number of notes that an effect holds at a time, counted at its output; 256…2¹⁴, and at most a quarter
  /// of ``mostEvents`` (clamped). The notes that it passes unchanged have a separate limit of the same size.
  public var mostHeld = 1_024

  /// Creates limits with their defaults.
  public init() {}

  /// The maximum number of effects of a chain, including removed effects whose notes have not ended.
  public static var mostLinks: Int { 64 }
  /// The lowest sample rate in frames per second; below it, there could be more arpeggiator steps than frames.
  public static var slowestRate: Int { 1_000 }
  /// The maximum size of a document in bytes.
  public static var documentLimit: Int { 1 << 20 }

  var clamped: ChainSettings {
    var settings = self
    settings.mostEvents = min(max(2_048, mostEvents), 1 << 16)
    settings.mostHeld = min(max(256, mostHeld), 1 << 14, settings.mostEvents / 4)
    return settings
  }
}
