import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// The blocks into which a song player renders.
@Suite struct SongPlayerBlockTests {
  /// A block may have more channels than a song; they are silent, whatever they have contained.
  @Test func furtherChannelsAreSilent() throws {
    let file = MIDIFile.oneNote(ticks: 1_000, endTick: 2_000)
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: BounceSettings())
    let player = try SongPlayer(bouncer)
    player.play()
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3 * 64)
    defer { samples.deallocate() }
    samples.initialize(repeating: 1)
    let channels = (0..<3).map { samples.baseAddress! + 64 * $0 }
    channels.withUnsafeBufferPointer { channels in
      let block = AudioBlock(channels: channels.baseAddress!, channelCount: 3, frameCount: 64)
      player.render(
        RenderCycle(firstFrame: 0, frameCount: 64), events: EventList(start: nil, count: 0), into: block)
    }
    #expect(samples[128..<192].allSatisfy { $0 == 0 })
  }
}
