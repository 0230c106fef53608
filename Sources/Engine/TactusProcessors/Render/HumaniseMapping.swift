import TactusMIDI
import TactusRender

/// Runs ``Humanise`` in a chain.
struct HumaniseMapping: DelayMapping {
  let seed: UInt64
  /// The maximum delay in frames.
  var timing: Int64
  let looksAhead: Bool
  /// The maximum velocity deviation in 16 bits.
  var velocity: UInt32
  /// The maximum lengthening in frames.
  var length: Int64
  /// A bit for each channel: whether its notes deviate.
  let channels: UInt16
  let noteNumber: UnsafeMutablePointer<UInt64>

  func delay() -> Int64 { looksAhead ? timing : 0 }

  func map(_ noteOn: ChannelMessage, _ cycle: StageCycle, at offset: Int32, _ targets: inout DelayTargets) {
    let number = noteNumber.pointee
    noteNumber.pointee = number &+ 1
    guard channels &>> UInt16(noteOn.channel) & 1 == 1 else {
      targets.add(noteOn, onDelay: delay(), offDelay: delay())
      return
    }
    // the delay is at most twice `timing` if notes may come earlier, otherwise at most `timing`
    let onDelay = below(looksAhead ? 2 &* timing &+ 1 : timing &+ 1, number, 0)
    let longer = below(looksAhead ? 2 &* length &+ 1 : length &+ 1, number, 1) &- (looksAhead ? length : 0)
    var note = noteOn
    if velocity > 0 {
      note = noteOn.with(velocity16: loud(noteOn, number))
    }
    targets.add(note, onDelay: onDelay, offDelay: onDelay &+ longer)
  }

  /// Returns a note's velocity with its deviation: in the 127 steps of MIDI 1.0, or in the 65,535 of MIDI 2.0, so that
  /// all deviations are equally probable in both.
  private func loud(_ noteOn: ChannelMessage, _ number: UInt64) -> UInt16 {
    if noteOn.isMIDI2 {
      let deviation = below(Int64(2 &* velocity &+ 1), number, 2) &- Int64(velocity)
      return UInt16(truncatingIfNeeded: max(512, min(Int64(noteOn.velocity16) &+ deviation, 65_535)))
    }
    let most = Int64(velocity &>> 9)
    let loud = Int64(noteOn.velocity7) &+ below(2 &* most &+ 1, number, 2) &- most
    return ValueScaling.up16(UInt8(truncatingIfNeeded: max(1, min(loud, 127))))
  }

  func reset() { noteNumber.pointee = 0 }

  /// Returns one of a note's pseudo-random numbers, 0 ..< `limit`.
  private func below(_ limit: Int64, _ number: UInt64, _ which: UInt64) -> Int64 {
    let bits = CountedRandom.bits(seed: seed, number: number, draw: which)
    return Int64(truncatingIfNeeded: bits.multipliedFullWidth(by: UInt64(bitPattern: limit)).high)
  }
}
