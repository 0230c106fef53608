/// The values that the controllers and registered parameters of a channel have before a song has set them.
package enum ChannelDefaults {
  /// Returns the default value of a controller.
  ///
  /// Source: General MIDI 2 §3.3 and its table of defaults; RP-021 for all sound controllers, 70…79.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func value(ofController number: Int) -> UInt8 {
    switch number {
    case 7: 100
    case 8, 10, 70...79: 64
    case 11, 43: 127
    case 91: 40
    default: 0
    }
  }

  /// Returns the default value of a registered parameter; nil for non-registered ones (16,384 and above), whose defaults
  /// depend on the manufacturer.
  ///
  /// Source: General MIDI 2 §3.4 (bend range 2 semitones, tunings centered, modulation depth 50 cents).
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func value(ofParameter number: UInt16) -> UInt16? {
    switch number {
    case 0: 2 &<< 7
    case 1, 2: 64 &<< 7
    case 5: 64
    case 0..<16_384: 0
    default: nil
    }
  }
}
