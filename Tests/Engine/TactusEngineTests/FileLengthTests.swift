import Foundation
import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Songs that are too long for a file's format are refused before they are rendered.
@Suite struct FileLengthTests {
  /// The most frames of a stereo AIFF file with 24 bits.
  private static let most: Int64 = 715_823_615

  /// A bounce of a song of some hours.
  private func bouncer(hours: Int64, tail: BounceSettings.Tail = .automatic()) throws -> Bouncer {
    var track = MIDIFile.Track()
    track.append(.noteOn(60), at: 0)
    track.append(.noteOff(60), at: 96)
    track.endTick = hours * 3_600 * 192  // 120 beats per minute
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    var settings = BounceSettings()
    settings.synth = .dry
    settings.maximumLength = 90_000
    settings.tail = tail
    return try Bouncer(song, bank: .sine(), settings: settings)
  }

  /// Starts a bounce, and cancels it after the first cycle.
  private func start(_ bouncer: Bouncer, _ ending: String) throws {
    let path = temporaryPath(ending)
    defer { #expect(!FileManager.default.fileExists(atPath: path)) }
    try bouncer.write(to: path, progress: { _ in false })
  }

  @Test func aiffIsRefusedBeforeRendering() throws {
    let long = try bouncer(hours: 5)
    let error = AudioFileError.tooLong(format: .aiff, maximumFrameCount: Self.most)
    #expect(throws: error) { try start(long, ".aiff") }
    for word in ["4 GiB", "WAV", "CAF", "FLAC"] { #expect("\(error)".contains(word)) }
    for ending in [".wav", ".caf", ".raw"] { #expect(throws: BounceError.cancelled) { try start(long, ending) } }
    let short = try bouncer(hours: 4)
    #expect(throws: BounceError.cancelled) { try start(short, ".aiff") }
    let withTail = try bouncer(hours: 4, tail: .seconds(3_600))
    #expect(throws: error) { try start(withTail, ".aiff") }
  }

  @Test func stemsAreRefusedBeforeRendering() throws {
    let long = try bouncer(hours: 5)
    let folder = temporaryPath("/")
    var output = BounceOutput(sampleFormat: .int24)
    output.format = .aiff
    #expect(throws: AudioFileError.tooLong(format: .aiff, maximumFrameCount: Self.most)) {
      try long.write(long.stems(by: .channels), to: folder, as: output, progress: { _ in false })
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
