import TestSupport
import Testing

@Suite struct GoldenPlayheadTests {
  /// What is read of a sample whose points are their own positions. The release is slow, and divided out.
  private func positions(_ generators: [Golden.Generator: Int], off: Int = 10_000) -> [Double] {
    var probe = Probe(.ramp(count: 300, step: 16), generators)
    probe.sample.loop = 100..<200
    probe.generators[.volEnvRelease] = 8_000
    probe.seconds = 0.02
    probe.options.shortestNote = 0
    probe.events = [.init(off, .noteOff(key: 60))]
    let slope = 96 / Golden.seconds(timecents: 8_000) / 48_000
    return probe.left().enumerated().map { frame, value in
      value * 2_048 / Golden.gain(decibels: slope * Double(max(frame - off, 0)))
    }
  }

  @Test func startsExactlyAtTheStart() {
    let plain = positions([.sampleModes: 0])
    #expect((0..<300).allSatisfy { isNear(plain[$0], Double($0)) } && plain[302...].allSatisfy { $0 == 0 })
    let offset = positions([.sampleModes: 0, .startOffset: 40])
    #expect(isNear(offset[0], 40) && isNear(offset[10], 50))
  }

  @Test func mode1LoopsForEver() {
    let held = positions([.sampleModes: 1])
    #expect(isNear(held[199], 199) && isNear(held[200], 100) && isNear(held[399], 199) && isNear(held[400], 100))
    let released = positions([.sampleModes: 1], off: 250)
    #expect(isNear(released[600], 100) && isNear(released[850], 150))
  }

  @Test func mode2IsNoLoop() { #expect(positions([.sampleModes: 2]) == positions([.sampleModes: 0])) }

  @Test func mode3RunsOnAfterTheCurrentPass() {
    // The key is let go in the second pass, which ends at frame 300; from there the tail, 200 ..< 300.
    let read = positions([.sampleModes: 3], off: 250)
    #expect((0..<200).allSatisfy { isNear(read[$0], Double($0)) })
    #expect((200..<300).allSatisfy { isNear(read[$0], Double($0 - 100)) })
    #expect((300..<400).allSatisfy { isNear(read[$0], Double($0 - 100)) })
    #expect(read[402...].allSatisfy { $0 == 0 })
    let early = positions([.sampleModes: 3], off: 1)
    #expect((0..<300).allSatisfy { isNear(early[$0], Double($0)) })
    // Reached before the key goes up: the wrap is done.
    let late = positions([.sampleModes: 3], off: 201)
    #expect(isNear(late[200], 100) && isNear(late[299], 199) && isNear(late[300], 200))
  }

  @Test func loopOffsetsMoveTheLoopOnly() {
    let moved = positions([.sampleModes: 1, .loopStartOffset: 20, .loopEndOffset: -30])
    #expect(isNear(moved[0], 0) && isNear(moved[169], 169) && isNear(moved[170], 120))
  }

  @Test func coarseOffsetsCount32768() {
    var probe = Probe(.ramp(count: 40_000, step: 0), [.sampleModes: 0, .startCoarseOffset: 1, .startOffset: 5])
    probe.sample.points[32_768 + 5] = 1_000
    #expect(isNear(probe.left()[0] * 32_768, 1_000))
  }

  @Test func cubicSeamIsSmoothForAWholePeriod() {
    // A sine whose loop is whole periods, half a point per frame: the seam must not show.
    var probe = Probe(TinySample.sine(period: 32, cycles: 2).tuned(rate: 23_456))
    let left = probe.left()
    let step = 2 * Double.pi * 23_456 / 48_000 / 32
    // From the third point on: the silence before the start bends the first step.
    #expect((5..<left.count).allSatisfy { abs(left[$0] - left[$0 - 1]) < 0.5 * step })
    probe.options.interpolation = .linear
    #expect(compareAudio(probe.left()[5...], to: Array(left[5...])).peakLevel < -45)
  }

  @Test func sm24AddsTheLowByte() {
    var probe = Probe(.constant())
    probe.sample.lowBytes = [UInt8](repeating: 128, count: probe.sample.points.count)
    #expect(isNear(probe.left()[10], 0.5 + 128.0 / 8_388_608))
  }

  @Test func pedalKeepsTheKeyDown() {
    var probe = Probe(.constant(), [.volEnvRelease: -12_000])
    probe.events = [
      .init(10, .controller(64, value: 127)), .init(100, .noteOff(key: 60)), .init(500, .controller(64, value: 0)),
    ]
    let left = probe.left()
    #expect(isNear(left[500], 0.5) && left[510] < 0.5 && left[600] == 0)
  }
}
