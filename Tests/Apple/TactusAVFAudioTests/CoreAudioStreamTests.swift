#if !canImport(Darwin)
  import AVFAudio
  import Foundation
  import TactusAVFAudio
  import TactusDevices
  import TactusEngine
  import TactusRender
  import TactusSynth
  import TestSupport
  import Testing

  /// The driver of the program on Apple's systems: a song through an engine is its bounce, and MIDI outputs are in time.
  @Suite struct CoreAudioStreamTests {
    @Test("A song is the bounce, bit for bit, and its messages are due when they are heard") func song() throws {
      let first = seed(of: "a song through Core Audio")
      for seed in first..<first + UInt64(rounds(3)) {
        var random = SeededGenerator(seed: seed)
        var settings = BounceSettings()
        settings.tail = .seconds(0.1)
        let song = random.score(length: 8_000, density: 12, isWild: false).song
        let bouncer = try Bouncer(song, bank: SoundBank(random.font(isWild: false)), settings: settings)
        let expected = try bouncer.sound().sound
        let notes = HostTimeOutput(capacity: 1 << 16)
        let stream = try CoreAudioStream(DeviceOptions())
        let session = DeviceSession(stream, capacity: CoreAudioStream.mostFrames, input: nil, output: notes)
        let player = try SongPlayer(bouncer, sendsMIDI: true)
        session.play(player)
        player.play()
        try session.start()
        let stage = EngineStage(try #require(stream.node))
        for length in random.cycles(of: expected.count) { stage.render(length) }
        for side in 0..<2 {
          let found = stage.sound[side].prefix(expected.count).map(\.bitPattern)
          #expect(Array(found) == expected.channels[side].map(\.bitPattern), "seed \(seed)")
        }
        var frames: [Int64] = []
        while let stamped = notes.take() {
          if stamped.message.startsNote { frames.append(stage.line.frame(atHostTime: Int64(stamped.hostTime))) }
        }
        #expect(frames == bouncer.timeline.filter { $0.message.startsNote }.map(\.frame), "seed \(seed)")
        #expect(stage.problems.isEmpty && session.title == "Core Audio" && session.ending == nil)
        session.stop()
        #expect(stream.node == nil)
      }
    }

    @Test("The session ends when the output changes, because the engine then stops") func change() throws {
      let streams = try (0..<2).map { _ in try CoreAudioStream(DeviceOptions()) }
      let sessions = streams.map {
        DeviceSession($0, capacity: CoreAudioStream.mostFrames, input: nil, output: nil)
      }
      for session in sessions { try session.start() }
      NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: streams[0].engine)
      #expect(sessions[0].ending == "the audio output has changed or has been disconnected")
      #expect(sessions[1].ending == nil)
      sessions[1].stop()
      NotificationCenter.default.post(name: .AVAudioEngineConfigurationChange, object: streams[1].engine)
      #expect(sessions[1].ending == nil)
      sessions[0].stop()
    }

    @Test("A cycle with too many frames is silent, and a named device is unknown") func refusals() throws {
      var options = DeviceOptions()
      options.device = "Studio"
      #expect(throws: DeviceError.unknownDevice(.coreAudio, name: "Studio")) { try CoreAudioStream(options) }
      let stream = try CoreAudioStream(DeviceOptions())
      let session = DeviceSession(stream, capacity: CoreAudioStream.mostFrames, input: nil, output: nil)
      try session.start()
      let stage = EngineStage(try #require(stream.node))
      stage.render(CoreAudioStream.mostFrames + 1)
      stage.render(100)
      #expect(stage.statuses == [kAudioUnitErr_TooManyFramesToProcess, 0])
      #expect(stage.problems == [])
      session.stop()
    }
  }
#endif
