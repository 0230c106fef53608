/// The settings of a ``LiveSynth`` for the audio thread.
struct LiveControls: BitwiseCopyable, Sendable {
  var gains = UnitGains()
  /// The tuning in cents.
  var tuning = 0.0
  var polyphony = 0
  var interpolation = LaneInterpolation.cubic
  /// The preset of each part of the first port, as bank · 128 + program.
  var programs = SIMD16<Int32>(repeating: 0)
  /// The number of times that the program of each part has been set.
  var programCounts = SIMD16<Int>(repeating: 0)
  /// The number of messages that had been sent when the program of each part was set; they play before it is selected.
  var messagesBefore = SIMD16<Int>(repeating: 0)

  /// Copies settings, which must be clamped; the presets are kept.
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

/// The presets of the parts of the first port, as the audio thread reports them.
struct LivePrograms: BitwiseCopyable, Sendable {
  var addresses = SIMD16<Int32>(repeating: 0)
  /// The ``LiveControls/programCounts`` that have been applied.
  var counts = SIMD16<Int>(repeating: 0)
  /// The presets that actually play, −1 for none. They differ from `addresses` if the bank does not have the selected
  /// presets.
  var played = SIMD16<Int32>(repeating: -1)

  /// Creates the state at power-on, with drums on channel 10.
  init() { addresses[9] = 128 &<< 7 }
}

/// Converts between a part's preset and its address.
enum PresetAddress {
  @inline(__always) static func bank(_ address: Int32) -> Int32 { address &>> 7 }
  @inline(__always) static func program(_ address: Int32) -> UInt8 { UInt8(truncatingIfNeeded: address & 127) }
}

/// A bank for the audio thread.
struct LiveBank {
  var tables: BankTables
  /// The number of the bank, in the order in which the synthesizer's banks were published.
  var number: UInt32
  /// Voices of banks with lower numbers are faded out.
  var firstKept: UInt32
}
