extension DLSArticulation {
  /// Adds a connection; a later one with the same source, control and destination replaces an earlier one.
  ///
  /// - Parameter isLevel1: whether the connection comes from a level-1 list, whose only transform, concave, implies the
  ///   direction.
  /// - Returns: whether the connection has an effect in this synthesizer.
  mutating func add(_ connection: DLSConnection, isLevel1: Bool) -> Bool {
    switch connection.source {
    case .none:
      return connection.control == .none ? set(connection) : modulate(connection)
    case .modLFO, .vibLFO: return move(connection)
    case .modEnvelope:
      guard isLevel1 || connection.transform.isLinear else { return false }
      return move(connection)
    case .key where connection.control == .none:
      if let kind = Self.scaling(of: connection.destination) {
        guard isLevel1 || connection.transform.isLinear else { return false }
        return scale(connection, kind)
      }
    // The channel applies its tuning to every voice.
    case .fineTuning, .coarseTuning: return connection.destination == .pitch
    default: break
    }
    var connection = connection
    if isLevel1 { connection.transform = Self.level1Transform(of: connection) }
    if isLevel1, connection.destination == .gain, connection.transform.source.curve == 1, connection.scale > 0 {
      connection.scale = -connection.scale
    }
    return modulate(connection)
  }

  /// Sets a constant.
  private mutating func set(_ connection: DLSConnection) -> Bool {
    if connection.destination == .volumeShutdown {
      shutdown = connection.scale
      return true
    }
    guard let kind = connection.destination.generator else { return false }
    self[kind] = connection.scale == Self.unset ? Self.zeroTime : connection.scale
    return true
  }

  /// Returns the generator by which keys scale a destination.
  private static func scaling(of destination: DLSConnection.Destination) -> GeneratorKind? {
    switch destination {
    case .pitch: .scaleTuning
    case .volumeHold: .keynumToVolEnvHold
    case .volumeDecay: .keynumToVolEnvDecay
    case .modHold: .keynumToModEnvHold
    case .modDecay: .keynumToModEnvDecay
    default: nil
    }
  }

  /// Adds a connection from the key number that is a generator of its own.
  private mutating func scale(_ connection: DLSConnection, _ kind: GeneratorKind) -> Bool {
    var line = DLSLine(connection.scale, connection.transform.source)
    if kind == .scaleTuning {
      // A pitch that falls as keys rise is not possible. The unity note is in tune, so the offset has no effect.
      guard line.slope >= 0 else { return false }
      line.offset = 0
    }
    set(kind, line)
    return true
  }

  /// Adds a connection from an LFO or the modulation envelope: its depth is a generator, its control a modulator of it.
  private mutating func move(_ connection: DLSConnection) -> Bool {
    let depth: GeneratorKind? =
      switch (connection.source, connection.destination) {
      case (.modLFO, .pitch): .modLfoToPitch
      case (.modLFO, .gain): .modLfoToVolume
      case (.modLFO, .filterCutoff): .modLfoToFilterFc
      case (.vibLFO, .pitch): .vibLfoToPitch
      case (.modEnvelope, .pitch): .modEnvToPitch
      case (.modEnvelope, .filterCutoff): .modEnvToFilterFc
      default: nil
      }
    guard let depth else { return false }
    var shape = connection.transform.source
    // An LFO swings to both sides, whatever its polarity.
    if connection.source != .modEnvelope { shape.isBipolar = false }
    var line = DLSLine(connection.scale, shape)
    if connection.source != .modEnvelope { line.offset = 0 }
    guard connection.control != .none else {
      set(depth, line)
      return true
    }
    // The offset is a modulator too. It could take the cutoff beyond its limits, where it would be cut.
    guard line.offset == 0 || depth == .modEnvToPitch else { return false }
    let goals = [(depth, line.slope), (GeneratorKind.fineTune, line.offset)]
    return modulate(connection, line.offset == 0 ? [goals[0]] : goals)
  }

  /// The transform of a connection of level 1: velocity, volume and expression attenuate in the concave curve, the
  /// controllers with a center are bipolar.
  private static func level1Transform(of connection: DLSConnection) -> DLSConnection.Transform {
    switch connection.source {
    case .velocity, .controller(7), .controller(11):
      .init(rawValue: connection.destination == .gain ? 0x8400 : connection.transform.rawValue)
    case .controller(10), .pitchWheel: .init(rawValue: 0x4000)
    default: connection.transform
    }
  }

  /// Adds a modulator of the destination's generator.
  private mutating func modulate(_ connection: DLSConnection) -> Bool {
    guard let kind = connection.destination.generator else { return false }
    return modulate(connection, [(kind, connection.scale)])
  }

  /// Adds modulators of generators, each with its scale.
  private mutating func modulate(_ connection: DLSConnection, _ goals: [(GeneratorKind, Int32)]) -> Bool {
    guard connection.transform.output == 0, modulators.count + goals.count <= Self.mostModulators else { return false }
    let list = goals.compactMap { Self.modulator(connection, of: $0.0, scale: $0.1) }
    guard list.count == goals.count else { return false }
    set(connection.identity, list)
    return true
  }

  /// Returns a modulator for a connection; nil if there is none. LFOs and EG2 are not sources of modulators: the
  /// modulator changes their depth.
  private static func modulator(
    _ connection: DLSConnection, of kind: GeneratorKind, scale: Int32
  ) -> SoundFont.Modulator? {
    let source: DLSConnection.Source =
      switch connection.source {
      case .modLFO, .vibLFO, .modEnvelope: .none
      default: connection.source
      }
    let (first, second) = (
      ModulatorInput(source, connection.transform.source),
      ModulatorInput(connection.control, connection.transform.control)
    )
    guard let first, let second else { return nil }
    // The first source must not be "none" if there is a second one.
    let isSingle = source == .none
    var amount = Double(scale) * first.factor * second.factor / 65_536
    switch kind {
    case .initialAttenuation, .sustainModEnv: amount = -amount
    case .sustainVolEnv: amount *= -0.96
    default: break
    }
    let modulator = SoundFont.Modulator(
      isSingle ? second.source : first.source, to: kind, amount: amount, by: isSingle ? .none : second.source)
    return modulator.isEvaluable ? modulator : nil
  }
}

/// The source of a modulator that corresponds to a source or control of a connection.
private struct ModulatorInput {
  var source: SoundFont.ModulatorSource
  /// The ratio of the ranges: DLS divides values of seven bits by 128, SoundFont by 127.
  var factor = 1.0

  init?(_ source: DLSConnection.Source, _ shape: DLSConnection.Shape) {
    guard let curve = SoundFont.ModulatorSource.Curve(rawValue: UInt8(truncatingIfNeeded: shape.curve)) else {
      return nil
    }
    let (inverted, bipolar) = (shape.isInverted, shape.isBipolar)
    func general(_ index: SoundFont.ModulatorSource.Index) -> SoundFont.ModulatorSource {
      .init(index, curve, isNegative: inverted, isBipolar: bipolar)
    }
    switch source {
    case .none: self.source = .none
    case .velocity: self.source = general(.velocity)
    case .key: self.source = general(.key)
    case .pitchWheel: self.source = general(.pitchWheel)
    case .polyPressure: self.source = general(.polyPressure)
    case .channelPressure: self.source = general(.channelPressure)
    case .bendRange: self.source = .init(.pitchWheelSensitivity)
    default:
      guard source.rawValue & 0xFF80 == 0x80 else { return nil }
      self.source = .init(
        controller: UInt8(source.rawValue & 127), curve, isNegative: inverted, isBipolar: bipolar)
    }
    if source != .none, source != .pitchWheel, curve == .linear { factor = bipolar ? 63.0 / 64 : 127.0 / 128 }
  }
}

extension SoundFont.Modulator {
  /// Creates a modulator with an amount that need not be an integer.
  init(_ source: SoundFont.ModulatorSource, to kind: GeneratorKind, amount: Double, by scale: SoundFont.ModulatorSource)
  {
    self.init(source, to: kind, 0, by: scale)
    set(amount: amount)
  }

  /// The amount with its fraction.
  var exactAmount: Double { Double(amount) + Double(fraction) / 65_536 }

  /// Sets the amount, which need not be an integer.
  mutating func set(amount: Double) {
    let whole = max(-32_768, min(32_767, amount.rounded(.down)))
    self.amount = Int16(whole)
    fraction = UInt16(max(0, min(65_535, ((amount - whole) * 65_536).rounded())))
  }

  /// The default connections of every region, as modulators.
  ///
  /// Source: Downloadable Sounds Level 2, "Default articulator values": velocity, volume and expression to −96 dB of
  /// gain, pan to ±50.8 %, CC 91 and 93 to 100 % of the sends, pitch bend times its range to 12,800 cents. CC 1
  /// and channel pressure have no effect by default.
  package static let dlsDefaults: [Self] = [
    velocityToAttenuation, volumeToAttenuation, expressionToAttenuation, panToPan, pitchWheelToPitch,
    Self(.init(controller: 91), to: .reverbEffectsSend, amount: 1_000 * 127 / 128, by: .none),
    Self(.init(controller: 93), to: .chorusEffectsSend, amount: 1_000 * 127 / 128, by: .none),
  ]
}
