import Foundation
import TactusCodecs
import TactusFiles
import TestSupport
import Testing

/// FLAC, Ogg, Opus and MP3 through libsndfile.
@Suite(.enabled(if: Codec.isThere, Comment(rawValue: Codec.whatIsMissing)))
struct CompressedFileTests {
  private func description(
    _ format: AudioFileFormat, _ sampleFormat: SampleFormat = .int16, rate: Int = 48_000, channels: Int = 2
  ) -> AudioFileDescription {
    var description = AudioFileDescription(
      format: format, sampleFormat: sampleFormat, sampleRate: rate, channelCount: channels)
    description.metadata.title = "Süß"
    return description
  }

  /// The formats the installed library writes.
  private var formats: [AudioFileFormat] {
    [.flac, .ogg, .opus, .mp3].filter { format in
      do { _ = try CompressedFileWriter(description(format), library: .shared(), to: MemorySink()) } catch CodecError
        .formatMissing
      {
        return false
      } catch { Issue.record(error) }
      return true
    }
  }

  private let music = [Codec.music(30_000), Codec.music(30_000, seed: 2)]

  /// libsndfile derives the serial numbers of Ogg streams from the clock; ours are always the same, for any division of
  /// the audio.
  @Test func theSameSoundGivesTheSameBytes() throws {
    #expect(formats.starts(with: [.flac, .ogg]))
    for format in formats {
      let first = try Codec.file(music, description(format))
      #expect(first.count > 1_000 && first.count < 120_000)
      #expect(try Codec.file(music, description(format), blocks: [1, 4_095, 4_097, 7]) == first, "\(format)")
    }
  }

  @Test func pagesHaveTheSerialAndTheChecksumThatOggAsksFor() throws {
    let bytes = try Codec.file(music, description(.ogg))
    let starts = bytes.indices.filter { bytes[$0...].starts(with: Array("OggS".utf8)) }
    #expect(Set(starts.map { Array(bytes[$0 + 14..<$0 + 18]) }).count == 1)
    for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) {
      var page = Array(bytes[start..<end])
      let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(page[22 + $1]) << UInt32(8 * $1) }
      for index in 22..<26 { page[index] = 0 }
      #expect(Self.slowChecksum(page) == stored)
    }
    var other = description(.ogg)
    other.metadata.title = "Sauer"
    #expect(try Codec.file(music, other)[14..<18] != bytes[14..<18])
  }

  /// Bit by bit, as RFC 3533 describes it.
  private static func slowChecksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      for bit in (0..<8).reversed() {
        let carries = (sum >> 31) ^ UInt32(byte >> bit & 1)
        sum = sum << 1 ^ (carries == 1 ? 0x04C1_1DB7 : 0)
      }
    }
    return sum
  }

  @Test(.enabled(if: hasSox, "sox is not installed"), arguments: [SampleFormat.int16, .int24])
  func flacHoldsWhatAWAVHolds(sampleFormat: SampleFormat) throws {
    let path = NSTemporaryDirectory() + "/tactus-\(UUID().uuidString).flac"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let loud = music.map { $0.map { $0 * 3 } }
    try Data(Codec.file(loud, description(.flac, sampleFormat))).write(to: URL(fileURLWithPath: path))
    let raw = MemorySink()
    let writer = try AudioFileWriter(
      AudioFileDescription(format: .raw, sampleFormat: sampleFormat, sampleRate: 48_000), to: raw)
    try Codec.write(loud, []) { try writer.write($0) }
    _ = try writer.finish()
    #expect(try run("sox", [path, "-t", "raw", "-"]) == raw.bytes)
  }

  /// A pipe cannot be patched: the stream is the same but for the length and the checksum in its first block.
  @Test func flacGoesThroughPipes() throws {
    let file = try Codec.file(music, description(.flac))
    let piped = try Codec.file(music, description(.flac), to: MemorySink(isSeekable: false))
    #expect(piped.count == file.count && piped[42...] == file[42...] && piped != file)
  }

  @Test func theCompressionLevelDecidesTheSize() throws {
    for format in formats {
      let sizes = try [0, 1].map { try Codec.file(music, description(format), compressionLevel: $0).count }
      #expect(sizes[1] < sizes[0], "\(format)")
    }
  }

  @Test func theTitleIsInTheFile() throws {
    for format in formats where format != .mp3 {
      let bytes = try Codec.file(music, description(format))
      let words = [Array("TITLE=Süß".utf8), Array("title=Süß".utf8)]
      #expect(bytes.indices.contains { start in words.contains { bytes[start...].starts(with: $0) } }, "\(format)")
    }
  }

  /// The file is the expected ID3 tag, byte for byte, followed by the file without texts.
  @Test func mp3BeginsWithItsTexts() throws {
    guard formats.contains(.mp3) else { return }
    var metadata = AudioFileMetadata()
    let bare = try Codec.file(music, described(metadata))
    #expect(!bare.starts(with: Array("ID3".utf8)))
    (metadata.title, metadata.copyright) = ("Süß", "1999 N")
    let tag: [UInt8] =
      Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 36]
      + Array("TIT2".utf8) + [0, 0, 0, 9, 0, 0, 1, 0xFF, 0xFE, 0x53, 0, 0xFC, 0, 0xDF, 0]
      + Array("TCOP".utf8) + [0, 0, 0, 7, 0, 0, 0] + Array("1999 N".utf8)
    #expect(try Codec.file(music, described(metadata)) == tag + bare)
  }

  /// ffprobe reads all texts back, including a long one.
  @Test(.enabled(if: hasFFprobe, "ffprobe is not installed (Debian: ffmpeg)"))
  func mp3HoldsLettersOfAllLanguages() throws {
    guard formats.contains(.mp3) else { return }
    var metadata = AudioFileMetadata()
    metadata.title = String(repeating: "さくらさくら🌸", count: 40)
    (metadata.artist, metadata.copyright) = ("Ævar", "1999 Größe & Søn")
    (metadata.comment, metadata.software) = ("komentář", "tactus")
    let path = NSTemporaryDirectory() + "/tactus-\(UUID().uuidString).mp3"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Codec.file(music, described(metadata))).write(to: URL(fileURLWithPath: path))
    let read = try run("ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "default=nk=1:nw=1", path])
    let lines = String(decoding: read, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(Set(metadata.texts).subtracting(lines).isEmpty, "\(lines)")
  }

  private func described(_ metadata: AudioFileMetadata) -> AudioFileDescription {
    var description = description(.mp3)
    description.metadata = metadata
    return description
  }

  @Test func whatAFormatDoesNotHoldIsRefusedAtOnce() throws {
    func error(_ description: AudioFileDescription, _ level: Double? = nil) throws -> CodecError {
      try #require(throws: CodecError.self) {
        try CompressedFileWriter(description, compressionLevel: level, library: .shared(), to: MemorySink())
      }
    }
    #expect(try error(description(.flac, .float32)) == .sampleFormat(.flac, .float32))
    #expect(try "\(error(description(.opus, rate: 44_100)))".contains("24000 or 48000"))
    #expect(try "\(error(description(.mp3, rate: 96_000)))".contains("44100 or 48000"))
    #expect(try error(description(.mp3, channels: 3)) == .channelCount(.mp3, 3, limit: 2))
    #expect(try error(description(.flac, rate: 700_000)) == .sampleRate(.flac, 700_000, allowed: nil))
    #expect(try error(description(.ogg), 1.5) == .compressionLevel(1.5))
    #expect(throws: AudioFileError.needsCodec(.flac)) {
      try AudioFileWriter(description(.flac), to: MemorySink())
    }
  }

  @Test func invalidSamplesAreSilenceAndNothingIsRefused() throws {
    for format in formats {
      #expect(throws: CodecError.nothingToWrite(format)) { try Codec.file([[], []], description(format)) }
      #expect(try !Codec.file([[.nan, 0], [.infinity, 0]], description(format)).isEmpty, "\(format)")
    }
  }

  /// Errors of the sink are rethrown, wherever they occur; a writer that is deallocated writes nothing more.
  @Test func aFullDiskIsTold() throws {
    for format in formats {
      let whole = try Codec.file(music, description(format)).count
      for limit in [0, 100, whole / 2, whole - 1] {
        let sink = FullSink(limit: limit)
        #expect(throws: FullSink.Full.self, "\(format), \(limit) of \(whole) bytes") {
          let writer = try CompressedFileWriter(description(format), library: .shared(), to: sink)
          try Codec.write(music, [100]) { try writer.write($0) }
          _ = try writer.finish()
        }
      }
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
  }
}

/// A disk with little room.
private final class FullSink: ByteSink {
  struct Full: Error {}
  private var room: Int
  private var hasThrown = false
  let isSeekable = true

  init(limit: Int) { room = limit }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    precondition(!hasThrown, "nothing follows an error")
    room -= bytes.count
    guard room >= 0 else {
      hasThrown = true
      throw Full()
    }
  }

  /// A full disk still has room for what replaces other bytes.
  func patch(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws {}
}

private let hasSox = FileManager.default.isExecutableFile(atPath: "/usr/bin/sox")
private let hasFFprobe = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")
