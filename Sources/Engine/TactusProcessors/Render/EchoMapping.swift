import TactusDSP
import TactusMIDI
import TactusRender

/// Runs ``Echo`` in a chain.
struct EchoMapping: DelayMapping {
  /// The time between repeats in frames, if it is not specified in beats.
  var framesApart: Double
  /// The time between repeats in quarter notes; 0 if it is specified in frames.
  var beatsApart: Double
  /// The time between repeats in quarter notes in the chain's document.
  let writtenBeats: Double
  var repeats: Int
  /// The velocity factor in units of 1/65,536.
  var feedback: UInt32
  var transpose: Int
  let playsOriginal: Bool
  /// A bit for each channel: whether its notes are repeated.
  let channels: UInt16

  func map(_ noteOn: ChannelMessage, _ cycle: StageCycle, at offset: Int32, _ targets: inout DelayTargets) {
    guard channels &>> UInt16(noteOn.channel) & 1 == 1 else {
      targets.add(noteOn)
      return
    }
    if playsOriginal { targets.add(noteOn) }
    let apart = beatsApart > 0 ? framesOfBeats(cycle, at: offset) : framesApart
    var (velocity, key) = (UInt64(noteOn.velocity16), Int(noteOn.data1))
    for number in 1...repeats {
      velocity = (velocity &* UInt64(feedback) &+ 32_768) &>> 16
      key &+= transpose
      guard velocity >= 512 else { return }
      guard key >= 0, key < 128 else { continue }
      let note = feedback == 65_536 ? noteOn : noteOn.with(velocity16: UInt16(truncatingIfNeeded: velocity))
      let delay = ExactMath.integer(ExactMath.floor(apart * Double(number) + 0.5))
      targets.add(note.with(key: UInt8(truncatingIfNeeded: key)), onDelay: delay, offDelay: delay)
    }
  }

  private func framesOfBeats(_ cycle: StageCycle, at offset: Int32) -> Double {
    var tempo = 120.0
    if cycle.context.hasTempo { tempo = cycle.context.tempo + cycle.context.tempoSlope * Double(offset) }
    // the host's tempo may be invalid
    if !(tempo > 1) { tempo = 1 }
    if tempo > 10_000 { tempo = 10_000 }
    return beatsApart * 60 * cycle.sampleRate / tempo
  }
}
