import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusTime
import Testing

/// The pitches that sound in a song, with the pedal.
@Suite struct SoundingPitchesTests {
  private func text(_ events: [[(Tick, ChannelMessage)]], _ format: MIDIFile.Format) -> [String] {
    let tracks = events.map { events in
      var track = MIDIFile.Track()
      for (tick, message) in events { track.append(message, at: tick) }
      track.endTick = 960
      return track
    }
    let song = MIDIFile(format: format, division: .ticksPerQuarter(480), tracks: tracks)
    return SoundingPitches(song, channels: [0], countsSustained: true).segments.map {
      "\($0.ticks) \(String($0.pitches.pitchClasses, radix: 2))"
    }
  }

  @Test func resetsLiftPedals() {
    let events: [(Tick, ChannelMessage)] = [
      (0, .controller(64, 127)), (0, .noteOn(60)), (240, .noteOff(60)), (480, .controller(121, 0)), (480, .noteOn(62)),
      (720, .noteOff(62)),
    ]
    #expect(text([events], .single) == ["0..<480 1", "480..<720 100"])
  }

  /// A song of format 2 ends with its track, even if its pedal is down and a note hangs.
  @Test func songsEndWithTheirTracks() {
    let first: [(Tick, ChannelMessage)] = [
      (0, .controller(64, 127)), (0, .noteOn(60)), (240, .noteOff(60)), (480, .noteOn(61)),
    ]
    let second: [(Tick, ChannelMessage)] = [(0, .noteOn(62)), (480, .noteOff(62))]
    #expect(text([first, second], .independent) == ["0..<480 1", "480..<960 11", "960..<1440 100"])
  }
}
