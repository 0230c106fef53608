/// A SoundFont 2 bank: presets, instruments, their zones, and the samples, which stay where the file has them.
///
/// The arrays mirror the file's own tables (SoundFont 2.04 §7), cleaned: what the specification says to ignore is not
/// here (zones without target, generators after the target, misplaced ranges, instrument-only generators in preset
/// zones), so whoever plays it only adds. Nothing else is resolved: global zones, doubles (the last wins), limits and
/// modulators are for the player. Names are decoded when asked for; samples are never copied.
///
///     preset ─ zones ─┬ global zone?                     instrument ─ zones ─┬ global zone?
///                     └ zone → instrument …                                  └ zone → sample …
///
/// - Thread: any
public final class SoundFont: Sendable {
  /// The bytes that everything points into.
  public let file: FileBytes
  /// The format version the file claims (`ifil`).
  public let version: Version
  /// All presets in the order of the file.
  public let presets: [Preset]
  /// All instruments.
  public let instruments: [Instrument]
  /// The zones of all presets, one preset after the other.
  public let presetZones: [Zone]
  /// The zones of all instruments.
  public let instrumentZones: [Zone]
  /// The generators of all zones, of presets first.
  public let generators: [Generator]
  /// The modulators of all zones, of presets first, none left out, since links count them.
  public let modulators: [Modulator]
  /// The bank's own default modulators, in place of ``Modulator/defaults``; nil where it has none (`DMOD`, an extension
  /// that FluidSynth 2.5 and SpessaSynth read).
  public let defaultModulators: [Modulator]?
  /// All samples, the unusable ones too, since zones and links count them.
  public let samples: [SampleHeader]
  /// The recorded frames.
  public let pool: SamplePool
  /// What was wrong with the file and what was done about it.
  public let diagnostics: SoundFontDiagnostics
  /// Where the INFO strings lie.
  let infoRanges: [ChunkTag: Range<Int>]
  /// Indices of presets, ascending by bank and program, one for each pair: the first in the file.
  let presetOrder: [Int32]

  init(_ parts: consuming Content) {
    file = parts.file
    version = parts.version
    presets = parts.presets
    instruments = parts.instruments
    presetZones = parts.presetZones
    instrumentZones = parts.instrumentZones
    generators = parts.generators
    modulators = parts.modulators
    defaultModulators = parts.defaultModulators
    samples = parts.samples
    pool = parts.pool
    diagnostics = parts.diagnostics
    infoRanges = parts.infoRanges
    presetOrder = parts.presetOrder
  }

  /// What the reader fills while it reads.
  struct Content {
    var file: FileBytes
    var version = Version.v2_01
    var presets: [Preset] = []
    var instruments: [Instrument] = []
    var presetZones: [Zone] = []
    var instrumentZones: [Zone] = []
    var generators: [Generator] = []
    var modulators: [Modulator] = []
    var defaultModulators: [Modulator]?
    var samples: [SampleHeader] = []
    var pool = SamplePool.empty
    var diagnostics = SoundFontDiagnostics()
    var infoRanges: [ChunkTag: Range<Int>] = [:]
    var presetOrder: [Int32] = []
  }

  /// A version: major 2, minor 1 is "2.01".
  public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Before and after the point.
    public var major, minor: UInt16
    /// A version such as 2, 1 for "2.01".
    public init(_ major: UInt16, _ minor: UInt16) {
      self.major = major
      self.minor = minor
    }
    /// 16-bit samples only.
    public static let v2_01 = Version(2, 1)
    /// The last: with 24-bit samples.
    public static let v2_04 = Version(2, 4)
    /// SF3: with compressed samples.
    public static let v3_01 = Version(3, 1)
    /// Earlier before later.
    public static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
    /// Such as "2.01".
    public var description: String { "\(major).\(minor < 10 ? "0" : "")\(minor)" }
  }
}
