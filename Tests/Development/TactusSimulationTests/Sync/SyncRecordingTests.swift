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
}
