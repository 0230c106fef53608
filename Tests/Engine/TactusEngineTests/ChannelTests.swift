import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Bounces of some of a song's channels.
@Suite struct ChannelTests {
  /// Notes on channels 1, 10 and 2, and on channel 1 of the second port, with a controller on each channel.
  private func song(_ channels: [Int] = [0, 9, 1, 16]) -> MIDIFile {
    var track = MIDIFile.Track()
    for (index, channel) in [0, 9, 1, 16].enumerated() {
      let (port, number, tick) = (UInt8(channel >> 4), UInt8(channel & 15), Int64(index) * 2_400)
      track.append(.controller(7, 90, channel: number, port: port), at: tick)
      guard channels.contains(channel) else { continue }
      track.append(.noteOn(60, channel: number, port: port), at: tick)
      track.append(.noteOff(60, channel: number, port: port), at: tick + 1_200)
    }
    track.endTick = 12_000
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private func bouncer(_ song: MIDIFile, _ channels: Set<Int>?) throws -> Bouncer {
    var settings = BounceSettings()
    settings.tail = .seconds(0.1)
    settings.channels = channels
    return try Bouncer(song, bank: .sine(), settings: settings)
  }

  /// The other channels' notes are left out as if the song did not have them; everything else is played.
  @Test func otherNotesAreLeftOut() throws {
    for channels in [[0, 1, 16], [9], [0], []] as [[Int]] {
      let some = try bouncer(song(), Set(channels))
      let (sound, report) = try some.sound()
      let expected = try bouncer(song(channels), nil).sound()
      #expect(sound.bits == expected.sound.bits && report.noteCount == channels.count, "\(channels)")
      #expect(some.timeline.count { $0.message.status & 0xF0 == 0xB0 } == 4)
      #expect(some.timeline.endFrame == 12_000)
      let stems = try some.stems(by: .channels).stems
      #expect(stems.count { $0.noteCount == 1 } == channels.count)
    }
  }

  @Test func allChannelsAreTheSong() throws {
    let whole = try bouncer(song(), nil).sound().sound
    #expect(try bouncer(song(), Set(0..<256)).sound().sound.bits == whole.bits)
  }
}
