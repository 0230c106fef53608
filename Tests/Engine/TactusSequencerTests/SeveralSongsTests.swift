import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The songs of a format 2 file, one after another, in a sequence and in a bounce.
@Suite struct SeveralSongsTests {
  /// Songs of a format 2 file that follow one another begin with the same controllers in a sequence and in a bounce.
  @Test func songsBeginAtRest() throws {
    var random = SeededGenerator(seed: seed(of: "songsBeginAtRest"))
    for _ in 0..<rounds(20) {
      let file = random.song(.independent, tracks: 4, events: 30)
      func resets(_ timeline: EventTimeline) -> [TimelineEvent] {
        timeline.filter { $0.message.kind == .controller && $0.message.data1 == 121 }
      }
      let expected = resets(SequenceCompiler(sampleRate: 48_000, choice: .concatenated).compile(file))
      let written = try MIDISequence(file, choice: .concatenated).midiFile()
      let own = resets(SequenceCompiler(sampleRate: 48_000).compile(written))
      #expect(own.map(\.frame) == expected.map(\.frame))
      #expect(own.map(\.message) == expected.map(\.message))
    }
  }

  /// Songs without a length are songs too: nothing that they set reaches the next song, and notes do not join them.
  @Test func songsWithoutALength() throws {
    var tracks: [MIDIFile.Track] = []
    for _ in 0..<17 {
      var track = MIDIFile.Track()
      track.appendTempo(microsecondsPerQuarter: 1_000_000, at: 0)
      for channel in UInt8(0)..<16 { track.append(ChannelMessage(status: 0xB0 | channel, 64, 127), at: 0) }
      tracks.append(track)
    }
    var (song, last) = (MIDIFile.Track(), MIDIFile.Track())
    song.append(.noteOn(60), at: 0)
    song.appendMeta(0x01, [65], at: 480)
    last.append(.noteOff(60), at: 240)
    tracks += [song, last]
    let file = MIDIFile(format: .independent, division: .ticksPerQuarter(480), tracks: tracks)
    let timeline = SequenceCompiler(sampleRate: 48_000, choice: .concatenated).compile(file)
    let resets = timeline.filter { $0.message.data1 == 121 }
    #expect(resets.count == 17 * 16 && resets.allSatisfy { $0.frame == 0 })
    #expect(timeline.last { $0.message.kind == .noteOff && $0.frame == 24_000 } != nil, "120 BPM")
    let sequence = MIDISequence(file, choice: .concatenated)
    #expect(sequence.tempi.allSatisfy { $0.tempo == .standard })
    #expect(sequence.tracks[17].clip?.notes.first?.duration == 480)
    let own = SequenceCompiler(sampleRate: 48_000).compile(try sequence.midiFile())
    #expect(own.filter { $0.message.data1 == 121 }.count == 17 * 16)
  }
}
