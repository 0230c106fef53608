#if !canImport(Darwin)
  import AVFAudio
  import TactusAudioUnit
  import TactusPlugin
  import TestSupport
  import Testing

  @Suite struct RenderAudioTests {
    /// The input: notes with their times, and a parameter that jumps.
    private struct Score {
      var notes: [(time: Int, bytes: [UInt8])] = []
      var gains: [(time: Int, value: Double)] = []
      let length = 9_000

      init(_ random: inout SeededGenerator) {
        for _ in 0..<12 {
          let (start, key) = (Int.random(in: 0..<7_000, using: &random), UInt8.random(in: 40..<80, using: &random))
          notes.append((start, [0x90, key, UInt8.random(in: 30..<127, using: &random)]))
          notes.append((start + .random(in: 1..<3_000, using: &random), [0x80, key, 0]))
        }
        for _ in 0..<5 {
          gains.append((.random(in: 0..<9_000, using: &random), Double(Int.random(in: -24...0, using: &random))))
        }
        notes.sort { $0.time < $1.time }
        gains.sort { $0.time < $1.time }
      }
    }

    private static func plain(_ score: Score, _ descriptor: PluginDescriptor) -> [[Float]] {
      let plugin = PlainPlugin(descriptor)
      let gain = descriptor.index(ofParameter: "gain") ?? -1
      var sound: [[Float]] = [[], []]
      for start in stride(from: 0, to: score.length, by: 500) {
        var input = PlainPlugin.Input()
        let range = start..<start + 500
        input.messages = score.notes.filter { range.contains($0.time) }.map { ($0.time - start, $0.bytes) }
        input.changes = score.gains.filter { range.contains($0.time) }.map { ($0.time - start, gain, $0.value) }
        let cycle = plugin.render(500, input)
        for channel in 0..<2 { sound[channel] += cycle[channel] }
      }
      return sound
    }

    @Test("A unit sounds like the plug-in without it, bit for bit, in any cycles, buffers and kinds of memory")
    func partition() throws {
      let seed = seed(of: "RenderAudioTests.partition")
      for round in 0..<UInt64(rounds(4)) {
        var random = SeededGenerator(seed: seed &+ round)
        let score = Score(&random)
        let expected = Self.plain(score, Plugins.sampler)
        var manners = StandInHost.Manners()
        manners.givesNoMemory = round % 4 == 1
        manners.givesNoByteSizes = round % 4 == 2
        manners.interleaves = round % 4 == 3
        manners.busses = round % 2 == 0 ? [0] : [0, 0, 0]
        let session = try UnitSession(.sampler, manners: manners)
        let host = session.host
        try host.start(maximumFrames: 1_024)
        for note in score.notes { session.schedule(note.bytes, at: AUEventSampleTime(note.time)) }
        for gain in score.gains {
          session.unit.scheduleParameterBlock(
            AUEventSampleTime(gain.time), 0, session.address("gain"), AUValue(gain.value))
        }
        var sound: [[Float]] = [[], []]
        while host.frame < score.length {
          let frames = min(Int.random(in: 1...1_024, using: &random), score.length - Int(host.frame))
          let cycle = host.render(frames)
          #expect(cycle.statuses.allSatisfy { $0 == noErr })
          // further calls with the same time get the same audio
          #expect(Set(cycle.sound).count == 1 && Set(cycle.flags.map(\.rawValue)).count == 1)
          for channel in 0..<2 { sound[channel] += cycle.sound[0][channel] }
        }
        host.stop()
        #expect(sound == expected, "seed \(seed &+ round)")
        #expect(sound[0].contains { $0 != 0 })
        #expect(host.violations == [])
      }
    }

    @Test("Silence is flagged when nothing sounds, and only then")
    func silence() throws {
      let session = try UnitSession(.sampler, ["reverb": 0, "chorus": 0])
      try session.host.start()
      func isFlagged() -> Bool { session.host.render(512).flags[0].contains(.unitRenderAction_OutputIsSilence) }
      #expect(isFlagged())
      session.schedule([0x90, 60, 100], at: 600)
      #expect(!isFlagged())
      session.schedule([0xB0, 120, 0], at: 1_030)
      var cycles = 0
      while !isFlagged(), cycles < 400 { cycles += 1 }
      #expect((1..<400).contains(cycles))
      session.host.stop()
      let generator = try UnitSession(.sequencer)
      try generator.host.start()
      let cycle = generator.host.render(512)
      #expect(cycle.flags[0].contains(.unitRenderAction_OutputIsSilence))
      #expect(cycle.sound[0] == [[Float]](repeating: [Float](repeating: 0, count: 512), count: 2))
      generator.host.stop()
      #expect(session.host.violations + generator.host.violations == [])
    }

    @Test(
      "More frames than were agreed, buffers that are too short, and calls at the wrong time are refused in silence")
    func refusals() throws {
      let session = try UnitSession(.sampler)
      #expect(session.call(at: 0, 64).status == kAudioUnitErr_Uninitialized)
      try session.host.start(maximumFrames: 256)
      session.schedule([0x90, 60, 100], at: 0)
      let tooMany = session.call(at: 0, 257)
      #expect(tooMany.status == kAudioUnitErr_TooManyFramesToProcess)
      #expect(tooMany.sound.allSatisfy { $0.allSatisfy { $0 == 0 } })
      #expect(session.call(at: 0, 256).status == noErr)
      let buffers = StandInBuffers(channels: 2, frames: 64)
      var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp(sampleTime: 256, hostTime: 1))
      #expect(session.unit.internalRenderBlock(&flags, &stamp, 65, 0, buffers.list, nil, nil) == -50)
      var wide = StandInHost.Manners()
      (wide.interleaves, wide.givesNoMemory) = (true, true)
      #expect(session.call(at: 256, 64, [], wide).status == -50)
      #expect(session.call(at: 256, 0).status == noErr)
      session.host.stop()
      #expect(session.call(at: 512, 64).status == kAudioUnitErr_Uninitialized)
    }

    @Test("A ramp is a straight line in steps of 64 frames, in any cycles, until another event ends it")
    func ramps() throws {
      let seed = seed(of: "RenderAudioTests.ramps")
      var random = SeededGenerator(seed: seed)
      let plugin = PlainPlugin(Plugins.sampler)
      let gain = try #require(Plugins.sampler.index(ofParameter: "gain"))
      // from 0 at 100 to −40 over 1,000 frames; that ends at 700, where it jumps to −10; from there to 2 over 100
      var changes: [(offset: Int, index: Int, value: Double)] = []
      for step in 1...9 { changes.append((100 + 64 * step, gain, -40 * (Double(64 * step) / 1_000))) }
      changes += [(700, gain, -10), (1_264, gain, -10 + 12 * (64.0 / 100)), (1_300, gain, 2)]
      let note: [UInt8] = [0x90, 60, 100]
      let expected = plugin.render(3_000, PlainPlugin.Input(messages: [(0, note)], changes: changes))
      for _ in 0..<rounds(4) {
        let session = try UnitSession(.sampler)
        try session.host.start(maximumFrames: 3_000)
        session.schedule(note, at: 0)
        let schedule = session.unit.scheduleParameterBlock
        schedule(100, 1_000, session.address("gain"), -40)
        schedule(700, 0, session.address("gain"), -10)
        schedule(1_200, 100, session.address("gain"), 2)
        var sound: [[Float]] = [[], []]
        while session.host.frame < 3_000 {
          let cycle = session.host.render(min(.random(in: 1...900, using: &random), 3_000 - Int(session.host.frame)))
          for channel in 0..<2 { sound[channel] += cycle.sound[0][channel] }
        }
        #expect(sound == expected, "seed \(seed)")
        #expect(session.value("gain") == 2)
        session.host.stop()
      }
    }
  }
#endif
