import TactusMIDI
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// From a sequence through a host to sound: every onset on the frame that arithmetic gives, whatever the cycles.
///
/// Timestamps must be correct at every step.
@Suite struct SequencerSoundTests {
  /// A sequencer and a synthesizer called one after the other in each cycle, as a host calls them.
  private func listen(
    _ sequence: MIDISequence, _ cycles: [Int], rate: Int, isLeading: Bool, context: (Int) -> MusicalContext
  ) throws -> [Int] {
    let sequencer = Sequencer(sampleRate: rate)
    try sequencer.publish(sequence)
    if isLeading {
      sequencer.useInternalTransport(true)
      sequencer.play()
    }
    let stage = try Stage(.click(sampleRate: rate), sampleRate: rate, isLoud: false)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: sequencer.settings.mostEvents)
    defer { buffer.deallocate() }
    var onsets: [Int] = []
    var frame = 0
    for length in cycles {
      let cycle = RenderCycle(firstFrame: Int64(frame), frameCount: length, context: context(frame))
      let count = sequencer.render(cycle, into: buffer)
      let sound = stage.render(length, events: Array(buffer.prefix(count)))
      onsets += sound.indices.filter { sound[$0] != 0 }.map { frame + $0 }
      frame += length
    }
    return onsets
  }

  /// Three tracks of different lengths; their onsets in ticks up to a limit.
  private func polymeter(_ random: inout SeededGenerator) -> (sequence: MIDISequence, onsets: (Int64) -> [Int64]) {
    var loops: [(length: Int64, ticks: [Int64])] = []
    for _ in 0..<3 {
      let length = Int64.random(in: 15_000...70_000, using: &random)
      let ticks = Set((0..<5).map { _ in Int64.random(in: 0..<length, using: &random) })
      loops.append((length, ticks.sorted()))
    }
    let tracks = loops.enumerated().map { index, loop in
      Track(
        Clip(notes: NoteList(loop.ticks.map { Note(onset: $0, duration: 500, key: 60) }), length: loop.length),
        channel: UInt8(index), isLooped: true)
    }
    let all = loops
    return (
      MIDISequence(tracks),
      { end in
        Set(
          all.flatMap { loop in
            (0...end / loop.length).flatMap { pass in loop.ticks.map { pass * loop.length + $0 } }
          }
        ).filter { $0 < end }.sorted()
      }
    )
  }

  /// Under a host with a steady tempo, its beats rounded: frame = ⌊ticks · 60 · rate / (tempo · ticks per quarter) + ½⌋.
  @Test(arguments: [44_100, 48_000, 96_000]) func underAHost(rate: Int) throws {
    let seed: UInt64 = 81
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(3) {
      let (sequence, onsets) = polymeter(&random)
      let tempo = Double(Int.random(in: 40...240, using: &random))
      let length = rate * 6
      let noise = Double.random(in: 0...1e-6, using: &random)
      var dice = random
      let found = try listen(sequence, random.cycles(of: length, longest: 4_096), rate: rate, isLeading: false) {
        frame in
        let beat = Double(frame) * tempo / (60 * Double(rate))
        return MusicalContext(
          tempo: tempo, beat: frame == 0 ? 0 : beat + Double.random(in: -noise...noise, using: &dice))
      }
      let perTick = 60 * Double(rate) / (tempo * 20_160)
      let ticks = onsets(Int64(Double(length) / perTick))
      // If a position is exactly between two frames, the noise of the host's beats decides between them.
      let (product, divisor) = (120 * Int64(rate), Int64(tempo) * 20_160)
      let ties = ticks.filter { $0 * product % divisor == 0 && $0 * product / divisor % 2 == 1 }
      let undecided = Set(
        ties.flatMap { (tick: Int64) -> [Int] in
          let frame = Int(tick * product / divisor / 2)
          return [frame, frame + 1]
        })
      let due = ticks.map { Int((Double($0) * perTick + 0.5).rounded(.down)) }
      let expected = Set(due).subtracting(undecided).filter { $0 < length }.sorted()
      let decided = found.filter { $0 < length && !undecided.contains($0) }
      #expect((decided == expected) as Bool, "seed \(seed), tempo \(tempo)")
    }
  }

  /// By its own transport, through a tempo map with ramps.
  @Test func byItsOwnTransport() throws {
    let (seed, rate) = (UInt64(82), 48_000)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(3) {
      var (sequence, onsets) = polymeter(&random)
      sequence.tempi = (0..<8).map { index in
        TempoMap.Entry(
          tick: Int64(index) * 31_111, tempo: Tempo(bpm: Double.random(in: 60...200, using: &random)),
          curve: TempoCurve.allCases.randomElement(using: &random) ?? .step)
      }
      let length = rate * 6
      let found = try listen(sequence, random.cycles(of: length, longest: 4_096), rate: rate, isLeading: true) { _ in
        MusicalContext()
      }
      let clock = FrameClock(map: sequence.tempoMap, sampleRate: rate)
      let expected = Set(onsets(500_000).map { Int(clock.frame(atTick: $0)) }).filter { $0 < length }.sorted()
      #expect((found.filter { $0 < length } == expected) as Bool, "seed \(seed)")
    }
  }
}
