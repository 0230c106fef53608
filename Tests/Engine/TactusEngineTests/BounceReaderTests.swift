import Synchronization
import Tactus
import TactusEngine
import TactusRealtime
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// Reading a bounce gives the same frames as rendering it, for any block sizes.
@Suite struct BounceReaderTests {
  /// A random song with settings that affect how its end is found and how often it is rendered.
  private func bouncer(_ random: inout SeededGenerator) throws -> Bouncer {
    let bank = try SoundBank(random.font(isWild: random.oneIn(2)))
    var settings = BounceSettings()
    settings.sampleRate = random.pick([22_050, 48_000])
    settings.synth.polyphony = random.pick([4, 40])
    settings.synth.gain = -12
    settings.leadIn = random.pick([0, 0.01])
    settings.tail = random.pick([.seconds(0.05), .seconds(0), .automatic(maximum: 1)])
    settings.level = random.pick([.asPlayed, .samplePeak(-3), .loudness(-20)])
    if random.oneIn(3) { settings.limit = -6 }
    if random.oneIn(3) { settings.range = SongRange(from: .tick(1_000), to: nil, heldNotes: .sounding) }
    let song = random.score(length: 6_000, density: 12, isWild: random.oneIn(2)).song
    return try Bouncer(song, bank: bank, settings: settings)
  }

  /// Reads up to `most` frames in random blocks.
  private func read(
    _ reader: BounceReader, atMost most: Int = .max, largest: Int, _ random: inout SeededGenerator
  ) throws -> BouncedSound {
    var sound = BouncedSound()
    let start = reader.position
    while sound.count < most {
      let room = Int.random(in: 1...largest, using: &random)
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: room * reader.channelCount)
      memory.initialize(repeating: .nan, count: room * reader.channelCount)
      defer { memory.deallocate() }
      let channels = (0..<reader.channelCount).map { memory + $0 * room }
      let count = try channels.withUnsafeBufferPointer { channels in
        let base = try #require(channels.baseAddress)
        let count = reader.read(
          into: AudioBlock(channels: base, channelCount: reader.channelCount, frameCount: room))
        sound.append(AudioBlock(channels: base, channelCount: reader.channelCount, frameCount: count))
        return count
      }
      #expect(reader.position == start + Int64(sound.count))
      if count < room { break }
    }
    return sound
  }

  private func bits(_ audio: BounceAudio, _ channel: Int) -> [UInt32] {
    audio.samples(ofChannel: channel).map(\.bitPattern)
  }

  @Test func readsTheBounce() throws {
    let seed = seed(of: "readsTheBounce")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(12) {
      let bouncer = try bouncer(&random)
      let whole = try bouncer.sound()
      for largest in [7, 700, 70_000] where largest > 7 || round == 0 {
        let reader = try BounceReader(bouncer, with: WorkerPool(width: round % 3 + 1))
        #expect(reader.report == nil && reader.position == 0)
        let sound = try read(reader, largest: largest, &random)
        #expect((sound.bits == whole.sound.bits) as Bool, "round \(round), seed \(seed)")
        #expect(reader.report == whole.report, "round \(round), seed \(seed)")
        #expect(Int64(sound.count) <= bouncer.maximumFrames)
        #expect(try read(reader, largest: 10, &random).count == 0)
      }
    }
  }

  @Test func readsStems() throws {
    let seed = seed(of: "readsStems")
    var random = SeededGenerator(seed: seed)
    let bank = try SoundBank(random.font(isWild: false))
    var settings = BounceSettings()
    settings.tail = .seconds(0.05)
    settings.level = .samplePeak(-3)
    let bouncer = try Bouncer(
      random.score(length: 6_000, density: 12, isWild: false).song, bank: bank, settings: settings)
    let plan = try bouncer.stems(by: .channels, effectsApart: true)
    var whole = BouncedSound()
    let report = try bouncer.render(plan) { whole.append($0) }
    let reader = try BounceReader(bouncer, stems: plan)
    #expect(reader.channelCount == 2 * plan.stems.count + 2)
    #expect((try read(reader, largest: 3_000, &random).bits == whole.bits) as Bool, "seed \(seed)")
    #expect(reader.report == report)
    let audio = try bouncer.audio(stems: plan)
    #expect(audio.stems == plan.stems && audio.channelCount == reader.channelCount && audio.report == report)
    #expect(((0..<audio.channelCount).map { bits(audio, $0) } == whole.bits) as Bool)
  }

  /// Readers that use one reusable synthesizer in turn, and are dropped at any point, do not affect each other.
  @Test func readersDoNotDisturbEachOther() throws {
    let seed = seed(of: "readersDoNotDisturbEachOther")
    var random = SeededGenerator(seed: seed)
    let synth = ReusableSynth()
    for round in 0..<rounds(6) {
      let bouncers = try (0..<2).map { _ in try bouncer(&random) }
      let whole = try bouncers.map { try $0.sound().sound }
      var readers = try bouncers.map { try BounceReader($0, on: synth) }
      var sounds = [BouncedSound(), BouncedSound()]
      for _ in 0..<6 {
        let index = Int.random(in: 0..<2, using: &random)
        let more = try read(readers[index], atMost: 900, largest: 500, &random)
        for channel in more.channels.indices {
          if sounds[index].channels.isEmpty { sounds[index].channels = more.channels.map { _ in [] } }
          sounds[index].channels[channel] += more.channels[channel]
        }
      }
      for index in 0..<2 where sounds[index].count > 0 {
        let heard = sounds[index].bits == whole[index].bits(0..<sounds[index].count)
        #expect(heard, "round \(round), seed \(seed)")
      }
      readers = []
      let isSame = try bits(bouncers[0].audio(on: synth), 0) == whole[0].bits.first
      #expect(isSame, "round \(round), seed \(seed)")
    }
  }

  @Test func audioInMemory() throws {
    let seed = seed(of: "audioInMemory")
    var random = SeededGenerator(seed: seed)
    let bouncers = try (0..<rounds(6)).map { _ in try bouncer(&random) }
    let whole = try bouncers.map { try $0.sound() }
    for (bouncer, whole) in zip(bouncers, whole) {
      let audio = try bouncer.audio(with: WorkerPool(width: 2))
      #expect((bits(audio, 0) == whole.sound.bits.first ?? []) as Bool, "seed \(seed)")
      #expect((bits(audio, 1) == whole.sound.bits.last ?? []) as Bool, "seed \(seed)")
      #expect(audio.report == whole.report && audio.sampleRate == bouncer.settings.sampleRate && audio.stems.isEmpty)
    }
    for threads in [1, 3] {
      let heard = Mutex([Int: Bool]())
      BounceQueue(threads: threads).audio(bouncers.count + 1) { index in
        guard index < bouncers.count else { throw BounceError.cancelled }
        return bouncers[index]
      } receive: { index, audio in
        let isSame = (try? audio.get()).map { bits($0, 1) == whole[index].sound.bits.last ?? [] }
        heard.withLock { $0[index] = isSame ?? (index == bouncers.count) }
      }
      #expect(heard.withLock { $0.count == bouncers.count + 1 && $0.values.allSatisfy { $0 } }, "seed \(seed)")
    }
  }

  /// The last frames of a limiter come after the song has been rendered; a block may have no room for them.
  @Test(arguments: [1, 10, 60, 16_384]) func aLimitedBounceIsComplete(beyond: Int) throws {
    var random = SeededGenerator(seed: 6)
    let bank = try SoundBank(random.font(isWild: false))
    let song = random.score(length: 6_000, density: 12, isWild: false).song
    var settings = BounceSettings()
    settings.limit = -20
    let length = try Bouncer(song, bank: bank, settings: settings).songFrames
    settings.tail = .seconds(Double(16_384 + Int64(beyond) - length) / 48_000)
    let bouncer = try Bouncer(song, bank: bank, settings: settings)
    let whole = try bouncer.sound()
    #expect(whole.sound.count == 16_384 + beyond)
    #expect((try bits(bouncer.audio(), 1) == whole.sound.bits[1]) as Bool)
  }

  @Test func cancelling() throws {
    var random = SeededGenerator(seed: 5)
    let bouncer = try bouncer(&random)
    #expect(throws: BounceError.cancelled) { try bouncer.audio { _ in false } }
    #expect(throws: BounceError.cancelled) { try bouncer.audio { $0.pass < $0.passCount || $0.frame < 3_000 } }
  }
}
