import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// From the model to what the audio thread reads.
@Suite struct TimelineCompilerTests {
  private func note(_ random: inout SeededGenerator, ticks: Int64) -> Note {
    Note(
      onset: random.number(0...ticks), duration: random.number(0...90), key: UInt8(random.number(0...127)),
      velocity: UInt8(random.number(1...127)), releaseVelocity: UInt8(random.number(0...127)),
      channel: UInt8(random.number(0...15)), port: UInt8(random.number(0...15)))
  }

  private func edit(_ sequence: inout MIDISequence, _ random: inout SeededGenerator) {
    let index = Int(random.number(0...Int64(sequence.tracks.count - 1)))
    let count = sequence.tracks[index].clip?.notes.count ?? 0
    switch random.number(0...11) {
    case 0: sequence.tracks[index].isMuted.toggle()
    case 1: sequence.tracks[index].isSolo.toggle()
    case 2: sequence.tracks[index].transpose += 1
    case 3: sequence.tracks[index].swing = Swing(percent: Double(random.number(50...75)), step: 25)
    case 4:
      let slots = (0..<3).map { _ in Groove.Slot(shift: random.number(-30...30), accent: 5, strength: 50) }
      sequence.tracks[index].groove = random.number(0...1) == 0 ? nil : Groove(step: 50, slots)
    case 5: sequence.tracks[index].clip?.messages.append(.controller(7, 9, at: random.number(0...9000)))
    case 6: sequence.tracks.swapAt(0, index)
    case 7 where count > 0:
      for _ in 0..<random.number(1...700) where sequence.tracks[index].clip?.notes.isEmpty == false {
        sequence.tracks[index].clip?.notes.remove(at: 0)
      }
    case 8 where count > 0:
      let position = Int(random.number(0...Int64(count - 1)))
      sequence.tracks[index].clip?.notes.update(at: position) { $0.velocity = 1 }
    case 9:
      for _ in 0..<600 { sequence.tracks[index].clip?.notes.insert(note(&random, ticks: 9000)) }
    case 10: sequence.tempi.append(TempoMap.Entry(tick: random.number(0...100), tempo: Tempo(bpm: 90)))
    default: sequence.tracks[index].clip?.notes.insert(note(&random, ticks: 9000))
    }
  }

  /// A version compiled incrementally equals one compiled from scratch; and older versions do not change, although
  /// memory is reused.
  @Test func incrementalIsFresh() {
    for seed: UInt64 in 0..<UInt64(rounds(6)) {
      var random = SeededGenerator(seed: seed)
      var sequence = MIDISequence(
        (0..<3).map { number in
          let notes = (0..<random.number(0...3000)).map { _ in note(&random, ticks: 9000) }
          return Track(Clip(notes: NoteList(notes), length: number == 0 ? 7777 : nil), isLooped: number < 2)
        }, ticksPerQuarter: 100)
      var compiler = TimelineCompiler(sampleRate: 48_000)
      var kept: [(timeline: SequenceTimeline, contents: [Contents])] = []
      for _ in 0..<25 {
        for _ in 0..<random.number(0...3) { edit(&sequence, &random) }
        let timeline = compiler.compile(sequence)
        var fresh = TimelineCompiler(sampleRate: 48_000)
        let contents = contents(of: timeline)
        let isSame = contents == self.contents(of: fresh.compile(sequence))
        #expect(isSame, "seed \(seed)")
        let areSorted = contents.allSatisfy { contents in
          contents.notes.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0.tick <= $1.tick } }
            && contents.messages.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0.tick <= $1.tick } }
        }
        #expect(areSorted, "seed \(seed)")
        kept.append((timeline, contents))
        if kept.count > 3 {
          let old = kept.remove(at: Int(random.number(0...2)))
          let isUntouched = old.contents == self.contents(of: old.timeline)
          #expect(isUntouched, "seed \(seed)")
        }
      }
    }
  }

  /// Writes a sequence in every form, and records into it; a sequence that exceeds limits may be refused.
  private func useEverywhere(_ sequence: MIDISequence) {
    _ = try? sequence.flattened(-50..<50)
    _ = try? sequence.flattened(.min..<(.min + 9))
    if let file = try? sequence.midiFile() { _ = MIDISequence(file).document() }
    let document = FileBytes(copying: sequence.document(), name: "")
    _ = try? MIDISequence(reading: document)
    #expect(sequence.length >= 0)
    for track in sequence.tracks {
      var recording = Recording(into: track, from: .min, mode: .replace, quantization: Quantization(grid: track.start))
      for tick in [Int64.min, 0, 5, .max, -5, 3] { recording.take(ChannelMessage(status: 0x90, 60, 1), at: tick) }
      #expect(recording.clip(at: .max).notes.count <= 8)
      _ = Pattern(of: track.clip ?? Clip(), steps: Int(clamping: track.start), stepLength: track.start)
    }
  }

  private struct Contents: Equatable {
    /// Of some passes.
    var notes: [[CompiledNote]]
    var messages: [[CompiledMessage]]
    var chances: [StepChance]
    var settings: [Int64]
  }

  private func contents(of timeline: SequenceTimeline) -> [Contents] {
    let header = timeline.header.pointee
    return (0..<header.trackCount).map { index in
      let track = header.tracks![index]
      let passes = (0..<Tick(track.loopLength > 0 ? 7 : 1)).map { track.start + $0 * track.loopLength }
      return Contents(
        notes: passes.map { Array(track.notes(ofPassAt: $0)) },
        messages: passes.map { Array(track.messages(ofPassAt: $0)) },
        chances: Array(UnsafeBufferPointer(start: track.chances, count: track.chanceCount)),
        settings: [
          Int64(track.id), track.start, track.loopLength, track.passLimit, Int64(track.channel), Int64(track.port),
          Int64(track.transpose), track.isAudible ? 1 : 0,
        ])
    }
  }

  @Test func unchangedPartsAreShared() {
    var sequence = MIDISequence([
      Track(Clip(notes: [Note(onset: 0, duration: 10, key: 60)], messages: [.program(5, at: 0)])),
      Track(Clip(notes: [Note(onset: 0, duration: 10, key: 60)])), Track(Pattern([.hit, .rest])),
    ])
    var compiler = TimelineCompiler(sampleRate: 48_000)
    let first = compiler.compile(sequence)
    sequence.tracks[0].isMuted = true
    sequence.tracks[2].transpose = 3
    sequence.tracks[1].clip?.notes.insert(Note(onset: 3, duration: 10, key: 61))
    let second = compiler.compile(sequence)
    #expect(
      first.trackTimelines[0] === second.trackTimelines[0] && first.trackTimelines[2] === second.trackTimelines[2])
    #expect(first.trackTimelines[1] !== second.trackTimelines[1])
    #expect(second.header.pointee.tracks?[0].isAudible == false && second.header.pointee.tracks?[2].transpose == 3)
    sequence.tracks[0].clip?.notes.remove(at: 0)
    sequence.tracks.remove(at: 1)
    let third = compiler.compile(sequence)
    #expect(
      third.trackTimelines[0] !== second.trackTimelines[0]
        && third.trackTimelines[0].compiledMessages === second.trackTimelines[0].compiledMessages)
    #expect(third.trackTimelines[1] === second.trackTimelines[2], "a track is known by its identity, not by its place")
  }

  /// Clip and pattern through their optional properties: changing a missing one has no effect, and nothing else
  /// changes.
  @Test func contentsAreChangedInPlace() {
    var track = Track(Pattern([.hit]))
    track.clip?.notes.insert(Note(onset: 0, duration: 1, key: 60))
    #expect(track.pattern?.steps == [.hit])
    track.pattern?.steps.append(.rest)
    #expect(track.pattern?.steps == [.hit, .rest] && track.clip == nil)
    track.pattern = nil
    #expect(track.clip == Clip())
    track.pattern?.gate = 1
    track.clip?.length = 5
    #expect(track.clip == Clip(length: 5) && track.pattern == nil)
    track.clip = nil
    #expect(track.clip == Clip())
    track.pattern = Pattern([.rest])
    #expect(track.pattern == Pattern([.rest]))
  }

  @Test func settings() {
    var track = Track(Clip(length: 960), name: "bass", channel: 3, isLooped: true)
    (track.start, track.passLimit, track.loopEnd, track.overlap) = (-5, 4, .wrap, .layer)
    (track.beforeStart, track.loopChange, track.playsInCountIn, track.port) = (.wrap, .restart, true, 2)
    var solo = Track(Clip())
    solo.isSolo = true
    var compiler = TimelineCompiler(sampleRate: 48_000)
    let sequence = MIDISequence([track, solo], ticksPerQuarter: 480, tempo: Tempo(bpm: 60), seed: 9)
    #expect(sequence.tracks.map(\.id) == [1, 2])
    let timeline = compiler.compile(sequence)
    let header = timeline.header.pointee
    #expect(header.ticksPerQuarter == 480 && header.seed == 9 && timeline.clock.frame(atTick: 480) == 48_000)
    guard let track = header.tracks?[0] else { return }
    #expect(track.id == 1 && track.start == -5 && track.loopLength == 960 && track.passLimit == 4)
    #expect(
      track.loopEnd == .wrap && track.overlap == .layer && track.beforeStart == .wrap && track.loopChange == .restart)
    #expect(!track.isAudible && track.playsInCountIn && track.channel == 3 && track.port == 2)
    #expect(header.tracks?[1].isAudible == true && header.tracks?[1].channel == -1 && header.tracks?[1].loopLength == 0)
  }

  @Test func messages() {
    let bytes = [UInt8](1...13)
    let clip = Clip(messages: [
      ClipMessage(tick: 50, .systemExclusive(bytes, port: 2)), .controller(0, 1, at: 10, channel: 4),
      .program(3, at: 10),
      ClipMessage(tick: 60, .systemExclusive([UInt8](repeating: 1, count: 65_537), port: 0)),
    ])
    var compiler = TimelineCompiler(sampleRate: 48_000)
    let timeline = compiler.compile(MIDISequence([Track(clip)]))
    let messages = timeline.trackTimelines[0].messages
    #expect(messages.map(\.tick) == [10, 10, 50, 50, 50])
    #expect(messages[0].message == ChannelMessage(status: 0xB4, 0, 1) && messages[1].message.kind == .program)
    let got = messages.dropFirst(2).flatMap { packet in
      (0..<packet.message.packetByteCount).map { packet.message.packetByte($0) }
    }
    #expect(got == bytes && messages[2].message.port == 2)
  }

  /// Values out of range are clamped and never cause a trap.
  @Test func extremeValues() {
    let extremes: [Int64] = [.min, -1, 0, 1, .max]
    for value in extremes {
      var clip = Clip(
        notes: [
          Note(onset: value, duration: value, key: 255, velocity: 0, releaseVelocity: 255, channel: 255, port: 99)
        ],
        messages: [.controller(255, 255, at: value)], length: value)
      for other in extremes {
        var track = Track(clip, isLooped: true)
        (track.start, track.loopLength, track.swing) = (value, other, Swing(percent: 200, step: other))
        track.groove = Groove(step: value, [Groove.Slot(shift: other, accent: Int(value), strength: Int(other))])
        (track.transpose, track.passLimit, track.channel) = (Int(value), Int(other), 255)
        var step = Step([255, 0], velocity: 0, gate: Int(value), probability: .nan, velocitySpread: 255, shift: value)
        (step.condition, step.ratchet) = (
          .ratio(Int(other), of: Int(value)), Ratchet(Int(other), velocityRamp: Int(value))
        )
        var pattern = Track(Pattern([step, step], stepLength: other, key: 255, velocity: 255, gate: Int(other)))
        (pattern.groove, pattern.loopLength) = (track.groove, track.loopLength)
        var sequence = MIDISequence([track, pattern, track], ticksPerQuarter: Int(value))
        sequence.tempi = [TempoMap.Entry(tick: other, tempo: Tempo(bpm: Double(value)))]
        var compiler = TimelineCompiler(sampleRate: SampleRate(Int(value)))
        let timeline = compiler.compile(sequence)
        #expect(sequence.tracks.map(\.id) == [1, 2, 3])
        for notes in timeline.trackTimelines.map(\.notes) {
          let areSane = notes.allSatisfy {
            $0.tick >= 0 && $0.tick <= 1 << 54 && $0.duration >= 1 && $0.duration <= 1 << 60
              && (1...127).contains($0.message.data2) && $0.releaseVelocity < 128 && $0.velocitySpread < 128
          }
          #expect(areSane)
        }
        clip.notes.update(at: 0) { $0.onset = other }
        useEverywhere(sequence)
        #expect(timeline.header.pointee.tracks!.pointee.loopLength <= 1 << 53)
      }
    }
  }
}
