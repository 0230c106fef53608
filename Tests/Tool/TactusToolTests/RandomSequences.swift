import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: list.indices, using: &self)] }

  /// A sequence of up to five tracks with all features that affect playback.
  ///
  /// - Parameter hasWholeTempi: whether tempi are steps and whole microseconds, as the bytes of a MIDI file have them.
  mutating func sequence(hasWholeTempi: Bool = false) -> MIDISequence {
    let quarter = Int64(pick([24, 96, 480, 960, 20_160]))
    var sequence = MIDISequence(
      (0..<number(1...5)).map { _ in track(quarter) }, ticksPerQuarter: Int(quarter), seed: next())
    sequence.tempi = (0..<number(0...4)).map { index in
      let units = UInt32(number(20_000_000...90_000_000))
      return TempoMap.Entry(
        tick: index == 0 ? 0 : number(0...12 * quarter),
        tempo: Tempo(tensOfNanoseconds: hasWholeTempi ? units / 100 * 100 : units),
        curve: hasWholeTempi ? .step : pick(TempoCurve.allCases))
    }
    return sequence
  }

  private mutating func track(_ quarter: Int64) -> Track {
    var track = number(0...2) == 0 ? Track(clip(quarter)) : Track(pattern(quarter))
    if track.pattern == nil || number(0...3) == 0 { track.isLooped = number(0...1) == 0 }
    if number(0...2) == 0 { track.loopLength = number(quarter / 8 + 1...5 * quarter) }
    if number(0...3) == 0 { track.passLimit = Int(number(1...4)) }
    if number(0...3) == 0 { track.start = number(0...4 * quarter) }
    track.loopEnd = pick(LoopEnd.allCases)
    track.overlap = pick(NoteOverlap.allCases)
    // the messages of a loop without a start are chased, and written in an order that differs from playback
    if track.pattern?.messages.isEmpty ?? track.clip?.messages.isEmpty ?? true {
      track.beforeStart = pick(BeforeStart.allCases)
    }
    track.isMuted = number(0...7) == 0
    track.isSolo = number(0...11) == 0
    if number(0...1) == 0 { track.channel = UInt8(number(0...15)) }
    if number(0...5) == 0 { track.port = UInt8(number(0...1)) }
    if number(0...3) == 0 { track.transpose = Int(number(-40...40)) }
    if number(0...2) == 0 { track.swing = Swing(percent: Double(number(50...75)), step: max(2, quarter / 4)) }
    if number(0...3) == 0 { track.gridOrigin = .pass }
    if number(0...3) == 0 {
      let slots = (0..<number(1...5)).map { _ in
        Groove.Slot(shift: number(-quarter / 8...quarter / 8), accent: Int(number(-20...20)))
      }
      track.groove = Groove(step: max(2, quarter / 2), slots)
    }
    return track
  }

  private mutating func pattern(_ quarter: Int64) -> Pattern {
    let steps = (0..<number(1...17)).map { _ in step() }
    return Pattern(
      steps, stepLength: pick([quarter / 4, quarter / 3, quarter / 2, 7]), key: UInt8(number(30...90)),
      velocity: UInt8(number(1...127)), gate: Int(number(1...400)), messages: messages(quarter))
  }

  private mutating func step() -> Step {
    var step = Step((0..<number(0...2)).map { _ in UInt8(number(30...90)) }, isOn: number(0...3) > 0)
    if number(0...3) == 0 { step.velocity = UInt8(number(1...127)) }
    if number(0...3) == 0 { step.probability = Double(number(0...8)) / 8 }
    if number(0...3) == 0 { step.ratchet = Ratchet(Int(number(1...6)), velocityRamp: Int(number(-60...60))) }
    if number(0...3) == 0 { step.velocitySpread = UInt8(number(0...40)) }
    if number(0...5) == 0 { step.shift = number(-10...10) }
    let conditions: [StepCondition] = [.first, .previous, .fill, .ratio(1, of: 2), .ratio(3, of: 3)]
    if number(0...3) == 0 { step.condition = number(0...1) == 0 ? pick(conditions) : !pick(conditions) }
    return step
  }

  private mutating func clip(_ quarter: Int64) -> Clip {
    let notes = (0..<number(0...60)).map { _ in
      Note(
        onset: number(0...8 * quarter), duration: number(0...2 * quarter), key: UInt8(number(40...60)),
        velocity: UInt8(number(1...127)), releaseVelocity: UInt8(number(0...127)), channel: UInt8(number(0...2)))
    }
    return Clip(notes: NoteList(notes), messages: messages(quarter))
  }

  private mutating func messages(_ quarter: Int64) -> [ClipMessage] {
    (0..<number(0...6)).map { _ in
      let (tick, channel) = (number(0...4 * quarter), UInt8(number(0...2)))
      switch number(0...3) {
      case 0: return .program(UInt8(number(0...127)), at: tick, channel: channel)
      case 1: return ClipMessage(tick: tick, .systemExclusive([0x7E, 0x7F, 9, UInt8(number(1...3)), 1, 2, 3], port: 0))
      default: return .controller(UInt8(number(0...119)), UInt8(number(0...127)), at: tick, channel: channel)
      }
    }
  }
}
