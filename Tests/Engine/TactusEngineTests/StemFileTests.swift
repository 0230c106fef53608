import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TestSupport
import Testing

/// Which files a bounce to stems writes.
@Suite struct StemFileTests {
  /// A stem whose samples are all 0 is reported as silent, and has no file if silent stems are not wanted.
  @Test func silentStemsNeedNoFiles() throws {
    var track = MIDIFile.Track()
    track.append(.noteOn(60), at: 0)
    track.append(.noteOff(60), at: 900)
    track.append(.noteOn(60, channel: 2), at: 1_000)
    track.append(.noteOff(60, channel: 2), at: 2_000)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    var settings = BounceSettings()
    settings.range = SongRange(from: .tick(1_000))
    let bouncer = try Bouncer(song, bank: .sine(), settings: settings)
    let plan = try bouncer.stems(by: .channels)
    let folder = temporaryPath("/")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var output = BounceOutput(sampleFormat: .int16)
    let all = try bouncer.write(plan, to: folder, as: output)
    #expect(all.files.map(\.isSilent) == [true, false] && all.skipped.isEmpty && all.mergedCount == 0)
    #expect(all.files.map(\.level) == all.bounce.stemLevels && all.files[0].level.peak == 0)
    #expect(abs(all.files[1].level.peak - all.bounce.peak) < 1e-5)
    try FileManager.default.removeItem(atPath: folder)
    output.skipsSilentStems = true
    let heard = try bouncer.write(plan, to: folder, as: output)
    #expect(heard.files == [all.files[1]] && heard.skipped == [plan.stems[0]])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    #expect(heard.total.file.frameCount == all.total.file.frameCount)
  }

  /// Paths that cannot name several files are refused before anything is rendered.
  @Test func pathsThatNameNoFiles() throws {
    var track = MIDIFile.Track()
    track.append(.noteOn(60), at: 0)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    let bouncer = try Bouncer(song, bank: .sine())
    let plan = try bouncer.stems(by: .channels)
    #expect(throws: FileError.badName(path: "")) { try bouncer.write(plan, to: "", progress: { _ in false }) }
    let error = #expect(throws: BounceError.self) { try bouncer.write(plan, to: "-", progress: { _ in false }) }
    #expect(error.map { "\($0)".contains("name a file or a folder/") } == true)
  }
}
