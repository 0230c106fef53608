import TactusSimulation
import Testing

@Suite("Recordings of sync") struct SyncRecordingTests {
  @Test("are followed at once through a day of silence, in cycles of one frame")
  func silence() throws {
    var lines = ["0 FA"]
    for start in [0.0, 3.5, 86_399] {
      lines += (0..<40).map { "\(start + Double($0) / 48) F8" }
    }
    let recording = try SyncRecording(lines.joined(separator: "\n"))
    let fine = SyncMeasurement(recording, sampleRate: 768_000, cycleLength: 1)
    let coarse = SyncMeasurement(recording, sampleRate: 768_000, cycleLength: 768)
    #expect(fine.samples.count == 120 && coarse.samples.count == 120)
    for (one, other) in zip(fine.samples, coarse.samples).dropFirst(3) {
      #expect(abs(one.found - 120) < 0.01 && one.found == other.found && one.beat == other.beat)
      #expect((one.phase == nil) == (other.phase == nil))
    }
    // it has stopped, and the clocks after that only show the tempo
    #expect(fine.samples[39].phase != nil && fine.samples[41].phase == nil && fine.samples[119].phase == nil)
  }

  @Test("of clocks alone are those of a master that always runs, also after a gap")
  func clocksAlone() throws {
    let lines = [0.0, 60].flatMap { start in (0..<200).map { "\(start + Double($0) / 40) F8" } }
    let recording = try SyncRecording(lines.joined(separator: "\n"))
    let measured = SyncMeasurement(recording, sampleRate: 48_000, cycleLength: 256)
    #expect(measured.samples.count == 400)
    for sample in measured.samples[190..<200] + measured.samples[390..<400] {
      #expect(abs(sample.found - 100) < 0.01 && abs(sample.phase ?? 9) < 0.1, "\(sample)")
    }
    #expect(measured.samples[199].beat == 199.0 / 24)
  }

  @Test("contain system-exclusive messages") func exclusive() throws {
    let recording = try SyncRecording("0 F07F7F0101210A0B00F7\n0.1 F100\n0.2 F07F7F06 02F7 F110")
    #expect(recording.messages.map { $0.message.isSystemExclusive } == [true, true, false, true, false])
    #expect(recording.messages.map { $0.seconds } == [0, 0, 0.1, 0.2, 0.2])
    #expect(recording.arrivals(sampleRate: 100).map { $0.clock } == [nil, nil, 0, nil, 1])
  }
}
