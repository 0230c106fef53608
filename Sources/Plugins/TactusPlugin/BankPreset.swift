import TactusFileAccess
import TactusFiles
import TactusMIDI

/// A preset of a bank file, as hosts list it in their browsers.
///
/// - Thread: any
public struct BankPreset: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// The bank number, 0…65,535; 128 holds drum kits.
  public var bank: Int
  /// The program, 0…127.
  public var program: Int

  /// Creates the description of a preset.
  public init(name: String, bank: Int, program: Int) { (self.name, self.bank, self.program) = (name, bank, program) }

  /// The values of controllers 0 and 32 with which a program change selects the preset in GS, which is the sampler's
  /// system at first; nil if none do. A part that plays drum kits ignores them.
  package var bankSelect: (msb: Int, lsb: Int)? {
    switch bank {
    case 128: (0, 0)
    case 0..<128: (bank, 0)
    // the synthesizer's number of MSB 1 with LSB 0, because 128 holds drum kits
    case 16_512: (1, 0)
    case 129..<16_384: (bank >> 7, bank & 127)
    default: nil
    }
  }

  /// The key by which the preset is loaded: "bank/program".
  public var key: String { "\(bank)/\(program)" }

  /// Returns the numbers of a key; nil if it is none.
  public static func numbers(ofKey key: String) -> (bank: Int, program: Int)? {
    let parts = key.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let bank = parts[0], let program = parts[1], (0...65_535).contains(bank),
      (0...127).contains(program)
    else { return nil }
    return (bank, program)
  }

  /// Whether the preset is a drum kit.
  public var isDrumKit: Bool { bank == 128 || bank == 120 << 7 }

  /// The family of General MIDI to which the program belongs: "Piano"; "Drum kits" for a drum kit.
  public var category: String {
    isDrumKit ? "Drum kits" : Self.families[min(max(0, program), 127) / 8]
  }

  private static let families = [
    "Piano", "Chromatic percussion", "Organ", "Guitar", "Bass", "Strings", "Ensemble", "Brass", "Reed", "Pipe",
    "Synth lead", "Synth pad", "Synth effects", "Ethnic", "Percussive", "Sound effects",
  ]

  /// The extensions of bank files, without dots.
  public static let pathExtensions = ["sf2", "sf3", "sbk", "dls"]

  /// The folders in which this system and the user keep banks; only those that exist.
  /// - Thread: control
  public static var folders: [String] { BankSearch.ofProcess.folders }

  /// Reads the presets of a bank file, ordered by bank and program. Samples are not read.
  /// - Thread: control
  public static func list(path: String) throws(PluginStateError) -> [BankPreset] {
    guard path != "-" else { throw .missingBank("-: expected the path of a file") }
    let file: FileBytes
    do throws(FileError) { file = try FileBytes.open(path) } catch { throw .missingBank("\(error)") }
    let font: SoundFont
    do throws(SoundFontError) { font = try SoundFont(file) } catch { throw .bank("\(error)") }
    return font.presets.filter { $0.program < 128 }
      .map { BankPreset(name: font.name(of: $0), bank: Int($0.bank), program: Int($0.program)) }
      .sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
  }
}
