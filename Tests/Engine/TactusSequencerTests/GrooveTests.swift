import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Swing and groove: where they move notes, and that no event overtakes another.
@Suite struct GrooveTests {
  /// The ticks and velocities at which a track's notes begin in its first pass, in their order.
  private func played(_ track: Track) -> [CompiledNote] {
    var compiler = TimelineCompiler(sampleRate: 48_000)
    let timeline = compiler.compile(MIDISequence([track])).trackTimelines[0]
    return withExtendedLifetime(timeline) { Array(timeline.compiledTrack(CompiledTrack()).notes(ofPassAt: 0)) }
  }

  private func ticks(_ onsets: [Tick], loop: Tick? = nil, _ change: (inout Track) -> Void) -> [Tick] {
    let notes = onsets.map { Note(onset: $0, duration: 10, key: 60) }
    var track = Track(Clip(notes: NoteList(notes), length: loop), isLooped: loop != nil)
    change(&track)
    return played(track).map(\.tick)
  }

  @Test(arguments: [(50.0, 0), (54, 403), (66.67, 1680), (75, 2520)])
  func swingMovesEverySecondStep(percent: Double, later: Tick) {
    let swung = ticks([0, 5040, 10_080, 15_120]) { $0.swing = Swing(percent: percent) }
    #expect(swung == [0, 5040 + later, 10_080, 15_120 + later])
    let steps = Pattern([.hit, .hit, .hit, .hit])
    var track = Track(steps)
    track.swing = Swing(percent: percent)
    #expect(played(track).map(\.tick) == swung)
  }

  @Test func slotsHaveShiftsAccentsAndStrengths() {
    let slots = [
      Groove.Slot(), Groove.Slot(shift: 10, accent: 20), Groove.Slot(shift: -9, accent: -7, strength: 50),
      Groove.Slot(shift: 100, accent: 127, strength: 100),
    ]
    let notes = [0, 100, 180, 300, 400, 549].map { Note(onset: $0, duration: 10, key: 60) }
    var track = Track(Clip(notes: NoteList(notes)))
    track.groove = Groove(step: 100, slots)
    let played = played(track)
    // −4.5 and −3.5 are rounded half up; slot 3 ends at 350
    #expect(played.map(\.tick) == [0, 110, 176, 350, 400, 550])
    #expect(played.map { Int($0.message.data2) } == [100, 120, 97, 127, 100, 120])
    #expect(played.allSatisfy { $0.duration == 10 })
  }

  @Test func grooveFollowsSwing() {
    let moved = ticks([0, 100]) {
      $0.swing = Swing(percent: 60, step: 100)
      $0.groove = Groove(step: 100, [Groove.Slot(), Groove.Slot(shift: 7)])
    }
    #expect(moved == [0, 127])
  }

  @Test func atTheEndsOfALoop() {
    let groove = Groove(step: 100, [Groove.Slot(shift: -30), Groove.Slot(), Groove.Slot(), Groove.Slot(shift: 60)])
    // 0 → −30 → 370; 10 → −20 → 380; 340 → 350 (its slot's end); 360 is of slot 4, which is slot 0 again → 350
    #expect(ticks([0, 10, 40, 340, 360], loop: 400) { $0.groove = groove } == [10, 350, 350, 370, 380])
    #expect(ticks([0, 10, 40, 340, 360]) { $0.groove = groove } == [0, 0, 10, 350, 350])
    let late = Groove(step: 100, [Groove.Slot(shift: 45)])
    #expect(ticks([0, 5, 380, 399, 401, 500], loop: 400) { $0.groove = late } == [25, 44, 45, 50, 446, 545])
    let early = Groove(step: 100, [Groove.Slot(shift: -45)])
    let stays = ticks([399, 400, 401], loop: 400) { $0.groove = early }
    #expect(stays == [354, 400, 400], "what was beyond the loop does not come into it")
  }

  /// Events keep their order wherever a groove moves them, except those that leave a loop.
  @Test func orderIsKept() {
    for seed: UInt64 in 0..<UInt64(rounds(30)) {
      var random = SeededGenerator(seed: seed)
      let onsets = (0..<40).map { _ in random.number(0...3000) }.sorted()
      let notes = onsets.enumerated().map { Note(onset: $1, duration: 10, key: UInt8($0)) }
      let slots = (0..<5).map { _ in
        Groove.Slot(shift: random.number(-300...300), strength: Int(random.number(0...150)))
      }
      let loop = random.number(0...1) == 0 ? nil : random.number(1...2500)
      var track = Track(Clip(notes: NoteList(notes), length: loop), isLooped: loop != nil)
      track.gridOrigin = .pass  // in another grid what leaves a pass comes in another one
      track.groove = Groove(step: random.number(2...300), slots)
      track.swing = Swing(percent: Double(random.number(50...75)), step: random.number(2...500))
      let played = played(track)
      let keys = played.map { Int($0.message.data1) }
      #expect(keys.sorted() == Array(0..<40))
      #expect(zip(played, played.dropFirst()).allSatisfy { $0.tick <= $1.tick }, "seed \(seed)")
      guard let loop else {
        #expect(keys == Array(0..<40), "seed \(seed)")
        continue
      }
      let inside = onsets.filter { $0 < loop }.count
      #expect(Set(keys[..<inside]) == Set(0..<inside) && Array(keys[inside...]) == Array(inside..<40), "seed \(seed)")
      #expect(played[..<inside].allSatisfy { (0..<loop).contains($0.tick) }, "seed \(seed)")
    }
  }
}
