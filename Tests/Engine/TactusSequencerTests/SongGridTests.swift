import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Swing and groove on the song's grid, compared with simple arithmetic with ticks of the song.
@Suite("Swing on the song's grid") struct SongGridTests {
  /// The tick to which a grid moves a tick of the song, and the change of velocity, as `Groove` defines them.
  private struct Model {
    var grooves: [Groove]

    init(_ track: Track) { grooves = [track.swing?.groove, track.groove].compactMap { $0 } }

    func position(_ tick: Tick) -> (tick: Tick, accent: Int) {
      var (position, accent) = (tick, 0)
      for groove in grooves {
        let slot = Self.floor(position + groove.step / 2, groove.step)
        let template = groove.slots[Int(slot - Self.floor(slot, Tick(groove.slots.count)) * Tick(groove.slots.count))]
        let begin = slot * groove.step - groove.step / 2
        position = min(max(begin, position + template.shift), begin + groove.step)
        accent += template.accent
      }
      return (position, accent)
    }

    static func floor(_ a: Tick, _ b: Tick) -> Tick { a >= 0 ? a / b : (a + 1) / b - 1 }
  }

  private struct Onset: Hashable, Comparable {
    var tick: Tick
    var key: UInt8
    var velocity: UInt8
    static func < (a: Onset, b: Onset) -> Bool { (a.tick, a.key, a.velocity) < (b.tick, b.key, b.velocity) }
  }

  /// The notes that a looped track plays from its start: notes that leave a pass play in a neighboring one, and the
  /// pass before the first is not heard.
  private func expected(_ track: Track, until end: Tick) -> [Onset] {
    guard let length = track.passLength else { return [] }
    let model = Model(track)
    var onsets: [Onset] = []
    func add(_ onset: Tick, shift: Tick = 0, _ key: UInt8, _ velocity: UInt8) {
      guard onset < length else { return }
      for pass in -3...Model.floor(end, length) + 3 {
        let (tick, accent) = model.position(track.start + pass * length + onset)
        guard track.start..<end ~= tick + shift else { continue }
        onsets.append(Onset(tick: tick + shift, key: key, velocity: UInt8(min(max(1, Int(velocity) + accent), 127))))
      }
    }
    switch track.content {
    case .clip(let clip): for note in clip.notes { add(note.onset, note.key, note.velocity) }
    case .pattern(let pattern):
      for (index, step) in pattern.steps.enumerated() where step.isOn {
        add(Tick(index) * pattern.stepLength, shift: step.shift, pattern.key, pattern.velocity)
      }
    }
    return onsets.sorted()
  }

  private func flat(_ sequence: MIDISequence, until end: Tick) throws -> [Onset] {
    let notes = try sequence.flattened(0..<end).tracks.compactMap(\.clip).flatMap { Array($0.notes) }
    return notes.map { Onset(tick: $0.onset, key: $0.key, velocity: $0.velocity) }.sorted()
  }

  /// Plays with a transport of its own, a tick a frame, from a tick on.
  private func played(_ sequence: MIDISequence, _ ticks: Range<Tick>, _ random: inout SeededGenerator) throws -> [Onset]
  {
    var sequence = sequence
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 60))]
    var settings = SequencerSettings()
    settings.mostSounding = 2_048
    let sequencer = Sequencer(sampleRate: sequence.ticksPerQuarter, settings: settings)
    try sequencer.publish(sequence)
    sequencer.useInternalTransport(true)
    sequencer.play(from: ticks.lowerBound)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 8_192)
    defer { buffer.deallocate() }
    var (onsets, tick): ([Onset], Tick) = ([], ticks.lowerBound)
    while tick < ticks.upperBound {
      let frames = min(Int(random.number(1...400)), Int(ticks.upperBound - tick))
      let count = sequencer.render(RenderCycle(firstFrame: tick, frameCount: frames), into: buffer)
      for event in buffer[..<count] where event.message.startsNote {
        onsets.append(
          Onset(tick: tick + Tick(event.offset), key: event.message.data1, velocity: event.message.data2))
      }
      tick += Tick(frames)
    }
    return onsets.sorted()
  }

  @Test("steps of odd and even loops that are struck together sound together")
  func tracksSwingTogether() throws {
    func track(_ count: Int, _ key: UInt8) -> Track {
      var track = Track(Pattern([Step](repeating: .hit, count: count), stepLength: 120, key: key))
      track.swing = Swing(percent: 66, step: 120)
      return track
    }
    let sequence = MIDISequence([track(8, 36), track(7, 42)], ticksPerQuarter: 480)
    let onsets = try flat(sequence, until: 480 * 32)
    let (kicks, hats) = (onsets.filter { $0.key == 36 }.map(\.tick), onsets.filter { $0.key == 42 }.map(\.tick))
    #expect(kicks == hats)
    #expect(kicks.prefix(4) == [0, 158, 240, 398])
    var apart = sequence
    for index in apart.tracks.indices { apart.tracks[index].gridOrigin = .pass }
    let others = try flat(apart, until: 480 * 32).filter { $0.key == 42 }.map(\.tick)
    #expect(others[7..<9] == [840, 998], "each pass of the seven begins a pair")
  }

  @Test("loops of any length, start and groove are where the song's grid puts them")
  func loops() throws {
    var differing = 0
    for seed in 0..<UInt64(rounds(150)) {
      var random = SeededGenerator(seed: seed)
      let track = track(&random)
      let sequence = MIDISequence([track], ticksPerQuarter: 96)
      let end = track.start + 3_000
      let wanted = expected(track, until: end)
      var apart = sequence
      apart.tracks[0].gridOrigin = .pass
      if try flat(apart, until: end) != wanted { differing += 1 }
      #expect(try flat(sequence, until: end) == wanted, "seed \(seed)")
      #expect(try played(sequence, 0..<end, &random) == wanted, "seed \(seed)")
      let from = random.number(0...end - 1)
      #expect(
        try played(sequence, from..<end, &random) == wanted.filter { $0.tick >= from }, "seed \(seed), from \(from)")
    }
    #expect(differing > 0, "some are not what the track's own grid makes of them")
  }

  /// A loop whose passes begin at few enough places of its grid.
  private func track(_ random: inout SeededGenerator) -> Track {
    let step = random.number(4...20) * 2
    var track: Track
    if random.number(0...1) == 0 {
      let steps = (0..<random.number(1...19)).map { _ in
        random.number(0...2) == 0 ? Step.rest : Step(shift: random.number(0...3) == 0 ? random.number(-60...60) : 0)
      }
      track = Track(Pattern(steps, stepLength: step, key: 50, gate: 10))
    } else {
      let length = step * random.number(1...19)
      let notes = (0..<random.number(1...12)).map { index in
        Note(onset: random.number(0...length + 20), duration: 2, key: UInt8(40 + index), velocity: UInt8(60 + index))
      }
      track = Track(Clip(notes: NoteList(notes), length: length), isLooped: true)
    }
    track.overlap = .layer
    track.start = random.number(0...2) == 0 ? 0 : random.number(0...400)
    if random.number(0...3) > 0 { track.swing = Swing(percent: Double(random.number(51...75)), step: step) }
    if track.swing == nil || random.number(0...3) == 0 {
      let slots = (0..<random.number(1...4)).map { _ in
        Groove.Slot(shift: random.number(-step...step), accent: Int(random.number(-20...20)))
      }
      track.groove = Groove(step: step, slots)
    }
    return track
  }

  @Test("messages move with the song's grid, and a chase finds what has been said")
  func messages() throws {
    var track = Track(
      Clip(messages: [.controller(7, 10, at: 0), .controller(7, 20, at: 24)], length: 72), channel: 3, isLooped: true)
    track.swing = Swing(percent: 75, step: 24)
    let sequence = MIDISequence([track], ticksPerQuarter: 96)
    let said = try sequence.flattened(0..<300).tracks[0].clip?.messages.map(\.tick)
    // steps 0 and 1 of passes of three: 0, 1 | 3, 4 | 6, 7 …, odd ones 12 ticks late
    #expect(said == [0, 36, 84, 96, 144, 180, 228, 240, 288])
    var settings = SequencerSettings()
    settings.reports = false
    for from: Tick in 0..<300 {
      let sequencer = Sequencer(sampleRate: 192, settings: settings)
      try sequencer.publish(sequence)
      sequencer.useInternalTransport(true)
      sequencer.play(from: from)
      let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 64)
      defer { buffer.deallocate() }
      let count = sequencer.render(RenderCycle(firstFrame: 0, frameCount: 1), into: buffer)
      let last = buffer[..<count].last { $0.message.status & 0xF0 == 0xB0 }?.message.data2
      let position = said?.lastIndex { $0 <= from }
      let before: UInt8? = position.map { $0 % 2 == 0 ? 10 : 20 }
      #expect(last == before, "from \(from)")
    }
  }
}
