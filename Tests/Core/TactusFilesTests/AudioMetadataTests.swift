import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// The metadata of audio files, and where it comes from.
@Suite struct AudioMetadataTests {
  private func file(_ format: AudioFileFormat, _ metadata: AudioFileMetadata, frames: Int = 3) throws -> [UInt8] {
    var description = AudioFileDescription(format: format, sampleFormat: .int16, sampleRate: 48_000)
    description.metadata = metadata
    let sink = MemorySink()
    let writer = try AudioFileWriter(description, to: sink)
    try writer.write([[Float](repeating: 0.5, count: frames), [Float](repeating: -0.5, count: frames)])
    _ = try writer.finish()
    return sink.bytes
  }

  private var full: AudioFileMetadata {
    var metadata = AudioFileMetadata()
    metadata.title = "Süß"
    metadata.artist = "A\0B"
    metadata.comment = "c"
    metadata.software = "Tactus"
    return metadata
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  @Test func eachContainerHasItsPlace() throws {
    let wave = try file(.wav, full)
    #expect(contains(wave, Array("INAM".utf8) + [6, 0, 0, 0] + Array("Süß".utf8) + [0]))
    #expect(contains(wave, Array("IART".utf8) + [3, 0, 0, 0] + Array("AB".utf8) + [0, 0] + Array("ICMT".utf8)))
    #expect(contains(wave, Array("ISFT".utf8) + [7, 0, 0, 0] + Array("Tactus".utf8) + [0, 0] + Array("data".utf8)))
    let aiff = try file(.aiff, full)
    #expect(contains(aiff, Array("NAME".utf8) + [0, 0, 0, 5] + Array("Süß".utf8) + [0] + Array("AUTH".utf8)))
    // of several texts, FFmpeg shows the last one: the comment, not the software
    let software = Array("ANNO".utf8) + [0, 0, 0, 6] + Array("Tactus".utf8)
    let comment = Array("ANNO".utf8) + [0, 0, 0, 1] + Array("c".utf8) + [0]
    #expect(contains(aiff, software + comment + Array("SSND".utf8)))
    let caf = try file(.caf, full)
    #expect(contains(caf, Array("info".utf8) + [0, 0, 0, 0, 0, 0, 0]))
    #expect(contains(caf, Array("title".utf8) + [0] + Array("Süß".utf8) + [0] + Array("artist".utf8)))
    #expect(try file(.raw, full) == file(.raw, .init()))
  }

  /// For any texts, the sizes are correct and the samples are at the expected position.
  @Test func readersFindTheSamples() throws {
    for seed in 0..<UInt64(rounds(30)) {
      var random = SeededGenerator(seed: seed)
      var metadata = AudioFileMetadata()
      metadata.title = String(repeating: "é", count: .random(in: 0...20, using: &random))
      metadata.copyright = String(repeating: "x", count: .random(in: 0...9_000, using: &random))
      for format in [AudioFileFormat.wav, .aiff, .caf] {
        let bytes = try file(format, metadata, frames: 7)
        let reader = try AudioFileReader(FileBytes(copying: bytes, name: "test"))
        #expect(reader.frameCount == 7, "seed \(seed), \(format)")
        #expect(bytes.count < 5_000)
      }
    }
    #expect(try file(.wav, .init()).count == 44 + 36 + 12, "a file that says nothing has no chunk for it")
  }

  @Test func aSongSaysItsNameAndWhoseItIs() throws {
    var first = MIDIFile.Track()
    first.appendMeta(3, Array("  ".utf8), at: 0)
    first.appendMeta(1, Array("for flute ".utf8), at: 0)
    first.appendMeta(1, [0x83, 0x81, 0x83, 0x8D, 0x83, 0x66, 0x83, 0x42], at: 0)
    first.appendMeta(2, [0xA9] + Array(" 1999".utf8), at: 0)
    first.append(ChannelMessage(status: 0x90, 60, 1), at: 10)
    first.appendMeta(1, Array("la".utf8), at: 10)
    var second = MIDIFile.Track()
    second.appendMeta(3, [0x90, 0xAF, 0x82, 0xCC, 0x8A, 0x43], at: 0)
    let metadata = AudioFileMetadata(of: MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second]))
    #expect(metadata.title == "星の海", "in Shift-JIS")
    #expect(metadata.copyright == "© 1999")
    #expect(metadata.comment == "for flute\nメロディ")
    #expect(metadata.artist.isEmpty && metadata.software.isEmpty)
  }

  @Test func karaokeFilesNameSongAndSinger() {
    var words = MIDIFile.Track()
    for text in ["@KMIDI KARAOKE FILE", "@TSong", "@TSinger", "@IInfo"] { words.appendMeta(1, Array(text.utf8), at: 0) }
    let metadata = AudioFileMetadata(of: MIDIFile(division: .ticksPerQuarter(96), tracks: [words]))
    #expect(metadata.title == "Song" && metadata.artist == "Singer" && metadata.comment.isEmpty)
  }

  @Test func karaokeTitlesAreInTheTrackOfTheWords() {
    var (first, words) = (MIDIFile.Track(), MIDIFile.Track())
    first.appendMeta(3, Array("Soft karaoke".utf8), at: 0)
    first.appendMeta(1, Array("@KMIDI KARAOKE FILE".utf8), at: 0)
    words.appendMeta(3, Array("Words".utf8), at: 0)
    for text in ["@LENGL", "@TSong", "@TSinger"] { words.appendMeta(1, Array(text.utf8), at: 0) }
    let metadata = AudioFileMetadata(of: MIDIFile(division: .ticksPerQuarter(96), tracks: [first, words]))
    #expect(metadata.title == "Song" && metadata.artist == "Singer" && metadata.comment.isEmpty)
  }

  /// A text without kana cannot be recognized alone; the others of its song tell its encoding.
  @Test func theTextsOfASongTellTheirEncodingTogether() {
    let tokyo: [UInt8] = [0x93, 0x8C, 0x8B, 0x9E, 0x89, 0xB9, 0x93, 0xAA]
    let kana: [UInt8] = [0x82, 0xD0, 0x82, 0xE7, 0x82, 0xAA, 0x82, 0xC8]
    func title(beside text: [UInt8]) -> String {
      var track = MIDIFile.Track()
      track.appendMeta(3, tokyo, at: 0)
      track.appendMeta(1, text, at: 0)
      return AudioFileMetadata(of: MIDIFile(division: .ticksPerQuarter(96), tracks: [track])).title
    }
    #expect(title(beside: kana) == "東京音頭")
    #expect(title(beside: [0x46, 0xFC, 0x72]) != "東京音頭", "a western text")
    var western = MIDIFile.Track()
    western.appendMeta(3, [0x46, 0xFC, 0x72], at: 0)
    #expect(AudioFileMetadata(of: MIDIFile(division: .ticksPerQuarter(96), tracks: [western])).title == "Für")
  }
}
