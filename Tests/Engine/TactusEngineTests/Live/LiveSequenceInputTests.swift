import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// Events that are played with a live sequence, and the sound of live sequences.
@Suite struct LiveSequenceInputTests {
  private let rate = 48_000

  /// Input events keep their frames, also in a cycle in which a shared transport reaches the first tick.
  @Test func inputSoundsOnItsFrame() throws {
    var random = SeededGenerator(seed: seed(of: "input of a live sequence"))
    let nothing = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
    defer { nothing.deallocate() }
    for round in 0..<rounds(20) {
      let isShared = round % 2 == 1
      let live = try LiveSequence(
        MIDISequence(), sampleRate: rate, transport: isShared ? .sharedFrames : .sequencer, hasSound: false)
      let position = Int64.random(in: 0..<100_000, using: &random)
      var (frame, expected, found): (Int, [Int], [Int]) = (0, [], [])
      for length in random.cycles(of: 20_000) {
        let offsets = (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Int.random(in: 0..<max(1, length), using: &random)
        }.sorted()
        guard length > 0 else { continue }
        expected += offsets.map { frame + $0 }
        var transport = LiveTransport()
        (transport.isRolling, transport.frame) = (frame > 5_000, position + Int64(frame))
        let input = offsets.map { TimedEvent(offset: Int32($0), message: ChannelMessage(status: 0x90, 60, 100)) }
        let output = input.withUnsafeBufferPointer {
          live.core.pointee.render(
            RenderCycle(firstFrame: Int64(frame), frameCount: length), transport: transport, input: $0,
            into: AudioBlock(channels: nothing, channelCount: 0, frameCount: length))
        }
        found += output.events.filter { $0.message.startsNote }.map { frame + Int($0.offset) }
        frame += length
      }
      #expect(found == expected, "round \(round)")
    }
  }

  /// Without sound, the block is silent, whatever it has contained.
  @Test func isSilentWithoutSound() throws {
    let live = try LiveSequence(MIDISequence(), sampleRate: rate, hasSound: false)
    let room = SoundRoom(frames: 64)
    for channel in 0..<2 { room.block[channel].update(repeating: 1, count: 64) }
    _ = live.core.pointee.render(
      RenderCycle(firstFrame: 0, frameCount: 64), transport: LiveTransport(), into: room.block)
    #expect(room.isSame(as: SoundRoom(frames: 64)))
  }

  /// A song that a live sequence plays has the samples of its bounce, bit for bit.
  @Test func soundsLikeItsBounce() throws {
    let song = Builtins.makeDemoSong()
    let bank = SoundBank(Builtins.onDemandFont)
    var settings = BounceSettings()
    settings.sampleRate = rate
    let bouncer = try Bouncer(song, bank: bank, settings: settings)
    _ = try bouncer.prepareSamples(with: SerialWork(), on: ReusableSynth(), isLive: true)
    let live = try LiveSequence(MIDISequence(song), sampleRate: rate)
    live.sampler.publish(bank, isPrepared: true)
    live.sequencer.play(from: 0)
    let reader = try BounceReader(bouncer)
    let (ours, theirs) = (SoundRoom(frames: 512), SoundRoom(frames: 512))
    for cycle in 0..<600 {
      _ = live.core.pointee.render(
        RenderCycle(firstFrame: Int64(cycle) * 512, frameCount: 512), transport: LiveTransport(), into: ours.block)
      #expect(reader.read(into: theirs.block) == 512)
      try #require(ours.isSame(as: theirs), "cycle \(cycle)")
    }
  }
}
