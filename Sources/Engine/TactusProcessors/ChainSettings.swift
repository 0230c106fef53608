/// The limits of a ``ChainProcessor``, and of the documents that describe chains.
///
/// - Thread: any
public struct ChainSettings: Hashable, Sendable {
  /// How many events an effect can give in a cycle, those that it passes on included; 2,048…2¹⁶ (clamped).
  public var mostEvents = 8_192
  /// How many notes an effect can hold at a time, counted as they go out, and how many others it lets pass; 256…2¹⁴,
  /// and a quarter of that at the most (clamped).
  public var mostHeld = 1_024

  /// The limits as said with each.
  public init() {}

  /// How many effects a chain can have, those included that have been taken out and still end their notes.
  public static var mostLinks: Int { 64 }
  /// The lowest sample rate, in frames per second: below it steps would outnumber frames.
  public static var slowestRate: Int { 1_000 }
  /// How many bytes a document can have.
  public static var documentLimit: Int { 1 << 20 }

  var clamped: ChainSettings {
    var settings = self
    settings.mostEvents = min(max(2_048, mostEvents), 1 << 16)
    settings.mostHeld = min(max(256, mostHeld), 1 << 14, settings.mostEvents / 4)
    return settings
  }
}
