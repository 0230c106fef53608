import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Reports of missing presets count the notes that are audible.
@Suite struct MissingPresetTests {
  /// Notes with a program that the bank does not have, from start to end; 48 ticks to the millisecond.
  private func song(_ notes: [(Int64, Int64)]) -> MIDIFile {
    var track = MIDIFile.Track()
    track.append(.program(9), at: 0)
    for (start, end) in notes {
      track.append(.noteOn(60), at: start)
      track.append(.noteOff(60), at: end)
    }
    track.endTick = 48_000
    return MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
  }

  private func counts(_ song: MIDIFile, _ change: (inout BounceSettings) -> Void) throws -> [Int] {
    var settings = BounceSettings()
    settings.sampleRate = 8_000
    settings.synth = .dry
    change(&settings)
    let bouncer = try Bouncer(song, bank: .sine(), settings: settings)
    let report = try bouncer.sound().report
    #expect(report.missingPresets.allSatisfy { $0.bank == 0 && $0.program == 9 && $0.substitute?.program == 0 })
    let stems = try bouncer.render(bouncer.stems(by: .channels)) { _ in }
    #expect(stems.missingPresets == report.missingPresets)
    return report.missingPresets.map(\.notes)
  }

  /// The passes before the one that is kept are not heard.
  @Test func seamlessLoops() throws {
    let song = song([(0, 4_800), (24_000, 28_800)])
    #expect(try counts(song) { $0.loops = .seamless() } == [2])
    #expect(try counts(song) { $0.loops = .times(3) } == [6])
  }

  /// In a range, notes count that begin in it, and those that sound into it.
  @Test func ranges() throws {
    let song = song([(0, 4_800), (4_800, 9_600), (19_200, 28_800), (33_600, 38_400)])
    func counts(_ from: Int64, _ to: Int64, _ held: SongRange.HeldNotes) throws -> [Int] {
      try self.counts(song) { $0.range = SongRange(from: .tick(from), to: .tick(to), heldNotes: held) }
    }
    #expect(try counts(24_000, 36_000, .sounding) == [2])
    #expect(try counts(24_000, 36_000, .leftOut) == [1])
    #expect(try counts(24_000, 30_000, .sounding) == [1])
    #expect(try counts(12_000, 18_000, .sounding) == [])
  }
}
