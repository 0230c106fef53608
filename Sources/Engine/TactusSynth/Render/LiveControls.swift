/// What a ``LiveSynth`` is set to, as the audio thread sees it.
struct LiveControls: BitwiseCopyable, Sendable {
  var gains = UnitGains()
  /// Cents.
  var tuning = 0.0
  var polyphony = 0
  var interpolation = LaneInterpolation.cubic
  /// For each part of the first port its bank · 128 + program, and how often it has been set.
  var programs = SIMD16<Int32>(repeating: 0)
  var programCounts = SIMD16<UInt32>(repeating: 0)

  /// Takes over settings that are in their ranges; the presets stay.
  mutating func take(_ new: SynthControls, mostVoices: Int) {
    gains = new.gains
    tuning = new.tuning
    polyphony = min(new.polyphony, max(1, mostVoices))
    switch new.interpolation {
    case .linear: interpolation = .linear
    case .cubic: interpolation = .cubic
    case .sinc: interpolation = .sinc
    }
  }
}

/// The presets that the parts of the first port have, as the audio thread tells them.
struct LivePrograms: BitwiseCopyable, Sendable {
  var addresses = SIMD16<Int32>(repeating: 0)
  /// The ``LiveControls/programCounts`` that have been followed.
  var counts = SIMD16<UInt32>(repeating: 0)
  /// The presets that are played instead where the bank does not have these; −1 for none.
  var played = SIMD16<Int32>(repeating: -1)

  /// As at power-on: drums on channel 10.
  init() { addresses[9] = 128 &<< 7 }
}

/// The preset of a part as an address, and the other way round.
enum PresetAddress {
  @inline(__always) static func bank(_ address: Int32) -> Int32 { address &>> 7 }
  @inline(__always) static func program(_ address: Int32) -> UInt8 { UInt8(truncatingIfNeeded: address & 127) }
}

/// A bank as the audio thread sees it.
struct LiveBank {
  var tables: BankTables
  /// Counts the banks of a synthesizer.
  var number: UInt32
  /// Voices of banks with lower numbers are faded out.
  var firstKept: UInt32
}
