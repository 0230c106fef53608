import TactusBuiltins
import TactusCodecs
import TactusFileAccess
import TactusFiles
import TactusRealtime
import TactusSynth

/// A sound bank, and where it is from.
///
/// - Thread: any
public struct PluginBank: Sendable {
  /// Where it is, or was when the state was saved.
  public var path: String
  /// What is played; nil where it is not there.
  public var bank: SoundBank?

  /// A bank.
  public init(path: String, bank: SoundBank?) { (self.path, self.bank) = (path, bank) }
}

/// Where a plug-in's sound banks come from.
///
/// - Thread: control, any number of threads
public protocol PluginBanks: Sendable {
  /// The bank that is played where no other is asked for.
  var builtIn: SoundBank { get }
  /// The bank in a file.
  func bank(atPath path: String) throws(PluginStateError) -> PluginBank
}

/// Banks of files, read in place, and the built-in one. A file that has gone is looked for, by its name, where systems and
/// users keep banks.
///
/// - Thread: control, any number of threads
public struct StoredBanks: PluginBanks {
  private static let shared = Guarded<SoundBank?>(nil)

  /// Banks of the files of this machine.
  public init() {}

  /// The bank that Tactus brings along; made once in a process.
  public var builtIn: SoundBank {
    Self.shared.withLock { shared in
      if let shared { return shared }
      do {
        let bank = SoundBank(try SoundFont(Builtins.bank))
        shared = bank
        return bank
      } catch { preconditionFailure("the built-in bank is unsound: \(error)") }
    }
  }

  /// The bank in a file.
  public func bank(atPath path: String) throws(PluginStateError) -> PluginBank {
    let found = try Self.bytes(path)
    let font: SoundFont
    do throws(SoundFontError) { font = try SoundFont(found) } catch { throw .bank("\(error)") }
    var decoder: SoundFileLibrary?
    if font.samples.contains(where: { $0.stream != nil }) {
      do throws(CodecError) { decoder = try SoundFileLibrary.shared() } catch {
        throw .bank("\(path): the samples of this bank are compressed (SF3): \(error)")
      }
    }
    return PluginBank(path: found.name, bank: SoundBank(font, decoder: decoder))
  }

  private static func bytes(_ path: String) throws(PluginStateError) -> FileBytes {
    // a host has no standard input
    guard path != "-" else { throw .missingBank("-: expected the path of a file") }
    do throws(FileError) { return try FileBytes.open(path) } catch {
      var search = BankSearch.ofProcess
      search.endings = ["sf2", "sf3"]
      let name = path.split(separator: "/").last
      for candidate in search.run().candidates where candidate.path.split(separator: "/").last == name {
        if let found = try? FileBytes.open(candidate.path) { return found }
      }
      throw .missingBank("\(error)")
    }
  }
}
