import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport

extension SeededGenerator {
  /// A random sequence of clips and patterns, loops, grooves and chances; a tick is a frame at 48 kHz.
  mutating func sequence() -> MIDISequence {
    let tracks = (0..<number(1...4)).map { _ in
      var track = number(0...1) == 0 ? Track(clip()) : Track(pattern())
      track.isLooped = number(0...3) > 0
      track.loopLength = number(0...2) == 0 ? number(20...900) : nil
      track.passLimit = Int(number(0...3) == 0 ? number(1...9) : 0)
      track.start = number(-300...300)
      (track.loopEnd, track.overlap) = (pick(LoopEnd.allCases), pick(NoteOverlap.allCases))
      track.beforeStart = pick(BeforeStart.allCases)
      track.isMuted = number(0...5) == 0
      track.isSolo = number(0...9) == 0
      track.transpose = Int(number(-70...70)) / 7
      track.channel = number(0...1) == 0 ? UInt8(number(0...2)) : nil
      if number(0...2) == 0 { track.swing = Swing(percent: Double(number(50...75)), step: number(2...60)) }
      if number(0...3) == 0 { track.gridOrigin = .pass }
      if number(0...2) == 0 {
        let slots = (0..<number(1...4)).map { _ in Groove.Slot(shift: number(-20...20), accent: Int(number(-20...20))) }
        track.groove = Groove(step: number(2...90), slots)
      }
      (track.loopChange, track.playsInCountIn) = (pick(LoopChange.allCases), number(0...4) == 0)
      if number(0...3) == 0 { (track.name, track.port) = ("Spur \"1\"\n", UInt8(number(0...1))) }
      if number(0...4) == 0 { track.fileEvents = [FileEvent(tick: number(0...9), .meta(type: 1, [0, 200, 9]))] }
      return track
    }
    var sequence = MIDISequence(tracks, ticksPerQuarter: 480, seed: next())
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: 1_000_000))]  // 480 frames a quarter
    sequence.meters = [MeterMap.Entry(tick: number(0...9), meter: .common)]
    return sequence
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(number(0...Int64(elements.count - 1)))]
  }

  private mutating func clip() -> Clip {
    let notes = (0..<number(0...20)).map { _ in
      Note(
        onset: number(0...700), duration: number(1...300), key: UInt8(number(0...5)), velocity: UInt8(number(1...127)),
        channel: UInt8(number(0...2)))
    }
    let messages = (0..<number(0...4)).map { _ in ClipMessage.controller(7, UInt8(number(0...127)), at: number(0...600))
    }
    return Clip(notes: NoteList(notes), messages: messages, length: number(0...1) == 0 ? nil : number(1...800))
  }

  private mutating func pattern() -> Pattern {
    let conditions: [StepCondition] = [
      .always, .first, .previous, .fill, .ratio(1, of: 2), !.first, !.previous, !.fill, !.ratio(2, of: 3),
    ]
    let steps = (0..<number(1...16)).map { _ in
      var step = Step((0..<number(0...2)).map { _ in UInt8(number(0...9)) }, isOn: number(0...2) > 0)
      step.condition = pick(conditions)
      step.probability = number(0...1) == 0 ? 1 : 0.6
      step.ratchet = Ratchet(Int(number(1...4)), velocityRamp: Int(number(-50...50)))
      step.velocitySpread = UInt8(number(0...20))
      step.shift = number(-9...9)
      step.gate = Int(number(1...300))
      return step
    }
    return Pattern(steps, stepLength: number(5...70), key: 5)
  }
}
