import CJACK
import TactusEngine
import TactusJACK
import TactusTime
import TestSupport
import Testing

/// The shared transport: what a timebase master reports, and how its reports are interpreted.
@Suite struct TransportTests {
  private let rate = 48_000

  /// A position as a master with coarse ticks reports it.
  private func position(
    _ frame: Int64, bpm: Double, ticksPerBeat: Double, beatsPerBar: Int = 4, hasBars: Bool = true
  ) -> jack_position_t {
    var position = jack_position_t()
    position.frame = UInt32(truncatingIfNeeded: frame)
    guard hasBars else { return position }
    let ticks = (Double(frame) * bpm / 60 / Double(rate) * ticksPerBeat).rounded(.down)
    let beats = (ticks / ticksPerBeat).rounded(.down)
    let bar = (beats / Double(beatsPerBar)).rounded(.down)
    position.valid = UInt32(JackPositionBBT)
    position.bar = Int32(bar) + 1
    position.beat = Int32(beats - bar * Double(beatsPerBar)) + 1
    position.tick = Int32(ticks - beats * ticksPerBeat)
    position.bar_start_tick = bar * Double(beatsPerBar) * ticksPerBeat
    (position.beats_per_bar, position.beat_type) = (Float(beatsPerBar), 4)
    (position.ticks_per_beat, position.beats_per_minute) = (ticksPerBeat, bpm)
    return position
  }

  /// Ticks that are rounded to a dozen frames do not move the beat by one.
  @Test func roundedTicksDoNotMoveTheBeat() {
    var random = SeededGenerator(seed: seed(of: "a follower of JACK's transport"))
    for _ in 0..<rounds(20) {
      let bpm = Double.random(in: 40...250, using: &random)
      var follower = JACKTransportFollower(sampleRate: rate)
      var frame = Int64.random(in: 0..<5_000_000, using: &random)
      for length in random.cycles(of: 100_000) {
        let said = position(frame, bpm: bpm, ticksPerBeat: random.pick([96, 480, 960, 1_920]))
        let transport = follower.follow(said, state: Int32(JackTransportRolling))
        #expect(transport.isRolling && transport.frame == frame && transport.context.tempo == bpm)
        let exact = Double(frame) * bpm / 60 / Double(rate)
        #expect(abs(transport.context.beat - exact) * 60 / bpm * Double(rate) < 0.01)
        frame += Int64(length)
      }
    }
  }

  /// If the music does not begin at frame 0, the beat is anchored once and then follows the frames.
  @Test func anchorsWhereTheMasterSaysAnotherPlace() {
    var follower = JACKTransportFollower(sampleRate: rate)
    var last: Double?
    for cycle in 0..<200 {
      var said = position(Int64(cycle) * 256 + 123_457, bpm: 133.3, ticksPerBeat: 480)
      said.frame -= 100_000
      let beat = follower.follow(said, state: 1).context.beat
      let exact = Double(cycle * 256 + 123_457) * 133.3 / 60 / Double(rate)
      #expect(abs(beat - exact) < 1.0 / 480)
      if let last { #expect(abs(beat - last - 256 * 133.3 / 60 / Double(rate)) < 1e-9, "cycle \(cycle)") }
      last = beat
    }
  }

  @Test func seeksAndTempiAreFollowed() {
    var follower = JACKTransportFollower(sampleRate: rate)
    for (frame, bpm) in [(0, 120.0), (256, 120), (96_000, 120), (96_256, 90), (10, 90)] as [(Int64, Double)] {
      let said = position(frame, bpm: bpm, ticksPerBeat: 1_920)
      let context = follower.follow(said, state: 1).context
      #expect(abs(context.beat - Double(frame) * bpm / 60 / 48_000) < 1e-9 && context.tempo == bpm)
    }
  }

  @Test func nonsenseIsNoTempo() {
    var follower = JACKTransportFollower(sampleRate: rate)
    var said = position(1_000, bpm: 120, ticksPerBeat: 960)
    let breaks: [(inout jack_position_t) -> Void] = [
      { $0.beats_per_minute = .nan }, { $0.beats_per_minute = 0 }, { $0.ticks_per_beat = 0 }, { $0.beat_type = .nan },
      { $0.bar_start_tick = .infinity }, { $0.ticks_per_beat = -.infinity }, { $0.valid = 0 },
    ]
    for destroy in breaks {
      var broken = said
      destroy(&broken)
      let transport = follower.follow(broken, state: 1)
      #expect(!transport.context.hasTempo && !transport.context.hasBeat && transport.frame == 1_000)
    }
    said.beats_per_bar = .nan
    (said.bar, said.beat, said.tick) = (.min, .min, .max)
    #expect(follower.follow(said, state: 1).context.beat.isFinite)
    #expect(!follower.follow(said, state: 0).isRolling)
  }

  /// A follower reads back what our timebase reports: the exact beat, at any tempo and meter.
  @Test func theTimebaseSaysTheExactPlace() {
    let base = TimeBase.ticksPerQuarter(960)
    let tempi = TempoMap(
      timeBase: base,
      entries: [.init(tick: 0, tempo: Tempo(bpm: 140)), .init(tick: 7_680, tempo: Tempo(bpm: 71.5))])
    let meters = MeterMap(
      timeBase: base,
      entries: [
        .init(tick: 0, meter: Meter(numerator: 3, denominatorPower: 2)!),
        .init(tick: 5_760, meter: Meter(numerator: 7, denominatorPower: 3)!),
      ])
    let clock = FrameClock(map: tempi, sampleRate: rate)
    let server = SimulatedServer()
    let memory = JACKProcessMemory(
      server.functions, OpaquePointer(server.client), { $0 }, sampleRate: rate)
    memory.provideTimebase(clock, meters)
    for tick in stride(from: 0, to: 40_000, by: 480) as StrideTo<Int64> {
      var position = jack_position_t()
      let frame = clock.frame(atTick: tick)
      position.frame = UInt32(frame)
      jackTimebase(&position, memory.process)
      // a position within half a frame of a beat may be reported on either side of it
      let place = clock.makeCursor().exact(frame)
      let said =
        (position.bar_start_tick + Double(position.beat - 1) * position.ticks_per_beat + ctactus_jack_tick(&position))
        / JACKTimebase.ticksPerQuarter
      #expect(abs(said - place / 960) < 1e-6, "tick \(tick)")
      let expected = meters.position(atTick: Int64((place + 1e-6).rounded(.down)))
      #expect(position.bar == expected.bar && position.beat == expected.beat, "tick \(tick)")
      #expect(position.beat_type == (place >= 5_760 - 1e-6 ? 8 : 4))
      var follower = JACKTransportFollower(sampleRate: rate)
      let context = follower.follow(position, state: 1).context
      #expect(abs(context.beat - place / 960) < 1e-5 && abs(context.tempo - (place >= 7_680 ? 71.5 : 140)) < 0.01)
    }
  }

  /// The clock of a second timebase replaces the first, even if the player is set afterwards; at any tempo.
  @Test func theTimebaseOutlivesWhatPlays() {
    let base = TimeBase.ticksPerQuarter(960)
    let meters = MeterMap(timeBase: base, entries: [.init(tick: 0, meter: Meter(numerator: 4, denominatorPower: 2)!)])
    let server = SimulatedServer()
    let memory = JACKProcessMemory(server.functions, OpaquePointer(server.client), { $0 }, sampleRate: 8_000)
    for bpm in [120, 50_000_000.0] {
      let tempi = TempoMap(timeBase: base, entries: [.init(tick: 0, tempo: Tempo(bpm: bpm))])
      memory.provideTimebase(FrameClock(map: tempi, sampleRate: 8_000), meters)
      memory.render(.silence)
      for frame in [0, 4_000, UInt32.max] {
        var position = jack_position_t()
        position.frame = frame
        jackTimebase(&position, memory.process)
        #expect((1...4).contains(position.beat) && (0...1_920_000).contains(position.tick))
        if bpm == 120, frame == 4_000 { #expect(position.bar == 1 && position.beat == 2 && position.tick == 0) }
      }
    }
  }

  @Test func theLibraryMayBeAbsent() {
    #expect(throws: JACKError.noLibrary("/nowhere/libjack.so")) { try JACKLibrary("/nowhere/libjack.so") }
  }
}

extension FrameCursor {
  /// The position in ticks at a frame.
  fileprivate func exact(_ frame: Int64) -> Double {
    var cursor = self
    return cursor.locate(atFrame: frame, shift: 0).tick
  }
}
