/// What a bank says about itself: its INFO strings (SoundFont 2.04 §5). Empty means absent.
///
/// - Thread: any
public struct SoundFontInfo: Hashable, Sendable {
  /// The bank's name (`INAM`).
  public var name = ""
  /// The sound engine it was made for (`isng`); files are obliged to have one.
  public var soundEngine = "EMU8000"
  /// The ROM its ROM samples are in (`irom`), and that ROM's version (`iver`).
  public var romName = ""
  /// The version of the ROM (`iver`).
  public var romVersion: SoundFont.Version?
  /// When it was made (`ICRD`).
  public var creationDate = ""
  /// Who made it (`IENG`).
  public var engineers = ""
  /// The product it was made for (`IPRD`).
  public var product = ""
  /// Whose it is (`ICOP`).
  public var copyright = ""
  /// Comments (`ICMT`).
  public var comments = ""
  /// The programs that made it (`ISFT`).
  public var tools = ""

  /// No strings but the sound engine.
  public init() {}

  /// The strings by chunk name, in the order they are written.
  static let fields: [(tag: ChunkTag, path: WritableKeyPath<SoundFontInfo, String> & Sendable)] = [
    ("isng", \.soundEngine), ("INAM", \.name), ("irom", \.romName), ("ICRD", \.creationDate),
    ("IENG", \.engineers), ("IPRD", \.product), ("ICOP", \.copyright), ("ICMT", \.comments), ("ISFT", \.tools),
  ]
  /// The longest string a chunk may hold, without its terminator (2.04 §5).
  static func limit(of tag: ChunkTag) -> Int { tag == "ICMT" ? 65_534 : 254 }
}
