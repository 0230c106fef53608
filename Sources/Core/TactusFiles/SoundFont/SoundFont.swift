/// A SoundFont 2 bank: presets, instruments, their zones, and the samples, which stay in the file.
///
/// The arrays mirror the file's tables (SoundFont 2.04 §7) without the entries that the specification requires readers
/// to ignore (zones without target, generators after the target, misplaced ranges, instrument-only generators in preset
/// zones), so a player need not check for them. Nothing else is resolved: the player adds amounts, and applies global
/// zones, duplicate generators (the last one counts), limits and modulators. Names are decoded on demand; samples are
/// copied only if they are misaligned or in another byte order.
///
///     preset ─ zones ─┬ global zone?                     instrument ─ zones ─┬ global zone?
///                     └ zone → instrument …                                  └ zone → sample …
///
/// - Thread: any
public final class SoundFont: Sendable {
  /// The bytes of the file.
  public let file: FileBytes
  /// The file format.
  public let format: Format
  /// The format version that the file declares (`ifil`); for a DLS bank, its level.
  public let version: Version
  /// All presets in the order of the file.
  public let presets: [Preset]
  /// All instruments.
  public let instruments: [Instrument]
  /// The zones of all presets, one preset after the other.
  public let presetZones: [Zone]
  /// The zones of all instruments.
  public let instrumentZones: [Zone]
  /// The generators of all zones, those of presets first.
  public let generators: [Generator]
  /// The modulators of all zones, those of presets first. Ineffective ones are included, because links refer to
  /// modulators by index.
  public let modulators: [Modulator]
  /// The bank's own default modulators, which replace ``Modulator/defaults``; nil if it has none (`DMOD`, an extension
  /// that FluidSynth 2.5 and SpessaSynth read).
  public let defaultModulators: [Modulator]?
  /// All samples, including unusable ones, because zones and links refer to samples by index.
  public let samples: [SampleHeader]
  /// The sample data.
  public let pool: SamplePool
  /// The generator that computes the sample data; nil if the data is read from the file.
  public let generator: (any SampleGenerator)?
  /// The defects of the file, and how each was handled.
  public let diagnostics: SoundFontDiagnostics
  /// The positions of the INFO strings.
  let infoRanges: [ChunkTag: Range<Int>]
  /// The positions of the names of a DLS bank, by the offset of their owner; nil for a SoundFont.
  let names: [Int: Range<Int>]?
  /// The indices of presets, ascending by bank and program; if several have the same bank and program, only the first
  /// in the file.
  let presetOrder: [Int32]

  init(_ parts: consuming Content) {
    file = parts.file
    format = parts.format
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
    generator = parts.generator
    diagnostics = parts.diagnostics
    infoRanges = parts.infoRanges
    names = parts.names
    presetOrder = parts.presetOrder
  }

  /// The contents of a bank, which the reader fills in.
  struct Content {
    var file: FileBytes
    var format = Format.soundFont
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
    var generator: (any SampleGenerator)?
    var diagnostics = SoundFontDiagnostics()
    var infoRanges: [ChunkTag: Range<Int>] = [:]
    var names: [Int: Range<Int>]?
    var presetOrder: [Int32] = []
  }

  /// The format of a bank's file.
  public enum Format: Hashable, Sendable {
    /// SoundFont 2, or SF3.
    case soundFont
    /// Downloadable Sounds of level 1 or 2.
    case dls(level: Int)
  }

  /// The format with its version, such as "SoundFont 2.01" or "DLS level 1".
  public var formatName: String {
    switch format {
    case .soundFont: "SoundFont \(version)"
    case .dls(let level): "DLS level \(level)"
    }
  }

  /// A version: major 2, minor 1 is "2.01".
  public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The numbers before and after the point.
    public var major, minor: UInt16
    /// Creates a version, such as 2, 1 for "2.01".
    public init(_ major: UInt16, _ minor: UInt16) {
      self.major = major
      self.minor = minor
    }
    /// The version that supports only 16-bit samples.
    public static let v2_01 = Version(2, 1)
    /// The latest version of SoundFont 2, which supports 24-bit samples.
    public static let v2_04 = Version(2, 4)
    /// The version of SF3, which supports compressed samples.
    public static let v3_01 = Version(3, 1)
    /// Whether the first version is earlier than the second.
    public static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
    /// The version as text, such as "2.01".
    public var description: String { "\(major).\(minor < 10 ? "0" : "")\(minor)" }
  }
}
