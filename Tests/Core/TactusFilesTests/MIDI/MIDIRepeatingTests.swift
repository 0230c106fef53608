import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// Repeated ranges: which note-offs are added between passes.
@Suite struct MIDIRepeatingTests {
  private func track(_ end: Int64, _ messages: (Int64, ChannelMessage)...) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    for (tick, message) in messages { track.append(message, at: tick) }
    track.endTick = end
    return track
  }

  /// The ticks of the notes of one key and kind, track by track.
  private func ticks(_ status: UInt8, _ key: UInt8, in song: MIDIFile) -> [[Int64]] {
    song.tracks.map { track in
      track.events.filter { $0.channelMessage?.status == status && $0.channelMessage?.data1 == key }.map(\.tick)
    }
  }

  /// The note-off of a note may be in another track; nothing is added for it.
  @Test func aNoteOffInAnotherTrackEndsTheNote() {
    let song = MIDIFile(
      division: .ticksPerQuarter(96),
      tracks: [track(100, (90, .noteOff(60))), track(100, (10, .noteOn(60))), track(50, (20, .noteOn(60)))])
    var both = song
    both.tracks[2] = track(50, (20, .noteOn(64)), (30, .noteOff(60)))
    both.tracks[0] = track(100, (40, .noteOff(64)))
    let result = both.repeating(0..<100, passes: 3)
    #expect(ticks(0x80, 60, in: result) == [[], [], [30, 130, 230]])
    #expect(ticks(0x80, 64, in: result) == [[40, 140, 240], [], []])
    // two notes of one key, of which the end of the third track ends one and the first track the other
    #expect(ticks(0x80, 60, in: song.repeating(0..<100, passes: 2)) == [[90, 190], [], [50]])
  }

  /// The end of a track adds no note-off for a note that another track has ended by then.
  @Test func theEndOfATrackEndsOnlyWhatSounds() {
    let song = MIDIFile(
      division: .ticksPerQuarter(96),
      tracks: [track(100), track(50, (10, .noteOn(62)), (30, .noteOn(63))), track(100, (20, .noteOff(62)))])
    let result = song.repeating(0..<100, passes: 2)
    #expect(ticks(0x80, 62, in: result) == [[], [], [20, 120]])
    #expect(ticks(0x80, 63, in: result) == [[], [50], []])
  }

  /// A note that sounds at the end of the range ends there once; later passes know nothing of what precedes the range.
  @Test func openNotesEndOncePerPass() {
    let song = MIDIFile(
      division: .ticksPerQuarter(96),
      tracks: [track(200, (0, .noteOn(50)), (20, .noteOn(60))), track(200, (150, .noteOff(60)), (160, .noteOff(50)))])
    let result = song.repeating(10..<100, passes: 3)
    #expect(ticks(0x80, 50, in: result) == [[100], [340]])
    #expect(ticks(0x80, 60, in: result) == [[100, 190], [330]])
    #expect(ticks(0x90, 60, in: result) == [[20, 110, 200], []])
  }

  /// A track that ends on the first tick of the range ends its note there in every pass.
  @Test func aTrackMayEndWhereTheRangeStarts() {
    let song = MIDIFile(
      division: .ticksPerQuarter(96), tracks: [track(100), track(10, (10, .noteOn(60)))])
    #expect(ticks(0x80, 60, in: song.repeating(10..<100, passes: 3)) == [[], [10, 100]])
  }
}
