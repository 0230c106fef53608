#if canImport(AVFAudio)
  import AVFAudio
  import TactusAVFAudio
  import TactusEngine
  import TactusSynth
  import TestSupport
  import Testing

  /// Tests that also pass on the real frameworks: nothing here depends on the stand-ins.
  @Suite struct EngineTests {
    @Test("An engine that renders offline gives the bounce, bit for bit") func offline() throws {
      var random = SeededGenerator(seed: 5_150)
      var settings = BounceSettings()
      settings.tail = .seconds(0.02)
      let song = random.score(length: 5_000, density: 15, isWild: false).song
      let bouncer = try Bouncer(song, bank: SoundBank(random.font(isWild: false)), settings: settings)
      var expected: [[UInt32]] = [[], []]
      _ = try bouncer.render { block in
        for channel in 0..<2 {
          for frame in 0..<block.frameCount { expected[channel].append(block[channel][frame].bitPattern) }
        }
      }

      let live = try SongPlayer(bouncer)
      live.play()
      let player = try SourceNodePlayer(live)
      let engine = AVAudioEngine()
      let format = player.node.outputFormat(forBus: 0)
      try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
      engine.attach(player.node)
      engine.connect(player.node, to: engine.mainMixerNode, format: format)
      try engine.start()
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
      var found: [[UInt32]] = [[], []]
      while found[0].count < expected[0].count {
        let count = min(512, expected[0].count - found[0].count)
        #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
        let data = try #require(buffer.floatChannelData)
        for channel in 0..<2 { for frame in 0..<count { found[channel].append(data[channel][frame].bitPattern) } }
      }
      engine.stop()
      #expect(found == expected)
      #expect(expected[0].contains { $0 != 0 })
    }

    @Test("A lossless file has the bounce's length, and gets its name at the end") func file() throws {
      var random = SeededGenerator(seed: 5_151)
      var settings = BounceSettings()
      settings.tail = .seconds(0.02)
      let song = random.score(length: 5_000, density: 15, isWild: false).song
      let bouncer = try Bouncer(song, bank: SoundBank(random.font(isWild: false)), settings: settings)
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "tactus-\(UInt32.random(in: 0 ... .max)).caf")
      defer { try? FileManager.default.removeItem(at: url) }
      let report = try bouncer.write(to: url, as: .lossless())
      let file = try AVAudioFile(forReading: url)
      #expect(file.length == report.frameCount)
      #expect(file.fileFormat.sampleRate == 48_000 && file.fileFormat.channelCount == 2)
    }
  }
#endif
