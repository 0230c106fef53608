import TactusBuiltins
import TactusCodecs
import TactusFileAccess
import TactusFiles
import TactusSynth

/// The banks for a bounce: those given by `--bank`. Without this option, the first bank that can be read: of
/// `TACTUS_BANK` or, if the variable is not set, of the system, or else the built-in bank. The song's own bank may be
/// added: one that is embedded in it, or a file beside it with its name.
package struct BankChoice: Sendable {
  /// Why these banks were chosen.
  package enum Reason: Equatable, Sendable {
    case asked
    case found(BankCandidate.Reason)
    /// The bank is embedded in the song's file.
    case embedded
    /// The bank is a file beside the song's file that has the same name.
    case besideSong
    case builtIn
  }

  package var layers: [SoundBank.Layer]
  package var reason: Reason
  /// Remarks for the user about banks that cannot be used.
  package var remarks: [String] = []
  /// Those of the remarks that name entries of `TACTUS_BANK` that were not found; quiet commands print them too.
  package var problems: [String] = []
  /// Those of the remarks that are about the song's own bank.
  private(set) var songRemarks: [String] = []

  /// Opens the banks given by `--bank`. If several banks have a preset with the same number, that of the last bank is
  /// used.
  package static func asked(_ names: [String], strict: Bool) throws(ToolError) -> BankChoice {
    try asked(names) { path throws(ToolError) in try font(at: path, strict: strict) }
  }

  /// Opens banks given by name, with a function that opens the font at a path.
  static func asked(
    _ names: [String], opening: (String) throws(ToolError) -> SoundFont
  ) throws(ToolError) -> BankChoice {
    var layers: [SoundBank.Layer] = []
    for name in names {
      let (path, offset) = parts(of: name)
      guard (-128...65_535).contains(offset) else {
        throw ToolError(name, "a bank offset of \(offset) is out of range; use -128 to 65535")
      }
      layers.append(SoundBank.Layer(try opening(path), bankOffset: offset))
    }
    return BankChoice(layers: layers, reason: .asked)
  }

  /// Returns the banks combined into one.
  ///
  /// - Parameter programs: the programs that will be played; nil if any may be.
  package func soundBank(velocityFilter: VelocityFilter = .off, programs: ProgramSet? = nil) -> SoundBank {
    SoundBank(layers, velocityFilter: velocityFilter, decoder: OggDecoder.shared, programs: programs)
  }

  /// The built-in bank alone.
  package static func builtIn() throws(ToolError) -> BankChoice {
    BankChoice(layers: [.init(builtInFont())], reason: .builtIn)
  }

  /// Stacks the song's own bank, if there is one, on top of the others: the bank that is embedded in the song's file
  /// (RMID), or else the one beside it.
  mutating func addBank(of source: BounceSource) {
    guard let own = source.ownBank else { return addBank(beside: source) }
    do {
      layers.append(.init(try SoundFont(own.file, range: own.range), embeddedIn: own.song))
      reason = .embedded
    } catch {
      remark("\(error); the song's own bank is not used")
    }
  }

  private mutating func addBank(beside source: BounceSource) {
    guard let path = source.bankBeside else { return }
    do {
      layers.append(.init(try InputFile.bank(in: InputFile.bytes(named: path))))
      reason = .besideSong
    } catch {
      remark("\(error); the bank beside the song is not used")
    }
  }

  private mutating func remark(_ sentence: String) {
    remarks.append(sentence)
    songRemarks.append(sentence)
  }

  static func builtInFont() -> SoundFont { Builtins.onDemandFont }
}

extension BankChoice {
  /// The banks for the summary line: "Fluid R3 GM (default-GM.sf2, the system's default bank)".
  package var words: String {
    switch reason {
    case .asked: layers.map(Self.words).joined(separator: " + ")
    case .embedded: layers.map(Self.words).joined(separator: " + ") + " (the song's own)"
    case .besideSong: layers.map(Self.words).joined(separator: " + ") + " (beside the song)"
    case .found(let reason): layers.map { "\($0.font.info.name) (\(Self.words($0)), \(reason))" }.joined()
    case .builtIn: "built-in"
    }
  }

  /// Returns the file name of a bank without folders, followed by its bank offset if that is not 0.
  private static func words(_ layer: SoundBank.Layer) -> String {
    let path = layer.font.file.name
    let name = path == Builtins.bankName ? "built-in" : FilePath.name(of: path)
    return layer.bankOffset == 0 ? name : "\(name)@\(layer.bankOffset)"
  }

  /// The reason for JSON: "asked", "embedded", "built-in", or the reason of the search.
  var reasonWords: String {
    switch reason {
    case .asked: "asked"
    case .embedded: "embedded"
    case .besideSong: "beside the song"
    case .builtIn: "built-in"
    case .found(let reason): "\(reason)"
    }
  }

  var json: JSON {
    .array(
      layers.map {
        ["file": .string($0.font.file.name), "name": .string($0.font.info.name), "offset": JSON($0.bankOffset)]
      })
  }
}
