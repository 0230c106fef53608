import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// How a bounce ends: tails, pedals, the last tick, the greatest length.
@Suite struct EndingTests {
  /// What a bounce gives, left.
  private func render(_ bouncer: Bouncer) throws -> (sound: [Float], report: BounceReport) {
    var sound: [Float] = []
    let report = try bouncer.render { block in
      sound += UnsafeBufferPointer(start: block[0], count: block.frameCount)
    }
    return (sound, report)
  }

  /// A song of messages at ticks, 48 ticks to the millisecond.
  private func song(_ events: [(Int64, ChannelMessage)], endTick: Int64) -> MIDIFile {
    var track = MIDIFile.Track()
    for (tick, message) in events { track.append(message, at: tick) }
    track.endTick = endTick
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private var settings: BounceSettings {
    var settings = BounceSettings()
    settings.synth = .dry
    return settings
  }

  /// A drum on the song's very last tick is heard although all is still before it.
  @Test func noteOnTheLastTick() throws {
    let file = song([(10_000, .noteOn(60)), (10_000, .noteOff(60))], endTick: 10_000)
    let result = try render(Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings))
    #expect(result.report.synth.voicesStarted == 1)
  }
}
