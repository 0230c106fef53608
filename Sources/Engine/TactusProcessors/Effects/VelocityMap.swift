import TactusFiles
import TactusMIDI

/// Maps velocities by a curve, a factor, an offset and a range, in this order, or to a fixed velocity.
///
/// A note-on never becomes silent, and velocity 0 of MIDI 1.0 remains a note-off. The 16-bit velocities of MIDI 2.0 are
/// mapped by linear interpolation between the mapped MIDI 1.0 velocities.
///
/// - Thread: any
public struct VelocityMap: Hashable, Sendable {
  /// The curve, in which 0…1 corresponds to the velocities 0…127.
  public var curve = ValueCurve.linear
  /// The factor, 0…16 (clamped).
  public var scale = 1.0
  /// The offset added after the factor, −127…127 (clamped).
  public var offset = 0
  /// The lowest and the highest output velocity, 1…127 (clamped).
  public var range: ClosedRange<UInt8> = 1...127
  /// A fixed velocity for all notes, 1…127 (clamped); nil for none.
  public var fixed: UInt8?
  /// Additional factors for single keys, 0…16 (clamped).
  public var keys: [UInt8: Double] = [:]
  /// The channels, 0…15, whose notes are mapped.
  public var channels = Set<UInt8>.allChannels
  /// Whether note-offs are mapped as well.
  public var mapsRelease = false

  /// Creates a map that changes nothing.
  public init() {}

  /// Returns the mapped velocity before rounding, in MIDI 1.0 units.
  func value(_ velocity: Double, factor: Double) -> Double {
    let bounds = (Double(range.lowerBound.within(1...127)), Double(range.upperBound.within(1...127)))
    if let fixed { return Double(fixed.within(1...127)) }
    let curved = curve == .linear ? velocity : curve.value(at: velocity / 127) * 127
    let scaled = curved * scale.within(0...16) * factor.within(0...16) + Double(offset.within(-127...127))
    return min(max(bounds.0, scaled), bounds.1)
  }

  /// Returns the mapped values of the 128 velocities of MIDI 1.0 in 16 bits. Whole velocities are scaled up as MIDI 2.0
  /// specifies, and fractions are interpolated.
  func table(factor: Double) -> [UInt16] {
    (0..<128).map { velocity in
      let exact = value(Double(velocity), factor: factor)
      let whole = exact.rounded(.down)
      let low = Double(ValueScaling.up16(UInt8(whole)))
      let high = Double(ValueScaling.up16(UInt8(min(127, whole + 1))))
      return UInt16((low + (high - low) * (exact - whole) + 0.5).rounded(.down))
    }
  }

  /// Returns the mapped values of the 128 velocities of MIDI 1.0, rounded to seven bits.
  func coarseTable(factor: Double) -> [UInt8] {
    (0..<128).map { UInt8((value(Double($0), factor: factor) + 0.5).rounded(.down)) }
  }
}

extension VelocityMap: DocumentValue {
  /// Reads an object with `curve`, `scale`, `offset`, `range`, `fixed`, `keys` ([{"key", "scale"}]), `channels`
  /// (1…16), `release`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    curve = try object.value("curve", default: .linear)
    scale = try object.number("scale", 0...16, default: 1)
    offset = try object.number("offset", -127...127, default: 0)
    range = try object.range("range", within: 1...127, default: 1...127)
    fixed = try object.number("fixed", 1...127)
    for key in try object.value("keys", default: [KeyScale]()) { keys[key.key] = key.scale }
    channels = try object.channels("channels", default: .allChannels)
    mapsRelease = try object.value("release", default: false)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(curve.simplest, "curve", unless: .linear)
    object.put(scale.within(0...16), "scale", unless: 1)
    object.put(offset.within(-127...127), "offset", unless: 0)
    object.put(range: range.clamped(to: 1...127), "range", unless: 1...127)
    object.put(fixed?.within(1...127), "fixed")
    let scales = keys.filter { $0.key < 128 }.sorted { $0.key < $1.key }
    object.put(scales.map { KeyScale(key: $0.key, scale: $0.value.within(0...16)) }, "keys", unless: [])
    object.put(channels: channels, "channels", unless: .allChannels)
    object.put(mapsRelease, "release", unless: false)
    return object.json
  }

  /// The velocity factor of one MIDI key, as chain documents contain it.
  private struct KeyScale: DocumentValue, Equatable {
    var key: UInt8
    var scale: Double

    init(key: UInt8, scale: Double) { (self.key, self.scale) = (key, scale) }

    init(from node: DocumentNode) throws(DocumentProblem) {
      let object = try node.object()
      guard let key = try object.number("key", 0...127) as UInt8? else { throw object.expected("a key 0…127", "key") }
      self.init(key: key, scale: try object.number("scale", 0...16, default: 1))
    }

    var json: JSON {
      var object = DocumentWriter()
      object.put(key, "key")
      object.put(scale, "scale")
      return object.json
    }
  }
}

extension VelocityMap: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { HeldNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    // keys with the same factor share a table
    var factors = [1.0]
    let indices = (0..<128).map { key -> UInt8 in
      let factor = keys[UInt8(key)] ?? 1
      if let index = factors.firstIndex(of: factor) { return UInt8(index) }
      factors.append(factor)
      return UInt8(factors.count - 1)
    }
    let mapping = VelocityMapping(
      indices: tables.table(indices), fine: tables.table(factors.flatMap { table(factor: $0) }),
      coarse: tables.table(factors.flatMap { coarseTable(factor: $0) }), channels: channels.mask,
      mapsRelease: mapsRelease)
    return .velocity(MappingStage(mapping, memory, isBypassed: isBypassed))
  }
}
