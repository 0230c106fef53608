#if !canImport(Darwin)
  import AVFAudio
  import CAllocationCounter
  import TactusAVFAudio
  import TactusCoreAudio
  import TactusEngine
  import TactusMIDI
  import TactusRender
  import TactusSequencer
  import TactusSynth
  import TestSupport
  import Testing

  @Suite struct SourceNodePlayerTests {
    private func bouncer(_ random: inout SeededGenerator, length: Int = 5_000) throws -> Bouncer {
      let bank = try SoundBank(random.font(isWild: false))
      var settings = BounceSettings()
      settings.tail = .seconds(0.02)
      return try Bouncer(random.score(length: length, density: 15, isWild: false).song, bank: bank, settings: settings)
    }

    private func sound(_ bouncer: Bouncer) throws -> [[Float]] {
      var sound: [[Float]] = [[], []]
      _ = try bouncer.render { block in
        for channel in 0..<2 { sound[channel] += UnsafeBufferPointer(start: block[channel], count: block.frameCount) }
      }
      return sound
    }

    @Test("A song sounds as its bounce, bit for bit, in whatever cycles and buffers", arguments: 0..<4)
    func song(kind: Int) throws {
      var random = SeededGenerator(seed: seed(of: "song"))
      for _ in 0..<rounds(1) {
        var bouncer = try bouncer(&random)
        var expected = try sound(bouncer)
        while !expected.joined().contains(where: { $0 != 0 }) {
          bouncer = try self.bouncer(&random)
          expected = try sound(bouncer)
        }
        let song = try SongPlayer(bouncer)
        let player = try SourceNodePlayer(song)
        let stage = EngineStage(player.node)
        (stage.manners.givesNoMemory, stage.manners.interleaves) = (kind & 1 != 0, kind & 2 != 0)
        song.play()
        while stage.sound[0].count < expected[0].count {
          if Int.random(in: 0..<8, using: &random) == 0 { stage.sampleTime += .random(in: -1e6...1e6, using: &random) }
          stage.manners.hasNoHostTime = Bool.random(using: &random)
          stage.render(min(.random(in: 1...700, using: &random), expected[0].count - stage.sound[0].count))
        }
        #expect(stage.sound.map { $0.map(\.bitPattern) } == expected.map { $0.map(\.bitPattern) })
        #expect(stage.problems == [] && player.refusedCycles == 0)
        #expect(player.playedFrames == expected[0].count)
      }
    }

    @Test("A key is heard on the frame of its host time, a constant latency later", arguments: [44_100, 48_000])
    func keys(rate: Int) throws {
      var random = SeededGenerator(seed: seed(of: "keys"))
      let sampler = try Sampler(sampleRate: rate, settings: .dry)
      sampler.publish(try SoundBank.click(sampleRate: rate))
      let player = try SourceNodePlayer(sampler, sampleRate: rate, input: HostTimeInput(latency: 600))
      let stage = EngineStage(player.node)
      var expected: Set<Int> = []
      for _ in 0..<200 {
        let frame = stage.frame + Int64.random(in: 0...1_000, using: &random)
        player.input.send(
          ChannelMessage(status: 0x90, .random(in: 0...127, using: &random), 127), at: stage.time(frame))
        expected.insert(Int(frame) + 600)
        stage.render(.random(in: 1...600, using: &random))
      }
      for _ in 0..<10 { stage.render(600) }
      #expect(Set(stage.sound[0].indices.filter { stage.sound[0][$0] != 0 }) == expected)
      #expect(player.input.counters.late == 0)
      #expect(stage.problems == [])
    }

    @Test("Silence is told, and only silence") func silence() throws {
      let synth = LiveSynth(settings: .dry)
      synth.publish(try SoundBank.click(sampleRate: 48_000))
      let player = try SourceNodePlayer(synth, input: HostTimeInput())
      let stage = EngineStage(player.node)
      stage.render(64)
      player.input.send(ChannelMessage(status: 0x90, 60, 127))
      stage.render(64)
      stage.render(64)
      stage.render(0)
      #expect(stage.silences == [true, false, true, true])
      #expect(stage.problems == [])
    }

    @Test("What cannot be rendered is refused, silently, and playing goes on") func refused() throws {
      let synth = LiveSynth(settings: .dry)
      synth.publish(try SoundBank.click(sampleRate: 48_000))
      var settings = SourceNodePlayer.Settings()
      settings.maximumFrameCount = 512
      let player = try SourceNodePlayer(synth, input: HostTimeInput(), settings: settings)
      let stage = EngineStage(player.node)
      player.input.send(ChannelMessage(status: 0x90, 60, 127))
      for frames in [513, 512, 4_000, 64] { stage.render(frames) }
      #expect(stage.statuses == [kAudioUnitErr_TooManyFramesToProcess, 0, kAudioUnitErr_TooManyFramesToProcess, 0])
      #expect(stage.sound[0].filter { $0 != 0 }.count == 1)
      #expect(player.refusedCycles == 2 && player.playedFrames == 576)
      settings.channelCount = 3
      let expected = SourceNodeError.badFormat(sampleRate: 48_000, channelCount: 3)
      #expect(throws: expected) { try SourceNodePlayer(synth, settings: settings) }
      #expect(throws: SourceNodeError.self) { try SourceNodePlayer(synth, sampleRate: 7_999) }
    }

    @Test("The node keeps alive what it plays") func ownership() throws {
      var random = SeededGenerator(seed: seed(of: "ownership"))
      let bouncer = try bouncer(&random)
      let expected = try sound(bouncer)
      var song: SongPlayer? = try SongPlayer(bouncer)
      weak let watched = song
      song?.play()
      var stage: EngineStage? = try song.map { EngineStage(try SourceNodePlayer($0).node) }
      song = nil
      for _ in 0..<5 { stage?.render(1_000) }
      #expect(stage?.sound[0] == Array(expected[0].prefix(5_000)))
      #expect(watched != nil)
      stage = nil
      #expect(watched == nil)
    }

    @Test("A sequence sounds on its frames, and is sent with their times") func sequence() throws {
      let notes = HostTimeOutput()
      let clip = Clip(
        notes: NoteList([0, 20_160, 30_000].map { Note(onset: $0, duration: 500, key: 60) }), length: 80_640)
      let player = try SourceNodePlayer(MIDISequence([Track(clip)]), sendingTo: notes, sendsClock: true)
      let live = try #require(player.sequence)
      live.sampler.publish(try SoundBank.click(sampleRate: 48_000))
      live.sequencer.play()
      let stage = EngineStage(player.node)
      for _ in 0..<100 { stage.render(480) }
      // 120 quarters a minute
      let onsets = [0, 24_000, 35_714]
      // quieter samples belong to the reverb
      let loudest = stage.sound[0].peak
      #expect(stage.sound[0].indices.filter { stage.sound[0][$0] > loudest / 2 } == onsets)
      var (ons, clocks, last): ([Int], Int, UInt64) = ([], 0, 0)
      while let stamped = notes.take() {
        #expect(stamped.hostTime >= last)
        last = stamped.hostTime
        if stamped.message.startsNote { ons.append(Int(stage.line.frame(atHostTime: Int64(stamped.hostTime)))) }
        if stamped.message.status == 0xF8 { clocks += 1 }
      }
      #expect(ons == onsets)
      #expect(clocks == 48)
    }

    @Test(
      "Nothing is allocated while it renders",
      .enabled(if: counts_allocations() && isOptimized, "counts in optimized code, with glibc only"))
    func heap() throws {
      let sampler = try Sampler(settings: .dry)
      sampler.publish(try SoundBank.sine())
      let player = try SourceNodePlayer(sampler)
      let buffers = StandInBuffers(channels: 2, frames: 512)
      var stamp = AudioTimeStamp(sampleTime: 0, hostTime: 1)
      var isSilence: ObjCBool = false
      let block = player.node.renderBlock
      for round in 0..<20 {
        player.input.send(ChannelMessage(status: 0x90, UInt8(40 + round), 100))
        stamp.mHostTime += 10_666_666
        if round > 2 { start_counting_allocations() }
        let status = block(&isSilence, &stamp, 512, buffers.list)
        if round > 2 { #expect(stop_counting_allocations() == 0) }
        #expect(status == 0)
      }
    }
  }
#endif
