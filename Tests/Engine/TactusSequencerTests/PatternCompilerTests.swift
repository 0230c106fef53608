import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// What steps become.
@Suite struct PatternCompilerTests {
  /// The notes of its first pass, and its chances.
  private func compile(
    _ pattern: Pattern, _ change: (inout Track) -> Void = { _ in }
  ) -> (notes: [CompiledNote], chances: [StepChance]) {
    var track = Track(pattern)
    change(&track)
    var compiler = TimelineCompiler(sampleRate: 48_000)
    let timeline = compiler.compile(MIDISequence([track])).trackTimelines[0]
    return withExtendedLifetime(timeline) {
      (Array(timeline.compiledTrack(CompiledTrack()).notes(ofPassAt: 0)), Array(timeline.chances))
    }
  }

  @Test func stepsOfAPattern() {
    let steps: [Step] = [.hit, .rest, Step([48, 52], velocity: 30, gate: 150), Step(77)]
    let notes = compile(Pattern(steps, stepLength: 100, key: 36, velocity: 90, gate: 25)).notes
    #expect(notes.map(\.tick) == [0, 200, 200, 300] && notes.map(\.duration) == [25, 150, 150, 25])
    #expect(notes.map { $0.message.data1 } == [36, 48, 52, 77])
    #expect(notes.map { $0.message.data2 } == [90, 30, 30, 90])
    #expect(notes.allSatisfy { $0.chance == 0 && $0.message.status == 0x90 })
    #expect(Pattern(steps, stepLength: 100).length == 400)
  }

  /// Strokes begin at ⌊s·j/n⌋ and end a tick before the next, or when the gate says.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 13, 32, 61, 64])
  func ratchets(count: Int) {
    for length: Tick in [100, 101, 5040, 20_160] {
      for gate in [1, 50, 100, 400] {
        let step = Step([], gate: gate, ratchet: Ratchet(count, velocityRamp: -60))
        let notes = compile(Pattern([.rest, step, .rest], stepLength: length)).notes
        #expect(notes.count == count)
        let gateTicks = max(1, length * Tick(gate) / 100)
        for (index, note) in notes.enumerated() {
          let exact = Double(length) * Double(index) / Double(count)
          #expect(note.tick == length + Tick(exact.rounded(.down)) && note.position == UInt16(index))
          let next = length + Tick((Double(length) * Double(index + 1) / Double(count)).rounded(.down))
          let expected = count == 1 ? gateTicks : max(1, min(gateTicks, next - note.tick - 1))
          #expect(note.duration == expected)
        }
        #expect(notes[0].message.data2 == 100 && (count == 1 || notes[count - 1].message.data2 == 40))
      }
    }
  }

  /// Stroke counts above the limit are reduced to the limit, in playback and in documents.
  @Test func ratchetsAreLimited() throws {
    let pattern = Pattern([Step(ratchet: Ratchet(100))])
    #expect(SequencerSettings.ratchetLimit == 64 && compile(pattern).notes.count == 64)
    let document = FileBytes(copying: MIDISequence([Track(pattern)]).document(), name: "")
    #expect(try MIDISequence(reading: document).tracks[0].pattern?.steps[0].ratchet == Ratchet(64))
  }

  @Test func shiftsWrapInTheLoop() {
    let steps = [Step(shift: -10), Step(shift: 20), .hit, Step(ratchet: Ratchet(2), shift: 60)]
    let pattern = Pattern(steps, stepLength: 100)
    #expect(compile(pattern).notes.map(\.tick) == [10, 120, 200, 360, 390])
    #expect(compile(pattern) { $0.isLooped = false }.notes.map(\.tick) == [0, 120, 200, 360, 410])
  }

  /// Strokes fill a step from its swung position to that of the next step, even if that is in the next pass.
  @Test func swungRatchets() {
    let pattern = Pattern([Step](repeating: Step(gate: 100, ratchet: Ratchet(4)), count: 4), stepLength: 100)
    let notes = compile(pattern) { $0.swing = Swing(percent: 70, step: 100) }.notes
    #expect(notes.map(\.tick) == [0, 35, 70, 105, 140, 155, 170, 185, 200, 235, 270, 305, 340, 355, 370, 385])
    #expect(notes.map(\.duration) == [34, 34, 34, 34, 14, 14, 14, 14, 34, 34, 34, 34, 14, 14, 14, 14])
  }

  /// A loop that ends within a step plays the step's strokes before its end, and no others at its start.
  @Test func loopsEndWithinARatchet() {
    let pattern = Pattern([Step(gate: 50), Step(ratchet: Ratchet(4))], stepLength: 100)
    #expect(compile(pattern) { $0.loopLength = 150 }.notes.map(\.tick) == [0, 100, 125])
    let swung = compile(pattern) { ($0.loopLength, $0.swing) = (160, Swing(percent: 60, step: 100)) }
    #expect(swung.notes.map(\.tick).filter { $0 < 160 }.sorted() == [0, 120, 140])
  }

  /// The first step depends on the last step that the loop plays, not on steps beyond its end.
  @Test func previousStepsAreWithinTheLoop() {
    let steps = [Step(condition: .previous), Step(probability: 0.5), Step(probability: 0.25)]
    let pattern = Pattern(steps, stepLength: 100)
    for (loop, source): (Tick?, UInt32) in [(nil, 2), (201, 2), (200, 1), (150, 1), (900, 2)] {
      let chance = compile(pattern) { $0.loopLength = loop }.chances[0]
      #expect(chance.source == source && chance.sourceIsInPassBefore, "\(loop ?? 0)")
    }
  }

  @Test func chancesOfSteps() {
    let steps = [
      Step(condition: .previous), .hit, Step(probability: 0.25), Step(velocitySpread: 9),
      Step([60, 64], condition: !.previous), Step(condition: .ratio(2, of: 3)), Step(isOn: false, condition: .first),
    ]
    let timeline = compile(Pattern(steps, stepLength: 100))
    let chances = timeline.chances
    #expect(timeline.notes.map(\.chance) == [1, 0, 2, 3, 4, 4, 5])
    #expect(timeline.notes.map(\.position) == [0, 0, 0, 0, 0, 1, 0])
    #expect(chances.map(\.step) == [0, 2, 3, 4, 5])
    #expect(chances[0].condition == .previous && chances[0].source == 4 && chances[0].sourceIsInPassBefore)
    #expect(chances[1].threshold == 1 << 30 && chances[1].condition == .always && chances[1].source == nil)
    #expect(chances[2].threshold == 1 << 32 && timeline.notes[3].velocitySpread == 9)
    #expect(chances[3].isInverted && chances[3].source == 1 && !chances[3].sourceIsInPassBefore)
    #expect(chances[4].condition == .ratio && chances[4].a == 2 && chances[4].b == 3)
  }

  /// Notes that nothing would end are neither played nor written.
  @Test func looseNotesAreNotPlayed() throws {
    let (noteOn, noteOff) = (ChannelMessage(status: 0x90, 60, 100), ChannelMessage(status: 0x80, 60, 64))
    let messages: [ClipMessage] = [
      ClipMessage(tick: 0, noteOn), .controller(7, 1, at: 0), ClipMessage(tick: 5, noteOff),
    ]
    let sequence = MIDISequence([Track(Clip(messages: messages))])
    var compiler = TimelineCompiler(sampleRate: 48_000)
    #expect(compiler.compile(sequence).trackTimelines[0].messages.map(\.message.kind) == [.controller])
    #expect(try sequence.midiFile().tracks[0].events.count == 1)
    let again = try MIDISequence(reading: FileBytes(copying: sequence.document(), name: ""))
    #expect(again.tracks[0].clip?.messages == [messages[1]])
  }

  @Test func swungAndAccented() {
    let timeline = compile(Pattern([.hit, .hit, .hit, .hit], stepLength: 100)) {
      $0.swing = Swing(percent: 60, step: 100)
      $0.groove = Groove(step: 100, [Groove.Slot(accent: 20), Groove.Slot()])
    }
    #expect(timeline.notes.map(\.tick) == [0, 120, 200, 320])
    #expect(timeline.notes.map { $0.message.data2 } == [120, 100, 120, 100])
  }
}
