import TactusEngine
import TactusMIDI
import TactusSequencer
import TestSupport
import Testing

/// Loops and ends at tempi other than the song's own, where they lie between two output frames.
@Suite struct SongLoopTests {
  /// The exact law: an event plays on the first output frame at or after its exact time.
  private struct Law {
    /// The speed in units of 2⁻²⁰, as the player rounds it.
    let speed: Int64
    let length: Int64

    init(_ speed: Double, length: Int64) { (self.speed, self.length) = (Int64((speed * 0x1p20).rounded()), length) }

    func frame(of tick: Int64, pass: Int64) -> Int64 { (((tick + pass * length) << 20) + speed - 1) / speed }
    func time(of tick: Int64, pass: Int64) -> Double { Double((tick + pass * length) << 20) / Double(speed) }
  }

  /// Plays six passes of a loop of 9,600 frames from `start` on.
  private func loop(
    from start: Int64, _ speed: Double, cycle: Int64, _ events: [(Int64, ChannelMessage)]
  ) throws -> (output: PlayedOutput, law: Law) {
    let law = Law(speed, length: 9_600)
    let output = try PlayedOutput(events, endTick: 48_000)
    output.player.set(speed: speed)
    output.player.loop(start..<start + law.length)
    output.player.play()
    let end = law.frame(of: start, pass: 6)
    while output.now < end { output.render(Int(min(cycle, end - output.now))) }
    return (output, law)
  }

  @Test(arguments: [0.9, 1.05, 1.3, 2.7, 3.1], [1, 64, 333] as [Int64])
  func everyPassHasAllEvents(speed: Double, cycle: Int64) throws {
    for start in [0, 6_000] as [Int64] {
      let events: [(Int64, ChannelMessage)] = [
        (start, .program(5)), (start, .noteOn(60)), (start + 1, .controller(1, 7)), (start + 4_800, .noteOn(62)),
        (start + 9_599, .noteOn(64)),
      ]
      let beyond: [(Int64, ChannelMessage)] = [(start + 9_600, .noteOn(65))]
      let (output, law) = try loop(from: start, speed, cycle: cycle, events + beyond)
      let expected = (0..<6 as Range<Int64>).flatMap { pass in
        events.map { SentMessage(frame: law.frame(of: $0.0, pass: pass), message: $0.1) }
      }
      // the loop's end adds note-offs
      let played = output.events.filter { !$0.message.endsNote }
      #expect(played == expected.filter { $0.frame < output.now }, "from \(start)")
      #expect(output.player.location.passes == 5)
    }
  }

  /// MIDI clock starts on the frame of each pass, and stays exact.
  @Test(arguments: [0.9, 1.05, 1.3, 2.7, 3.1], [1, 64, 333] as [Int64])
  func theClockStartsWithEachPass(speed: Double, cycle: Int64) throws {
    let (output, law) = try loop(from: 0, speed, cycle: cycle, [(0, .noteOn(60))])
    let starts = (0..<6 as Range<Int64>).map { law.frame(of: 0, pass: $0) }
    #expect(output.clocks(0xFA) == starts)
    #expect(output.clocks(0xFC) == Array(starts.dropFirst()))
    #expect(output.clocks(0xF2).isEmpty && output.clocks(0xFB).isEmpty)
    let clocks = output.clocks(0xF8)
    let times = (0..<6 as Range<Int64>).flatMap { pass in
      (0..<10 as Range<Int64>).map { law.time(of: $0 * 1_000, pass: pass) }
    }
    #expect(clocks.count == times.count)
    for (clock, time) in zip(clocks, times) { #expect(abs(Double(clock) - time) < 1.1) }
  }

  /// A loop from a sixteenth note on begins with this sixteenth note, and not with the next one.
  @Test(arguments: [0.9, 1.05, 1.3, 2.7, 3.1]) func theClockContinuesAtTheLoopsStart(speed: Double) throws {
    let (output, law) = try loop(from: 6_000, speed, cycle: 64, [(0, .noteOn(60))])
    let starts = (1..<6 as Range<Int64>).map { law.frame(of: 6_000, pass: $0) }
    #expect(output.clocks(0xFA) == [0] && output.clocks(0xFB) == starts)
    let position = ChannelMessage(system: 0xF2, 1, 0)
    let positions = starts.map { SentMessage(frame: $0, message: position) }
    #expect(output.clock.filter { $0.message.status == 0xF2 } == positions)
  }

  /// What lies between the last output frame and the end of a range plays too.
  @Test func aRangeHasItsLastEvents() throws {
    let output = try PlayedOutput(
      [(0, .noteOn(60)), (9_599, .noteOn(64)), (9_600, .noteOn(65))], endTick: 48_000,
      range: SongRange(to: .tick(9_600)))
    output.player.set(speed: 2.7)
    output.player.play()
    output.render(4_000)
    let law = Law(2.7, length: 0)
    #expect(output.frames(of: .noteOn(64)) == [law.frame(of: 9_599, pass: 0)])
    #expect(output.frames(of: .noteOn(65)).isEmpty && output.player.location.isAtEnd)
  }

  /// A loop whose end is set a little late begins at its start, and not as far after it as its end was set late.
  @Test func aLoopThatEndsBehindThePositionStartsAtOnce() throws {
    let output = try PlayedOutput(
      [(1_000, .program(3)), (1_000, .noteOn(60)), (1_100, .noteOn(61)), (5_000, .noteOn(62))], endTick: 200_000)
    output.player.play()
    for _ in 0..<2 { output.render(5_128) }
    output.player.loop(1_000..<10_000)
    output.render(512)
    #expect(output.frames(of: .program(3)) == [1_000, 10_256])
    #expect(output.frames(of: .noteOn(60)) == [1_000, 10_256])
    #expect(output.frames(of: .noteOn(61)) == [1_100, 10_356])
    #expect(output.player.location.frame == 1_512)
  }

  /// The speed may change between the last frame of a pass and the first one of the next.
  @Test func aChangeOfTheTempoKeepsTheLoop() throws {
    let output = try PlayedOutput([(0, .noteOn(60))], endTick: 48_000)
    output.player.loop(0..<9_601)
    output.player.set(speed: 4)
    output.player.play()
    output.render(2_401)
    output.player.set(speed: 0.25)
    output.render(1)
    #expect(output.player.location.passes == 1 && output.frames(of: .noteOn(60)) == [0, 2_401])
  }
}
