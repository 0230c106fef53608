import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Publishing the current sequence again changes nothing, and tracks keep their positions through all edits.
@Suite struct SequencerRepublishingTests {
  /// A cycle, and what is published before it.
  private struct Step {
    var frames: Int
    var context: MusicalContext
    var version: MIDISequence?
  }

  /// Law: publishing an unchanged sequence at every cycle changes no event.
  @Test(arguments: [false, true]) func unchangedVersionsChangeNothing(isLeading: Bool) throws {
    for seed: UInt64 in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: seed)
      let (steps, cycle) = (steps(&random), random.number(0...1) == 0 ? random.number(0...900) : nil)
      func play(again: Bool) throws -> [Heard] {
        let stage = SequencerStage(settings: settings(seed))
        if isLeading {
          stage.sequencer.useInternalTransport(true)
          stage.sequencer.cycle(cycle.map { $0..<($0 + 700) })
        }
        var heard: [Heard] = []
        var version = MIDISequence()
        for (index, step) in steps.enumerated() {
          if let new = step.version { version = new }
          if step.version != nil || again { try stage.sequencer.publish(version) }
          if isLeading, index == 0 { stage.sequencer.play(from: 0, countIn: seed % 3 == 0 ? 300 : 0) }
          heard += stage.cycle(step.frames, isLeading ? MusicalContext() : step.context)
        }
        return heard + stage.finish()
      }
      let (once, again) = (try play(again: false), try play(again: true))
      let first = zip(once, again).first { $0 != $1 }
      #expect(
        (once == again) as Bool,
        "seed \(seed): \(once.count) and \(again.count) events, \(first.map { "\($0), not \($1)" } ?? "one more")")
    }
  }

  private func settings(_ seed: UInt64) -> SequencerSettings {
    var settings = SequencerSettings()
    settings.chasesNotes = seed % 4 == 1
    return settings
  }

  /// Cycles of a host at one frame a tick that jumps and repeats, and random edits.
  private func steps(_ random: inout SeededGenerator) -> [Step] {
    var version = random.sequence()
    var (position, region): (Int64, Range<Int64>?) = (random.number(-200...600), nil)
    return (0..<60).map { index in
      var step = Step(frames: Int(random.number(1...120)), context: MusicalContext(tempo: 6_000, beat: 0))
      if random.number(0...14) == 0 {
        position = random.number(-300...1_500)
        region = random.number(0...1) == 0 ? position - 50..<position + random.number(100...900) : nil
        step.context.isChanged = true
      }
      if let region {
        (step.context.isCycling, step.context.cycleStart) = (true, Double(region.lowerBound) / 480)
        step.context.cycleEnd = Double(region.upperBound) / 480
      }
      step.context.beat = Double(position) / 480
      position += Int64(step.frames)
      if let region, position >= region.upperBound {
        position = region.lowerBound + (position - region.upperBound) % Int64(region.count)
      }
      if index > 0, random.number(0...3) == 0 { random.edit(&version) }
      step.version = index == 0 || random.number(0...3) == 0 ? version : nil
      return step
    }
  }

  // MARK: Lengths that change

  /// An edit, at a tick, of the only track's length or of its mute state.
  private struct Edit {
    var tick: Tick
    var length: Tick
    var isMuted: Bool
  }

  /// The ticks at which passes begin: a pass that is playing when the length changes is played to its end.
  private func begins(_ first: Tick, _ edits: [Edit], until end: Tick) -> [Tick] {
    var (begins, begin, length): ([Tick], Tick, Tick) = ([], 0, first)
    while begin < end {
      begins.append(begin)
      begin += length
      length = edits.last { $0.tick <= begin }?.length ?? first  // a pass not yet begun has the new length
    }
    return begins
  }

  /// Law: with `atNextPass` the passes follow from the edits alone, however often versions are published, and whether or
  /// not the track was heard meanwhile.
  @Test func passesFollowFromTheEditsAlone() throws {
    for seed: UInt64 in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      let notes = NoteList([Note(onset: 0, duration: 1, key: 60)])
      var track = Track(Clip(notes: notes), isLooped: true)
      (track.loopChange, track.loopLength) = (.atNextPass, random.number(20...400))
      let first = track.loopLength ?? 0
      var edits: [Edit] = []
      let stage = SequencerStage()
      var heard: [Heard] = []
      var sequence = MIDISequence([track], ticksPerQuarter: 480, tempo: Tempo(tensOfNanoseconds: 1_000_000))
      try stage.sequencer.publish(sequence)
      stage.sequencer.useInternalTransport(true)
      stage.sequencer.play(from: 0)
      while stage.frame < 3_000 {
        heard += stage.cycle(Int(random.number(1...90)))
        switch random.number(0...5) {
        case 0: sequence.tracks[0].loopLength = random.number(20...400)
        case 1: sequence.tracks[0].isMuted.toggle()
        case 2: sequence.name += "'"
        default: continue
        }
        let now = sequence.tracks[0]
        edits.append(Edit(tick: stage.frame, length: now.loopLength ?? 0, isMuted: now.isMuted))
        try stage.sequencer.publish(sequence)
      }
      let expected = begins(first, edits, until: stage.frame).filter { tick in
        edits.last { $0.tick <= tick }?.isMuted != true
      }
      #expect((heard.ons() == expected) as Bool, "seed \(seed): \(heard.ons()), not \(expected)")
    }
  }

  /// A reported case: a name is changed after the length has been changed.
  @Test func aNameChangesNothing() throws {
    let stage = SequencerStage()
    var track = Track(Clip(notes: [Note(onset: 0, duration: 10, key: 60)], length: 4 * 480), isLooped: true)
    track.loopChange = .atNextPass
    var sequence = MIDISequence([track], ticksPerQuarter: 480)
    try stage.sequencer.publish(sequence)
    var heard = stage.steady([12_000])
    sequence.tracks[0].loopLength = 480
    try stage.sequencer.publish(sequence)
    heard += stage.steady([24_000], beat: 0.5)
    sequence.name = "other"
    try stage.sequencer.publish(sequence)
    heard += stage.steady([120_000], beat: 1.5)
    #expect(heard.ons() == [0, 96_000, 120_000, 144_000])
  }

  /// A track that waits for its start does not begin because its length changes.
  @Test(arguments: LoopChange.allCases) func aTrackThatWaitsGoesOnWaiting(change: LoopChange) throws {
    let stage = SequencerStage()
    let notes: NoteList = [Note(onset: 0, duration: 10, key: 60), Note(onset: 700, duration: 10, key: 61)]
    var track = Track(Clip(notes: notes, length: 960), isLooped: true)
    (track.loopChange, track.start) = (change, 960)
    var sequence = MIDISequence([track], ticksPerQuarter: 480)
    try stage.sequencer.publish(sequence)
    var heard = stage.steady([12_000])
    sequence.tracks[0].loopLength = 720
    try stage.sequencer.publish(sequence)
    heard += stage.steady([60_000], beat: 0.5)
    #expect(heard.ons() == [48_000])
  }
}

extension SeededGenerator {
  /// Changes something of a sequence made by ``sequence()``, or its name.
  fileprivate mutating func edit(_ sequence: inout MIDISequence) {
    let index = Int(number(0...Int64(sequence.tracks.count - 1)))
    switch number(0...9) {
    case 0...2: sequence.tracks[index].loopLength = number(20...900)
    case 3: sequence.tracks[index].isMuted.toggle()
    case 4: sequence.tracks[index].isSolo.toggle()
    case 5: sequence.tracks[index].clip?.messages.append(.controller(7, UInt8(number(0...127)), at: number(0...600)))
    case 6: sequence.tracks[index].pattern?.steps.append(.hit)
    case 7: sequence.tracks[index].transpose = Int(number(-5...5))
    case 8: sequence.tracks[index].loopChange = LoopChange.allCases[Int(number(0...2))]
    default: sequence.name += "'"
    }
  }
}
