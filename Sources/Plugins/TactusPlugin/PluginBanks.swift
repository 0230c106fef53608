import TactusBuiltins
import TactusCodecs
import TactusFileAccess
import TactusFiles
import TactusRealtime
import TactusSynth

/// A sound bank and its path.
///
/// - Thread: any
public struct PluginBank: Sendable {
  /// The path of the file; if the file is missing, its path when the state was saved.
  public var path: String
  /// The bank to play; nil if the file is missing.
  public var bank: SoundBank?

  /// Creates an entry.
  public init(path: String, bank: SoundBank?) { (self.path, self.bank) = (path, bank) }
}

/// A source of sound banks for plug-ins.
///
/// - Thread: control, any number of threads
public protocol PluginBanks: Sendable {
  /// The bank that plays if no other is chosen.
  var builtIn: SoundBank { get }
  /// Loads the bank in a file.
  func bank(atPath path: String) throws(PluginStateError) -> PluginBank
}

/// Loads banks from files, which are memory-mapped, and provides the built-in bank. If a file has moved, the folders
/// where systems and users keep banks are searched for its name.
///
/// - Thread: control, any number of threads
public struct StoredBanks: PluginBanks {
  private static let shared = Guarded<SoundBank?>(nil)

  /// Creates a source that reads this machine's files.
  public init() {}

  /// The bank that comes with Tactus; created once per process.
  public var builtIn: SoundBank {
    Self.shared.withLock { shared in
      if let shared { return shared }
      let bank = SoundBank(Builtins.onDemandFont)
      shared = bank
      return bank
    }
  }

  /// Loads the bank in a file.
  public func bank(atPath path: String) throws(PluginStateError) -> PluginBank {
    let found = try Self.bytes(path)
    let font: SoundFont
    do throws(SoundFontError) { font = try SoundFont(found) } catch { throw .bank("\(error)") }
    return PluginBank(path: found.name, bank: SoundBank(font, decoder: OggDecoder.shared))
  }

  private static func bytes(_ path: String) throws(PluginStateError) -> FileBytes {
    // a host has no standard input
    guard path != "-" else { throw .missingBank("-: expected the path of a file") }
    do throws(FileError) { return try FileBytes.open(path) } catch {
      var search = BankSearch.ofProcess
      search.pathExtensions = BankPreset.pathExtensions
      let name = FilePath.name(of: path)
      for candidate in search.run().candidates where FilePath.name(of: candidate.path) == name {
        if let found = try? FileBytes.open(candidate.path) { return found }
      }
      throw .missingBank("\(error)")
    }
  }
}
