extension SoundFont {
  /// A preset: the zones that a bank and program number select.
  ///
  /// - Thread: any
  public struct Preset: Hashable, Sendable {
    /// The bank, 0…127; 128 holds the percussion kits by convention.
    public let bank: UInt16
    /// The program, 0…127; files may contain larger numbers, which cannot be selected.
    public let program: UInt16
    let owner: ZoneOwner

    /// The range of all its zones in ``SoundFont/presetZones``: the global zone, if any, then those with an instrument.
    public var zones: Range<Int> { owner.zones }
    /// The index of the global zone.
    public var globalZone: Int? { owner.globalZone }
    /// The range of the zones with an instrument.
    public var localZones: Range<Int> { owner.localZones }
  }

  /// An instrument: a set of zones with samples, which presets share.
  ///
  /// - Thread: any
  public struct Instrument: Hashable, Sendable {
    let owner: ZoneOwner

    /// The range of all its zones in ``SoundFont/instrumentZones``: the global zone, if any, then those with a sample.
    public var zones: Range<Int> { owner.zones }
    /// The index of the global zone.
    public var globalZone: Int? { owner.globalZone }
    /// The range of the zones with a sample.
    public var localZones: Range<Int> { owner.localZones }
  }

  /// The common properties of presets and instruments: a name in the file, and zones.
  struct ZoneOwner: Hashable, Sendable {
    /// The absolute offset of the record, which begins with the name.
    var recordOffset: Int
    var firstZone: Int32
    var zoneCount: Int32
    var hasGlobalZone: Bool

    var zones: Range<Int> { Int(firstZone)..<Int(firstZone) + Int(zoneCount) }
    var globalZone: Int? { hasGlobalZone ? Int(firstZone) : nil }
    var localZones: Range<Int> { zones.dropFirst(hasGlobalZone ? 1 : 0) }
  }

  /// A zone: its ranges of keys and velocities, its instrument or sample, and its generators and modulators.
  ///
  /// - Thread: any
  public struct Zone: Hashable, Sendable {
    /// The range of its keys; all keys if it sets none.
    public let keyRange: ValueRange
    /// The range of its velocities; all velocities if it sets none.
    public let velocityRange: ValueRange
    /// −1 for nil; here it fills a gap.
    private let shutdownSeconds: Float
    /// The index of its instrument or sample, always in range; nil for a global zone.
    public let target: Int?
    /// Whether the zone sets its range of keys, which may be all keys; if not, that of the global zone applies.
    public let setsKeyRange: Bool
    /// Whether the zone sets its range of velocities; see ``setsKeyRange``.
    public let setsVelocityRange: Bool
    let firstGenerator, generatorCount: Int32
    let firstModulator, modulatorCount: Int32
    /// The time, in seconds, in which a choked or stolen voice falls by 96 dB; nil if the zone does not set it, as in
    /// all SoundFonts.
    package var shutdown: Float? { shutdownSeconds < 0 ? nil : shutdownSeconds }

    /// - Parameters:
    ///   - keyRange: nil if the zone sets none.
    ///   - velocityRange: the same for velocities.
    init(
      keyRange: ValueRange?, velocityRange: ValueRange?, target: Int?, generators: Range<Int>, modulators: Range<Int>,
      shutdown: Float? = nil
    ) {
      self.keyRange = keyRange ?? .all
      self.velocityRange = velocityRange ?? .all
      self.target = target
      setsKeyRange = keyRange != nil
      setsVelocityRange = velocityRange != nil
      firstGenerator = Int32(generators.lowerBound)
      generatorCount = Int32(generators.count)
      firstModulator = Int32(modulators.lowerBound)
      modulatorCount = Int32(modulators.count)
      shutdownSeconds = shutdown ?? -1
    }

    /// Returns the zone's key range, or that of the global zone if the zone sets none.
    ///
    /// Source: SoundFont 2.04 §7.3: the generators of a global zone are the defaults for the other zones.
    package func keys(under global: Zone?) -> ValueRange { setsKeyRange ? keyRange : global?.keyRange ?? .all }
    /// Returns the zone's velocity range, found like the key range in ``keys(under:)``.
    package func velocities(under global: Zone?) -> ValueRange {
      setsVelocityRange ? velocityRange : global?.velocityRange ?? .all
    }

    /// Whether it contains defaults for the other zones instead of a target.
    public var isGlobal: Bool { target == nil }
    /// The range of its generators in ``SoundFont/generators``, without key range, velocity range and target; if a kind
    /// occurs several times, the last generator applies. Of more than 61 generators, the number of kinds, only the last
    /// of each kind are kept.
    public var generators: Range<Int> { Int(firstGenerator)..<Int(firstGenerator) + Int(generatorCount) }
    /// The range of its modulators in ``SoundFont/modulators``; the indices of links count from the start of this
    /// range.
    public var modulators: Range<Int> { Int(firstModulator)..<Int(firstModulator) + Int(modulatorCount) }
  }

  /// The lowest and the highest key or velocity, both inclusive; empty if `low` is above `high`.
  ///
  /// - Thread: any
  public struct ValueRange: Hashable, Sendable, CustomStringConvertible {
    /// The lowest and the highest value, each 0…127 in valid files.
    public var low, high: UInt8
    /// Creates a range from two values as in a file, unclamped.
    public init(low: UInt8, high: UInt8) {
      self.low = low
      self.high = high
    }
    /// Creates a range; its ends are clamped to 0…127.
    public init(_ range: ClosedRange<Int>) {
      self.init(low: UInt8(min(max(range.lowerBound, 0), 127)), high: UInt8(min(max(range.upperBound, 0), 127)))
    }
    /// The range of all keys or velocities.
    public static let all = ValueRange(low: 0, high: 127)
    /// Whether a key or velocity lies in the range.
    public func contains(_ value: UInt8) -> Bool { low <= value && value <= high }
    /// Returns the intersection, which may be empty.
    public func intersection(_ other: Self) -> Self { Self(low: max(low, other.low), high: min(high, other.high)) }
    /// Whether the range is empty.
    public var isEmpty: Bool { low > high }
    /// The range as text, such as "36–47".
    public var description: String { low == high ? "\(low)" : "\(low)–\(high)" }
  }
}
