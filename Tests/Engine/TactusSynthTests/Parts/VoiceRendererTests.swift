#if DEBUG
  import TactusFiles
  import TestSupport
  import Testing

  @testable import TactusSynth

  /// The renderer alone: voices are set up in their lanes by hand, and the partial mixes are compared.
  @Suite struct VoiceRendererTests {
    private static let count = 640

    /// Starts a voice of the bank's only region in a lane.
    private func start(_ parts: SynthParts, lane index: Int, key: UInt8, at frame: Int64 = 0) {
      let voice = parts.voices + index
      voice.pointee = Voice()
      (voice.pointee.key, voice.pointee.velocity, voice.pointee.state) = (key, 100, .held)
      (voice.pointee.region, voice.pointee.start) = (parts.regions, frame)
      parts.modulation.prepare(voice, parts.regions)
      let region = parts.regions.pointee
      let sample = LaneSample(region, region.loopStart..<region.loopEnd, from: region.start, to: region.end)
      let updates = parts.renderer.pointee.updates
      updates.readers[index] = LaneReader(
        sample, loopWindow: updates.loopWindows + index * UnrolledLoopWindow.points)
      if parts.renderer.pointee.sounds(index / 8) {
        parts.renderer.pointee.beginPartialBlock(index, at: frame)
      } else {
        parts.renderer.pointee.groupFrames[index / 8] = frame
      }
      updates.groups[index / 8].begin(index % 8)
      updates.groups[index / 8].setFilter(index % 8, runs: voice.pointee.parameters.runsFilter, moves: false)
      updates.table.link(index, to: 0)
      parts.renderer.pointee.groupEnd = max(parts.renderer.pointee.groupEnd, index / 8 + 1)
      parts.renderer.pointee.updates.scheduleUpdate(index, at: frame)
    }

    /// The left bus of a partial mix.
    private func left(_ parts: SynthParts, _ mix: Int) -> [Float] {
      Array(UnsafeBufferPointer(start: parts.renderer.pointee.buses[mix].left, count: Self.count))
    }

    private func parts(_ generators: [SoundFont.Generator] = []) throws -> SynthParts {
      SynthParts(try .sine(generators))
    }

    @Test func aLaneRendersItsSampleAtItsGain() throws {
      let parts = try parts()
      start(parts, lane: 0, key: 60)
      parts.renderer.pointee.runGroups(to: 64)
      let gain = Float(parts.voices[0].ramp.to.left)
      let points = parts.regions.pointee.pool.assumingMemoryBound(to: Int16.self) + Int(parts.regions.pointee.start)
      for frame in 0..<64 { #expect(left(parts, 0)[frame] == Float(points[frame]) * gain) }
      #expect(left(parts, 1).allSatisfy { $0 == 0 })
    }

    @Test func eachGroupAddsToItsPartialMix() throws {
      let parts = SynthParts(try .sine(), polyphony: 128)
      for group in [0, 3, 11] { start(parts, lane: group * 8, key: 60) }
      parts.renderer.pointee.runGroups(to: 64)
      #expect(parts.renderer.pointee.used.dry == 0b1001)
      // groups 3 and 11 share a partial mix
      for frame in 0..<64 { #expect(left(parts, 3)[frame] == 2 * left(parts, 0)[frame]) }
    }

    /// For any division of the frames, and whichever voices are rendered ahead of their groups, the buses contain the
    /// same bits.
    @Test func cutsAndPartialBlocksChangeNothing() throws {
      let seed = seed(of: "cutsAndPartialBlocksChangeNothing")
      var random = SeededGenerator(seed: seed)
      let bank = try SoundBank.sine([
        .init(.vibLfoToPitch, 80), .init(.freqVibLFO, 0), .init(.modLfoToFilterFc, 1_200),
        .init(.initialFilterFc, 7_000),
        .init(.modLfoToVolume, 40),
      ])
      for _ in 0..<rounds(10) {
        let keys = (0..<24).map { _ in UInt8.random(in: 40...90, using: &random) }
        let whole = SynthParts(bank)
        let cut = SynthParts(bank)
        for parts in [whole, cut] { for (lane, key) in keys.enumerated() { start(parts, lane: lane, key: key) } }
        for end in stride(from: 64, through: Self.count, by: 64) { whole.renderer.pointee.runGroups(to: Int64(end)) }
        var frame = 0
        while frame < Self.count {
          let blockEnd = (frame / 64 + 1) * 64
          for _ in 0..<3 where Bool.random(using: &random) {
            let ahead = Int.random(in: frame...blockEnd, using: &random)
            cut.renderer.pointee.advance(.random(in: 0..<24, using: &random), to: Int64(ahead))
          }
          frame = blockEnd
          cut.renderer.pointee.runGroups(to: Int64(frame))
        }
        for mix in 0..<3 { #expect(left(whole, mix) == left(cut, mix), "TACTUS_SEED=\(seed) replays it") }
      }
    }

    @Test func aVoiceThatEndsLeavesItsLane() throws {
      let parts = SynthParts(
        try .made { bank in
          let wave = bank.add(.init(name: "short", frames: Array(repeating: 10_000, count: 100), sampleRate: 48_000))
          bank.addPreset([.init(target: wave, generators: SoundFont.Generator.atOnce)])
        })
      start(parts, lane: 5, key: 60)
      #expect(parts.renderer.pointee.hasVoices)
      parts.renderer.pointee.runGroups(to: 64)
      #expect(parts.renderer.pointee.hasVoices)
      parts.renderer.pointee.runGroups(to: 128)
      #expect(!parts.renderer.pointee.hasVoices && parts.voices[5].state == .free)
      #expect(left(parts, 0)[99] != 0 && left(parts, 0)[100] == 0)
    }
  }
#endif
