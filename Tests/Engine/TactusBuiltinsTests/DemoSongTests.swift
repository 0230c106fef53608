import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

@Suite struct DemoSongTests {
  /// The song's checksum, like ``BankBytesTests/golden`` for the bank.
  static let golden: UInt64 = 0x05D3_EDDC_81D4_601B

  @Test func bytesAreTheSameEverywhere() {
    let found = fingerprint(Made.songBytes)
    #expect(found == Self.golden, "the song's fingerprint is \(String(found, radix: 16))")
    #expect(Builtins.demoSong.bytes.elementsEqual(Made.songBytes))
  }

  @Test func isReadAsItWasWritten() throws {
    let read = try MIDIFile(reading: FileBytes(copying: Made.songBytes, name: "demo"))
    #expect(read == Builtins.makeDemoSong())
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  /// From the first note to the start of the last one, and to its end.
  @Test func takesNinetySeconds() throws {
    let song = Builtins.makeDemoSong()
    let notes = Self.notes(of: song)
    let seconds = { (tick: Int64) in song.tempoMap().seconds(atTick: tick).approximate }
    let first = seconds(try #require(notes.map { $0.start }.min()))
    let last = seconds(try #require(notes.map { $0.start }.max()))
    let end = seconds(try #require(notes.map { $0.end }.max()))
    #expect(last - first >= 88 && end - first <= 92, "\(last - first) s and \(end - first) s")
  }

  @Test func showsManyProgramsOnAllChannels() {
    let messages = Builtins.makeDemoSong().tracks.flatMap { $0.events.compactMap { $0.channelMessage } }
    #expect(Set(messages.filter { $0.kind == .program }.map { $0.data1 }).count >= 18)
    #expect(Set(messages.filter { $0.startsNote }.map { $0.channel }) == Set(0..<16))
  }

  /// Each note ends, and before another one starts on its key, also if two tracks share its channel.
  @Test func everyNoteEndsBeforeTheNextOneOnItsKey() {
    let notes = Self.notes(of: Builtins.makeDemoSong())
    #expect(notes.count > 4000)
    for (_, notes) in Dictionary(grouping: notes, by: { $0.key }) {
      let sorted = notes.sorted { $0.start < $1.start }
      for (note, next) in zip(sorted, sorted.dropFirst()) {
        #expect(note.end <= next.start, "\(note), then \(next)")
      }
    }
  }

  /// The seed decides what the patterns play, and nothing else: neither other bars nor other channels.
  @Test func patternsDependOnTheirSeed() {
    let song = Builtins.makeDemoSong(seed: 5)
    #expect(song == Builtins.makeDemoSong(seed: 5))
    let (notes, others) = (Set(Self.notes(of: song)), Set(Self.notes(of: Builtins.makeDemoSong())))
    let difference = notes.symmetricDifference(others)
    #expect(difference.count > 100)
    let bars = Int64(20 * 1920)..<Int64(32 * 1920)
    #expect(difference.allSatisfy { bars.contains($0.start) })
    #expect(Set(difference.map { $0.key >> 8 }) == [8, 9, 11, 14, 15])
  }

  /// The patterns have Euclidean rhythms: all of the claves' bars are alike, with five strokes in sixteen steps. The
  /// wood block, which may leave out strokes, repeats after twelve steps. Every second sixteenth is late.
  @Test func patternsAreEuclideanAndSwing() {
    let notes = Self.notes(of: Builtins.makeDemoSong()).filter { (20 * 1920..<32 * 1920).contains($0.start) }
    func steps(_ key: Int, of count: Int64) -> Set<Int64> {
      Set(notes.filter { $0.key == 9 << 8 | key }.map { ($0.start - 20 * 1920) / 120 % count })
    }
    #expect(steps(75, of: 16) == [2, 6, 9, 12, 15])
    #expect(steps(76, of: 12) == [0, 3, 5, 8, 10])
    let claves = notes.filter { $0.key == 9 << 8 | 75 }
    #expect(claves.count == 12 * 5)
    // 57 % of two sixteenths, which are 240 ticks
    #expect(claves.allSatisfy { $0.start % 240 == ($0.start / 120 % 2 == 0 ? 0 : 137) })
  }

  private struct SongNote: Hashable {
    /// The channel, counted from 0, times 256, and the key.
    var key: Int
    var start: Int64
    var end: Int64
    var velocity: UInt8
  }

  /// The notes of all tracks; a test fails if one does not end, or ends without a start.
  private static func notes(of song: MIDIFile) -> [SongNote] {
    var notes: [SongNote] = []
    for track in song.tracks {
      var open: [Int: SongNote] = [:]
      for event in track.events {
        guard let message = event.channelMessage, message.startsNote || message.endsNote else { continue }
        let key = Int(message.channel) << 8 | Int(message.data1)
        if message.startsNote {
          #expect(open[key] == nil, "\(key) at \(event.tick)")
          open[key] = SongNote(key: key, start: event.tick, end: event.tick, velocity: message.data2)
        } else if var note = open.removeValue(forKey: key) {
          note.end = event.tick
          notes.append(note)
        } else {
          Issue.record("\(key) ends at \(event.tick) without a start")
        }
      }
      #expect(open.isEmpty, "notes left: \(open)")
    }
    return notes
  }

  /// Played with the built-in bank at the default gain it does not clip, and fades by itself.
  @Test(.enabled(if: isOptimized, "takes minutes in code that is not optimized"))
  func doesNotClipAndEndsByItself() throws {
    let bouncer = try Bouncer(Builtins.makeDemoSong(), bank: SoundBank(Made.bank))
    var lastBlock: Float = 0
    let report = try bouncer.render { block in
      lastBlock = 0
      for channel in 0..<block.channelCount {
        for frame in 0..<block.frameCount { lastBlock = max(lastBlock, abs(block.channels[channel][frame])) }
      }
    }
    #expect(report.peak > 0.1 && report.peak < 0.9, "peak \(report.peak)")
    #expect(!report.isTailCut)
    #expect(lastBlock < 0.001, "the last block peaks at \(lastBlock)")
    #expect(report.synth.missingPresets == 0 && report.synth.silentNotes == 0)
  }

  /// Played with the program's settings, it is as loud as other music, and nothing needs limiting.
  @Test(.enabled(if: isOptimized, "takes minutes in code that is not optimized"))
  func isAsLoudAsOtherMusic() throws {
    var settings = BounceSettings()
    settings.synth.gain = Builtins.demoGain
    settings.measuresLoudness = true
    let bouncer = try Bouncer(Builtins.makeDemoSong(), bank: SoundBank(Made.bank), settings: settings)
    let loudness = try #require(try bouncer.render { _ in }.loudness)
    let integrated = try #require(loudness.integrated)
    let peak = try #require(loudness.truePeakDecibels)
    #expect((integrated + 16).magnitude < 0.1, "\(integrated) LUFS")
    #expect(peak < -1, "\(peak) dBTP")
  }
}
