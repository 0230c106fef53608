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

  /// The chunks of the strings, in the order in which they are written.
  static let tags: [ChunkTag] = ["isng", "INAM", "irom", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT"]

  /// The string of a chunk.
  subscript(tag: ChunkTag) -> String {
    get {
      switch tag {
      case "isng": soundEngine
      case "INAM": name
      case "irom": romName
      case "ICRD": creationDate
      case "IENG": engineers
      case "IPRD": product
      case "ICOP": copyright
      case "ICMT": comments
      default: tools
      }
    }
    set {
      switch tag {
      case "isng": soundEngine = newValue
      case "INAM": name = newValue
      case "irom": romName = newValue
      case "ICRD": creationDate = newValue
      case "IENG": engineers = newValue
      case "IPRD": product = newValue
      case "ICOP": copyright = newValue
      case "ICMT": comments = newValue
      default: tools = newValue
      }
    }
  }

  /// The maximum length of a string without its terminator (2.04 §5).
  static func limit(of tag: ChunkTag) -> Int { tag == "ICMT" ? 65_534 : 254 }
}
