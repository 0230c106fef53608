import TactusMIDI

extension ChannelMessage {
  /// Returns the bend range that the message sets with registered parameter 0, in cents, 0…12,799, or nil if it sets
  /// none.
  ///
  /// - Parameters:
  ///   - change: the parameter change that the message completes if it is a MIDI 1.0 controller, as returned by
  ///     ``ParameterSelection/take(_:)``.
  ///   - present: the current range in cents, to which increments are added.
  func bendRange(_ change: ParameterChange?, from present: Int32) -> Int32? {
    var value: UInt16
    if let change, change.isRegistered, change.number == 0 {
      guard change.isKnown else { return Self.bendRange(present &+ Int32(change.step)) }
      value = change.value
    } else if isMIDI2, status & 0xF0 == 0x40, word0 & 0x7F7F == 0 {
      // a relative value has the format of an absolute one: semitones in the upper seven bits, cents in the next seven
      let (semitones, rest) = Int32(bitPattern: word1).quotientAndRemainder(dividingBy: 1 &<< 25)
      return Self.bendRange(present &+ semitones &* 100 &+ rest / (1 &<< 18))
    } else if isMIDI2, status & 0xF0 == 0x20, word0 & 0x7F7F == 0 {
      value = ValueScaling.down14(word1)
    } else {
      return nil
    }
    value &= 16_383
    return Int32(value &>> 7) &* 100 &+ min(99, Int32(value & 127))
  }

  private static func bendRange(_ cents: Int32) -> Int32 { max(0, min(cents, 12_799)) }

  /// Whether the message defines an MPE zone, which resets the bend ranges.
  func makesMPEZone(_ change: ParameterChange?) -> Bool {
    if let change { return change.isRegistered && change.number == 6 }
    return isMIDI2 && status & 0xF0 == 0x20 && word0 & 0x7F7F == 6
  }
}
