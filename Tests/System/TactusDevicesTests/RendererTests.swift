import TactusDevices
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// The renderer of drivers: a song is its bounce, however a driver asks for frames.
@Suite struct RendererTests {
  @Test func aSongIsTheBounceWhateverTheDriverAsksFor() throws {
    let first = seed(of: "a song through a driver")
    for seed in first..<first + UInt64(rounds(4)) {
      var random = SeededGenerator(seed: seed)
      var settings = BounceSettings()
      settings.sampleRate = random.pick([8_000, 44_100, 48_000, 96_000])
      settings.tail = .seconds(0.1)
      let bouncer = try Bouncer(
        random.score(length: 12_000, density: 12, isWild: true).song, bank: SoundBank(random.font(isWild: true)),
        settings: settings)
      let expected = try bouncer.sound().sound
      for isInterleaved in [false, true] {
        let player = try SongPlayer(bouncer)
        let capacity = random.pick([1, 16, 333, 8_192])
        let memory = DeviceMemory(sampleRate: settings.sampleRate, capacity: capacity, input: HostTimeInput())
        memory.render(.song(player.core), keeping: player)
        player.play()
        let sound = run(memory, random.cycles(of: expected.count), isInterleaved)
        #expect(sound.bits(0..<expected.count) == expected.bits, "seed \(seed), capacity \(capacity)")
        #expect(memory.load.frames == sound.count)
      }
    }
  }

  /// Asks for frames and returns them.
  private func run(_ memory: DeviceMemory, _ cycles: [Int], _ isInterleaved: Bool) -> BouncedSound {
    var sound = BouncedSound()
    sound.channels = [[], []]
    for length in cycles {
      let frames = UnsafeMutablePointer<Float>.allocate(capacity: max(1, 2 * length))
      defer { frames.deallocate() }
      frames.initialize(repeating: .nan, count: max(1, 2 * length))
      if isInterleaved {
        memory.renderer.pointee.fillInterleaved(length, frames)
        for side in 0..<2 { sound.channels[side] += (0..<length).map { frames[2 * $0 + side] } }
      } else {
        memory.renderer.pointee.fill(length, frames, frames + length)
        for side in 0..<2 { sound.channels[side] += (0..<length).map { frames[side * length + $0] } }
      }
    }
    return sound
  }

  /// Messages without a time play in the cycle in which they arrive, in order.
  @Test func messagesPlay() throws {
    let sampler = try Sampler(sampleRate: 48_000, settings: .dry)
    sampler.publish(try .click(sampleRate: 48_000))
    let input = HostTimeInput()
    let memory = DeviceMemory(sampleRate: 48_000, capacity: 256, input: input)
    memory.render(.sampler(sampler.renderer), keeping: sampler)
    var expected: [Int] = []
    var channel: [Float] = []
    for cycle in 0..<40 {
      if cycle % 3 == 1 {
        input.send(ChannelMessage(status: 0x90, 60, 100))
        expected.append(cycle * 256)
      }
      channel += run(memory, [256], false).channels[0]
    }
    #expect(channel.indices.filter { channel[$0] != 0 } == expected)
  }
}
