extension DLSArticulation {
  /// Adds a connection; a later one for the same destination replaces an earlier one.
  ///
  /// - Parameter isLevel1: whether the connection comes from a level-1 list, whose only transform, concave, implies the
  ///   direction.
  /// - Returns: whether the connection has an effect in this synthesizer.
  mutating func add(_ connection: DLSConnection, isLevel1: Bool) -> Bool {
    switch connection.source {
    case .none:
      return connection.control == .none ? set(connection) : modulate(connection, connection.destination.generator)
    case .modLFO, .vibLFO, .modEnvelope: return move(connection)
    case .key where connection.control == .none:
      if let kind = Self.scaling(of: connection.destination) {
        self[kind] = connection.scale
        return true
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
    return modulate(connection, connection.destination.generator)
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
    var connection = connection
    if connection.transform.source.isInverted { connection.scale = Int32(clamping: -Int64(connection.scale)) }
    connection.source = .none
    if connection.control != .none { return modulate(connection, depth) }
    self[depth] = connection.scale
    return true
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

  /// Adds a modulator of a generator.
  private mutating func modulate(_ connection: DLSConnection, _ kind: GeneratorKind?) -> Bool {
    guard let kind, connection.transform.output == 0, modulators.count < Self.mostModulators else { return false }
    let (first, second) = (
      ModulatorInput(connection.source, connection.transform.source),
      ModulatorInput(connection.control, connection.transform.control)
    )
    guard let first, let second else { return false }
    // The first source must not be "none" if there is a second one.
    let isSingle = connection.source == .none
    var amount = Double(connection.scale) * first.factor * second.factor / 65_536
    switch kind {
    case .initialAttenuation, .sustainModEnv: amount = -amount
    case .sustainVolEnv: amount *= -0.96
    default: break
    }
    let modulator = SoundFont.Modulator(
      isSingle ? second.source : first.source, to: kind, amount: amount, by: isSingle ? .none : second.source)
    guard modulator.isEvaluable else { return false }
    cancelDefault(of: connection, besides: modulator)
    add(modulator)
    return true
  }

  /// Cancels the default connection with the same source, control and destination, if its transform is another one.
  private mutating func cancelDefault(of connection: DLSConnection, besides modulator: SoundFont.Modulator) {
    for standard in SoundFont.Modulator.dlsDefaults where standard.destination == modulator.destination {
      guard standard.connects(as: modulator), standard.identity != modulator.identity else { continue }
      var zero = standard
      (zero.amount, zero.fraction) = (0, 0)
      add(zero)
    }
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
    let whole = max(-32_768, min(32_767, amount.rounded(.down)))
    self.init(source, to: kind, Int16(whole), by: scale)
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
