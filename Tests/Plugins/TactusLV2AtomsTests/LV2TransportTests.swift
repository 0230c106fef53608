import CLV2
import TactusLV2Atoms
import TactusRender
import TestSupport
import Testing

struct LV2TransportTests {
  /// A host's transport: exact frames, and beats that it rounds to its ticks.
  struct Host {
    var tempo = 120.0
    var ticksPerBeat = 960.0
    var beatsPerBar = 4.0
    var unit = 4.0
    var reportsBar = true
    /// The transport's frame and, at ``start``, its beat.
    var frame: Int64 = 0
    var startFrame: Int64 = 0
    var startBeat = 0.0
    var speed = 1.0

    var beat: Double { startBeat + Double(frame - startFrame) * tempo / (60 * 48_000) }

    func position() -> LV2Position {
      var position = LV2Position()
      let told = (beat * ticksPerBeat).rounded() / ticksPerBeat
      let bar = (told / beatsPerBar).rounded(.down)
      (position.frame, position.speed, position.beatsPerMinute) = (frame, speed, tempo)
      if reportsBar { position.bar = bar }
      position.barBeat = told - bar * beatsPerBar
      (position.beatsPerBar, position.beatUnit) = (beatsPerBar, unit)
      return position
    }
  }

  /// The beat that is reported, on a copy.
  func beat(_ transport: LV2Transport, at now: Int64) -> Double {
    var transport = transport
    return transport.context(at: now).beat
  }

  /// For any rounding of beats and any cycles, beats follow one exact line from the start.
  @Test func roundedBeatsChangeNothing() {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      var host = Host(tempo: .random(in: 30...300, using: &random))
      host.ticksPerBeat = [480, 960, 1_920, 1e9].randomElement(using: &random) ?? 960
      host.beatsPerBar = Double(Int.random(in: 1...7, using: &random))
      host.reportsBar = seed % 3 != 0
      host.frame = Int64.random(in: 0...10_000_000, using: &random)
      (host.startFrame, host.startBeat) = (host.frame, 64)
      var transport = LV2Transport(sampleRate: 48_000)
      var now: Int64 = 0
      var whole: Double?
      for cycle in 0..<300 {
        if cycle == 0 || Bool.random(using: &random) { transport.take(host.position(), at: now) }
        let context = transport.context(at: now)
        // a host that does not report the bar reports only the position within the bar
        if whole == nil { whole = context.beat - host.beat }
        let difference = abs(context.beat - host.beat - (whole ?? 0))
        #expect(difference < 1e-9 && context.isMoving && context.tempo == host.tempo, "seed \(seed), cycle \(cycle)")
        #expect(!context.isChanged, "seed \(seed), cycle \(cycle)")
        let frames = Int64.random(in: 1...4_096, using: &random)
        now += frames
        host.frame += frames
      }
      #expect(!host.reportsBar || whole == 0, "seed \(seed)")
    }
  }

  /// A jump of the frames is reported once, and the beat is the host's.
  @Test func leapsAreFollowed() {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      var host = Host()
      var transport = LV2Transport(sampleRate: 48_000)
      transport.take(host.position(), at: 0)
      _ = transport.context(at: 0)
      host.frame = .random(in: 20_000...10_000_000, using: &random)
      transport.take(host.position(), at: 512)
      let context = transport.context(at: 512)
      #expect(context.isChanged && abs(context.beat - host.beat) <= 0.5 / 960 + 1e-9, "seed \(seed)")
      let next = transport.context(at: 512)
      #expect(!next.isChanged)
    }
  }

  @Test func aNewTempoGoesOnFromWhereItIs() {
    var host = Host()
    var transport = LV2Transport(sampleRate: 48_000)
    transport.take(host.position(), at: 0)
    host.frame = 24_000
    (host.startFrame, host.startBeat, host.tempo) = (24_000, host.beat, 90)
    transport.take(host.position(), at: 24_000)
    let context = transport.context(at: 24_000)
    #expect(context.beat == 1 && context.tempo == 90 && !context.isChanged)
    let later = transport.context(at: 56_000)
    #expect(later.beat == 2)
  }

  /// Without reported beats, the beats follow from the frames, across tempo changes.
  @Test func framesAloneAreEnough() {
    var position = LV2Position()
    (position.frame, position.speed, position.beatsPerMinute) = (48_000, 1, 60)
    var transport = LV2Transport(sampleRate: 48_000)
    transport.take(position, at: 0)
    #expect(beat(transport, at: 0) == 1)
    (position.frame, position.beatsPerMinute) = (96_000, 120)
    transport.take(position, at: 48_000)
    #expect(beat(transport, at: 48_000) == 2)
    #expect(beat(transport, at: 96_000) == 4)
  }

  @Test func aTransportThatStandsStaysAndStarts() {
    var host = Host()
    var transport = LV2Transport(sampleRate: 48_000)
    let unknown = transport.context(at: 0)
    #expect(!unknown.hasTransport)
    host.speed = 0
    transport.take(host.position(), at: 0)
    let standing = transport.context(at: 0)
    #expect(!standing.isMoving && beat(transport, at: 48_000) == 0)
    host.speed = 1
    transport.take(host.position(), at: 48_000)
    let moving = transport.context(at: 48_000)
    #expect(moving.isMoving && beat(transport, at: 72_000) == 1)
  }

  /// A change of meter changes the length of bars: the position does not change as long as the frames are continuous.
  @Test func aChangeOfMeterIsNoLeap() {
    var host = Host()
    var transport = LV2Transport(sampleRate: 48_000)
    transport.take(host.position(), at: 0)
    host.frame = 16 * 24_000
    host.beatsPerBar = 3
    var position = host.position()
    (position.bar, position.barBeat) = (4, 0)
    transport.take(position, at: 16 * 24_000)
    let context = transport.context(at: 16 * 24_000)
    #expect(context.beat == 16 && context.meterBeats == 3 && context.barStart == 16 && !context.isChanged)
  }

  /// After changes of meter, the line continues through any number of positions, until the frames jump.
  @Test func barsOfSeveralMeters() {
    // four bars of 4/4, two of 3/4, one of 7/8 and one of 4/4
    let meters: [(beats: Double, unit: Double, bars: Int)] = [(4, 4, 4), (3, 4, 2), (7, 8, 1), (4, 4, 1)]
    var transport = LV2Transport(sampleRate: 48_000)
    var (bar, start) = (0.0, 0.0)
    for meter in meters {
      for _ in 0..<meter.bars {
        var beat = 0.0
        while beat < meter.beats {
          let quarters = start + beat * 4 / meter.unit
          let frame = Int64(quarters * 24_000)
          transport.take(position(frame, bar, beat, meter.beats, meter.unit), at: frame)
          let context = transport.context(at: frame)
          #expect(context.beat == quarters && context.barStart == start && !context.isChanged, "bar \(bar), \(beat)")
          beat += 1
        }
        (bar, start) = (bar + 1, start + meter.beats * 4 / meter.unit)
      }
    }
    // after a jump, all bars count as bars of the current meter
    transport.take(position(48_000, 2, 1, 4, 4), at: 1_000_000)
    let context = transport.context(at: 1_000_000)
    #expect(context.beat == 9 && context.isChanged)
  }

  private func position(
    _ frame: Int64, _ bar: Double, _ barBeat: Double, _ beatsPerBar: Double, _ unit: Double
  ) -> LV2Position {
    var position = LV2Position()
    (position.frame, position.speed, position.beatsPerMinute) = (frame, 1, 120 * unit / 4)
    (position.bar, position.barBeat, position.beatsPerBar, position.beatUnit) = (bar, barBeat, beatsPerBar, unit)
    return position
  }

  /// Beats of eighths are half as long as quarters.
  @Test func beatsBecomeQuarters() {
    var host = Host(tempo: 240, beatsPerBar: 6, unit: 8)
    host.frame = 48_000
    var transport = LV2Transport(sampleRate: 48_000)
    transport.take(host.position(), at: 0)
    let context = transport.context(at: 0)
    #expect(context.tempo == 120 && context.beat == 2 && context.meterNoteValue == 8 && context.barStart == 0)
  }

  /// Invalid numbers never cause a trap, and the results are finite.
  @Test func foreignNumbersDoNoHarm() {
    let odd: [Double] = [0, -1, 1, 1e8, -1e8, 1e-300, 0.5, 480]
    for seed in 0..<UInt64(rounds(2_000)) {
      var random = SeededGenerator(seed: seed)
      var transport = LV2Transport(sampleRate: [0, 48_000, 1e9].randomElement(using: &random) ?? 0)
      for _ in 0..<20 {
        var bytes = PositionBytes()
        for key in [urids.speed, urids.beatsPerMinute, urids.bar, urids.barBeat, urids.beatsPerBar, urids.beatUnit] {
          guard let number = odd.randomElement(using: &random), Bool.random(using: &random) else { continue }
          bytes.add(key, urids.double, number)
        }
        if Bool.random(using: &random) {
          bytes.add(urids.frame, urids.long, Int64.random(in: .min ... .max, using: &random))
        }
        let now = Int64.random(in: 0...1 << 40, using: &random)
        if let position = bytes.position { transport.take(position, at: now) }
        let context = transport.context(at: now)
        #expect(context.beat.isFinite && context.tempo.isFinite && context.barStart.isFinite, "seed \(seed)")
      }
    }
  }
}
