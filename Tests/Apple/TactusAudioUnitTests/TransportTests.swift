#if !canImport(Darwin)
  import AVFAudio
  import TactusAudioUnit
  import TestSupport
  import Testing

  @Suite struct TransportTests {
    /// A sequencer of one lane.
    private static func session(onsets: Double) throws -> UnitSession {
      let session = try UnitSession(.sequencer, ["lane1Onsets": onsets])
      for lane in 2...8 { session.set("lane\(lane)On", 0) }
      try session.host.start(maximumFrames: 1_024)
      return session
    }

    private static func onsets(_ outputs: [StandInHost.Output]) -> [AUEventSampleTime] {
      outputs.flatMap { output in output.messages.filter { $0[0] & 0xF0 == 0x90 }.map { _ in output.time } }
    }

    @Test("A pattern is on its exact frames at any cycles, and stands when the host does")
    func moving() throws {
      var random = SeededGenerator(seed: seed(of: "TransportTests.moving"))
      let session = try Self.session(onsets: 16)
      // a sixteenth at 120 is 6,000 frames
      while session.host.frame < 100_000 { _ = session.host.render(.random(in: 1...1_024, using: &random)) }
      let end = session.host.frame
      #expect(Self.onsets(session.host.takeOutputs()) == Array(stride(from: 0, to: end, by: 6_000)))
      session.host.transport = []
      for _ in 0..<40 { _ = session.host.render(1_024) }
      #expect(Self.onsets(session.host.takeOutputs()) == [])
      session.host.stop()
      #expect(session.host.violations == [])
    }

    @Test("A host's cycle wraps on its own frame, inside a render cycle")
    func cycling() throws {
      var random = SeededGenerator(seed: seed(of: "TransportTests.cycling"))
      let session = try Self.session(onsets: 1)
      let host = session.host
      host.transport = [.moving, .cycling]
      (host.cycleStart, host.cycleEnd) = (0, 0.75)
      while host.frame < 100_000 {
        host.beat = Double(host.frame % 18_000) / 24_000
        _ = host.render(.random(in: 1...1_024, using: &random))
      }
      // the pattern's only onset is its first, which comes with each pass
      #expect(Self.onsets(host.takeOutputs()) == Array(stride(from: 0, to: host.frame, by: 18_000)))
      host.stop()
      #expect(host.violations == [])
    }
  }
#endif
