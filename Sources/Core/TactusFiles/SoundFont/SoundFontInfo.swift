/// The INFO strings of a bank (SoundFont 2.04 §5); an empty string means absent.
///
/// - Thread: any
public struct SoundFontInfo: Hashable, Sendable {
  /// The bank's name (`INAM`).
  public var name = ""
  /// The sound engine that it was made for (`isng`), which is mandatory in files.
  public var soundEngine = "EMU8000"
  /// The name of the ROM that contains its ROM samples (`irom`).
  public var romName = ""
  /// The version of the ROM (`iver`).
  public var romVersion: SoundFont.Version?
  /// The date of creation (`ICRD`).
  public var creationDate = ""
  /// The author (`IENG`).
  public var engineers = ""
  /// The product that it was made for (`IPRD`).
  public var product = ""
  /// The copyright (`ICOP`).
  public var copyright = ""
  /// Comments (`ICMT`).
  public var comments = ""
  /// The programs that created it (`ISFT`).
  public var tools = ""

  /// Creates empty strings, except for the sound engine.
  public init() {}

  /// The strings by chunk name, in the order in which they are written.
  static let fields: [(tag: ChunkTag, path: WritableKeyPath<SoundFontInfo, String> & Sendable)] = [
    ("isng", \.soundEngine), ("INAM", \.name), ("irom", \.romName), ("ICRD", \.creationDate),
    ("IENG", \.engineers), ("IPRD", \.product), ("ICOP", \.copyright), ("ICMT", \.comments), ("ISFT", \.tools),
  ]
  /// The maximum length of a string without its terminator (2.04 §5).
  static func limit(of tag: ChunkTag) -> Int { tag == "ICMT" ? 65_534 : 254 }
}
