/// A connection of an articulation: a source, scaled by a control, is transformed and added to a destination.
///
/// Source: Downloadable Sounds Level 2, "Sources, controls, destinations and transforms".
package struct DLSConnection: Hashable, Sendable {
  package var source: Source
  package var control: Source
  package var destination: Destination
  package var transform: Transform
  /// The amount in the unit of the destination, as 16.16 fixed point.
  package var scale: Int32

  package init(
    _ source: Source = .none, by control: Source = .none, to destination: Destination, _ scale: Int32,
    _ transform: Transform = Transform(rawValue: 0)
  ) {
    (self.source, self.control, self.destination) = (source, control, destination)
    (self.transform, self.scale) = (transform, scale)
  }

  /// Reads a connection block; nil if fewer than twelve bytes remain.
  init?(_ reader: inout ByteReader) {
    guard let source = reader.u16le(), let control = reader.u16le(), let destination = reader.u16le(),
      let transform = reader.u16le(), let scale = reader.u32le()
    else { return nil }
    self.init(
      Source(rawValue: source), by: Source(rawValue: control), to: Destination(rawValue: destination),
      Int32(bitPattern: scale), Transform(rawValue: transform))
  }

  /// A source or control.
  package struct Source: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let none = Source(rawValue: 0)
    package static let modLFO = Source(rawValue: 1)
    package static let velocity = Source(rawValue: 2)
    package static let key = Source(rawValue: 3)
    package static let volumeEnvelope = Source(rawValue: 4)
    package static let modEnvelope = Source(rawValue: 5)
    package static let pitchWheel = Source(rawValue: 6)
    package static let polyPressure = Source(rawValue: 7)
    package static let channelPressure = Source(rawValue: 8)
    package static let vibLFO = Source(rawValue: 9)
    package static let bendRange = Source(rawValue: 0x100)
    package static let fineTuning = Source(rawValue: 0x101)
    package static let coarseTuning = Source(rawValue: 0x102)
    package static func controller(_ number: UInt8) -> Source { Source(rawValue: 0x80 | UInt16(number & 127)) }
  }

  /// A destination; those without an effect in this synthesizer have no name here.
  package struct Destination: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let gain = Destination(rawValue: 0x001)
    package static let pitch = Destination(rawValue: 0x003)
    package static let pan = Destination(rawValue: 0x004)
    package static let chorus = Destination(rawValue: 0x080)
    package static let reverb = Destination(rawValue: 0x081)
    package static let modLFOFrequency = Destination(rawValue: 0x104)
    package static let modLFODelay = Destination(rawValue: 0x105)
    package static let vibLFOFrequency = Destination(rawValue: 0x114)
    package static let vibLFODelay = Destination(rawValue: 0x115)
    package static let volumeAttack = Destination(rawValue: 0x206)
    package static let volumeDecay = Destination(rawValue: 0x207)
    package static let volumeRelease = Destination(rawValue: 0x209)
    package static let volumeSustain = Destination(rawValue: 0x20A)
    package static let volumeDelay = Destination(rawValue: 0x20B)
    package static let volumeHold = Destination(rawValue: 0x20C)
    package static let volumeShutdown = Destination(rawValue: 0x20D)
    package static let modAttack = Destination(rawValue: 0x30A)
    package static let modDecay = Destination(rawValue: 0x30B)
    package static let modRelease = Destination(rawValue: 0x30D)
    package static let modSustain = Destination(rawValue: 0x30E)
    package static let modDelay = Destination(rawValue: 0x30F)
    package static let modHold = Destination(rawValue: 0x310)
    package static let filterCutoff = Destination(rawValue: 0x500)
    package static let filterQ = Destination(rawValue: 0x501)
  }

  /// The transforms of the source (bits 10–15), the control (4–9) and the product (0–3). The curves have the numbers of
  /// SoundFont.
  package struct Transform: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The curve, direction and polarity of the source.
    package var source: Shape {
      Shape(curve: rawValue >> 10 & 15, isInverted: rawValue & 0x8000 != 0, isBipolar: rawValue & 0x4000 != 0)
    }
    /// The curve, direction and polarity of the control.
    package var control: Shape {
      Shape(curve: rawValue >> 4 & 15, isInverted: rawValue & 0x0200 != 0, isBipolar: rawValue & 0x0100 != 0)
    }
    /// The curve of the product.
    package var output: UInt16 { rawValue & 15 }
    /// Whether the source and the product have linear curves.
    var isLinear: Bool { source.curve == 0 && output == 0 }
  }

  package struct Shape: Hashable, Sendable {
    package var curve: UInt16
    package var isInverted = false
    package var isBipolar = false
  }

  /// What distinguishes connections: one with the same source, control and destination replaces another, whatever their
  /// transforms and scales.
  struct Identity: Hashable {
    var source, control: Source
    var destination: Destination
  }

  var identity: Identity { Identity(source: source, control: control, destination: destination) }
}

extension DLSConnection.Destination {
  /// The generator that corresponds to the destination; nil for the shutdown time and unknown destinations.
  package var generator: GeneratorKind? {
    switch self {
    case .gain: .initialAttenuation
    case .pitch: .fineTune
    case .pan: .pan
    case .chorus: .chorusEffectsSend
    case .reverb: .reverbEffectsSend
    case .modLFOFrequency: .freqModLFO
    case .modLFODelay: .delayModLFO
    case .vibLFOFrequency: .freqVibLFO
    case .vibLFODelay: .delayVibLFO
    case .volumeAttack: .attackVolEnv
    case .volumeDecay: .decayVolEnv
    case .volumeRelease: .releaseVolEnv
    case .volumeSustain: .sustainVolEnv
    case .volumeDelay: .delayVolEnv
    case .volumeHold: .holdVolEnv
    case .modAttack: .attackModEnv
    case .modDecay: .decayModEnv
    case .modRelease: .releaseModEnv
    case .modSustain: .sustainModEnv
    case .modDelay: .delayModEnv
    case .modHold: .holdModEnv
    case .filterCutoff: .initialFilterFc
    case .filterQ: .initialFilterQ
    default: nil
    }
  }
}
