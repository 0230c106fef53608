import TactusMIDI
import TactusProcessors
import TactusRender
import TactusTime
import TestSupport
import Testing

/// Runs a sender through cycles whose contexts are a function of the first frame.
private func send(
  cycles: [Int], rate: TimeCodeRate = .pal25, _ context: (Int64) -> MusicalContext
) -> [SentMessage] {
  var sender = MTCSender(sampleRate: 48_000, rate: rate)
  let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 256)
  defer { buffer.deallocate() }
  var (list, frame) = ([SentMessage](), Int64(0))
  for length in cycles {
    let count = sender.render(RenderCycle(firstFrame: frame, frameCount: length, context: context(frame)), into: buffer)
    list += buffer.prefix(count).map { SentMessage(frame: frame + Int64($0.offset), message: $0.message) }
    frame += Int64(length)
  }
  return list
}

@Suite("MIDI time code sender") struct MTCSenderTests {
  /// 25 frames a second: a quarter frame each 480 frames of audio.
  private func expectSteady(_ sent: [SentMessage], from first: Int64 = 0, _ words: String) {
    #expect(sent.count { $0.message.isSystemExclusive } == 2, "\(words): full frames")
    let quarters = sent.filter { !$0.message.isSystemExclusive }
    for (index, quarter) in quarters.enumerated() {
      #expect(quarter.frame == first + Int64(index) * 480 && Int(quarter.message.data1 >> 4) == index % 8, "\(words)")
    }
    #expect(quarters.count > 400, "\(words)")
  }

  @Test("goes on through ramps and steps of the tempo as time does")
  func tempo() {
    for length in [64, 480, 1_000] {
      let cycles = Array(repeating: length, count: 240_000 / length)
      for hasSlope in [true, false] {
        // 120 to 180 bpm in five seconds
        let sent = send(cycles: cycles) {
          let frame = Double($0)
          var context = MusicalContext(
            tempo: 120 + frame / 4_000, beat: (120 + frame / 8_000) * frame / 2_880_000)
          context.tempoSlope = hasSlope ? 1.0 / 4_000 : 0
          return context
        }
        expectSteady(sent, "ramp, \(length)")
      }
      let step = Int64(100_000 / length * length)
      let sent = send(cycles: cycles) {
        $0 < step
          ? MusicalContext(tempo: 120, beat: Double($0) / 24_000)
          : MusicalContext(tempo: 90, beat: Double(step) / 24_000 + Double($0 - step) / 32_000)
      }
      expectSteady(sent, "step, \(length)")
    }
  }

  @Test("jumps with a repeat, on its frame, in any cycles")
  func repeats() {
    func context(_ frame: Int64) -> MusicalContext {
      let beats = Double(frame) / 24_000
      var context = MusicalContext(
        tempo: 120, beat: beats < 3 ? beats : 1 + (beats - 1).truncatingRemainder(dividingBy: 2))
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 1, 3)
      return context
    }
    let one = send(cycles: Array(repeating: 500, count: 400), context)
    let full = one.filter { $0.message.isSystemExclusive }.map(\.frame)
    #expect(full == [0, 0, 72_000, 72_000, 120_000, 120_000, 168_000, 168_000])
    for seed in 0..<UInt64(rounds(10)) {
      var random = SeededGenerator(seed: 1_500 + seed)
      let other = send(cycles: random.cycles(of: 200_000, longest: 3_000), context).filter { $0.frame < 200_000 }
      #expect(one == other, "seed \(1_500 + seed)")
    }
  }

  @Test("tells once where it stands, and again where it is moved")
  func standing() {
    var random = SeededGenerator(seed: 1_600)
    let sent = send(cycles: Array(repeating: 480, count: 400)) {
      let noise = Double.random(in: -1e-6...1e-6, using: &random)
      let beat = $0 < 48_000 ? 4.0 : $0 < 96_000 ? 4 + Double($0 - 48_000) / 24_000 : $0 < 144_000 ? 6 : 100
      var context = MusicalContext(tempo: 120, beat: beat + noise)
      context.isMoving = $0 >= 48_000 && $0 < 96_000
      return context
    }
    let full = sent.filter { $0.message.isSystemExclusive }.map(\.frame)
    #expect(full == [0, 0, 48_000, 48_000, 96_000, 96_000, 144_000, 144_000])
    #expect(sent.filter { !$0.message.isSystemExclusive }.allSatisfy { $0.frame >= 48_000 && $0.frame < 96_000 })
  }
}
