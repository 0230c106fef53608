import TactusFiles
import TestSupport
import Testing

struct AudioFileReaderTests {
  @Test func foreignKindsOfSamples() throws {
    // 8-bit WAV is offset binary.
    let wav8 = hex(
      "'RIFF' 28000000 'WAVE' 'fmt ' 10000000 0100 0100 401f0000 401f0000 0100 0800 'data' 04000000 80 ff 00 40")
    #expect(try AudioFileReader(wav8).samples(channel: 0) == [0, 127 / 128, -1, -0.5])
    let wav64 = hex(
      """
      'RIFF' 2c000000 'WAVE' 'fmt ' 10000000 0300 0100 401f0000 00fa0000 0800 4000 'data' 08000000 000000000000e0bf
      """)
    #expect(try AudioFileReader(wav64).samples(channel: 0) == [-0.5])
    let sowt = hex(
      """
      'FORM' 00000030 'AIFC' 'COMM' 00000018 0001 00000001 0010 400bfa00000000000000 'sowt' 0000
      'SSND' 0000000a 00000000 00000000 0040
      """)
    #expect(try AudioFileReader(sowt).samples(channel: 0) == [0.5])
    #expect(try AudioFileReader(sowt).sampleRate == 8000)
  }

  /// AIFF-C has names for integers of each width.
  @Test(arguments: [("in24", "18", "400000"), ("in32", "20", "40000000"), ("raw ", "08", "c0")])
  func integersOfAIFFC(name: String, bits: String, sample: String) throws {
    let common = "'COMM' 00000018 0001 00000001 00\(bits) 400bfa00000000000000 '\(name)' 0000"
    let aiff = hex("'FORM' 00000038 'AIFC' \(common) 'SSND' 0000000c 00000000 00000000 \(sample)")
    #expect(try AudioFileReader(aiff).samples(channel: 0) == [0.5])
  }

  /// The padding byte after a chunk of an odd size may be missing.
  @Test(arguments: ["", "00"]) func chunksWithoutPadding(padding: String) throws {
    let format = "'fmt ' 10000000 0100 0100 401f0000 401f0000 0200 1000"
    let wav = hex("'RIFF' 34000000 'WAVE' 'LIST' 05000000 'INFO' 01 \(padding) \(format) 'data' 02000000 0040")
    #expect(try AudioFileReader(wav).samples(channel: 0) == [0.5])
    let common = "'COMM' 00000018 0001 00000001 0010 400bfa00000000000000 'sowt' 0000"
    let aiff = hex(
      "'FORM' 00000040 'AIFC' 'NAME' 00000001 'x' \(padding) \(common) 'SSND' 0000000a 00000000 00000000 0040")
    #expect(try AudioFileReader(aiff).samples(channel: 0) == [0.5])
  }

  /// Samples of 24 bits in four bytes are floats or integers, which the header does not say.
  @Test func samplesOf24BitsInFourBytesAreRefused() throws {
    func wav(_ rates: String) -> [UInt8] {
      let format = "'fmt ' 10000000 0100 0200 401f0000 \(rates) 1800"
      return hex("'RIFF' 30000000 'WAVE' \(format) 'data' 0c000000 000000 000040 000000 000040")
    }
    let error = #expect(throws: AudioFileError.self) { try AudioFileReader(wav("00fa0000 0800")) }
    #expect(error?.description.contains("format 1 with 24 bits in 4 bytes are not read") == true)
    // a wrong size alone does not matter
    for rates in ["80bb0000 0600", "80bb0000 0800", "00000000 0000"] {
      #expect(try AudioFileReader(wav(rates)).samples(channel: 1) == [0.5, 0.5])
    }
  }

  @Test func aCutFileIsReadToItsLastWholeFrame() throws {
    let description = AudioFileDescription(format: .wav, sampleFormat: .int16, sampleRate: 44_100, frameCount: 4)
    let bytes = try encoded(description, [[0, 0.1, 0.2, 0.3], [0, 0, 0, 0]]).bytes
    #expect(try AudioFileReader(Array(bytes.dropLast(5))).frameCount == 2)
  }

  /// An interrupted recorder leaves the sizes that it wrote first: 0, or those of a file without samples.
  @Test(arguments: [("00000000", "00000000"), ("24000000", "00000034"), ("ffffffff", "ffffffff")])
  func sizesThatWereNeverSet(riff: String, form: String) throws {
    let format = "'WAVE' 'fmt ' 10000000 0100 0100 401f0000 401f0000 0200 1000"
    let wav = hex("'RIFF' \(riff) \(format) 'data' 00000000 0040 00c0")
    #expect(try AudioFileReader(wav).samples(channel: 0) == (riff == "ffffffff" ? [] : [0.5, -0.5]))
    let rf64 = hex("'RF64' \(riff) \(format) 'data' ffffffff 0040")
    #expect(try AudioFileReader(rf64).samples(channel: 0) == [0.5])
    let common = "'AIFC' 'COMM' 00000018 0001 00000000 0010 400bfa00000000000000 'sowt' 0000"
    let aiff = hex("'FORM' \(form) \(common) 'SSND' 00000008 00000000 00000000 0040")
    #expect(try AudioFileReader(aiff).samples(channel: 0) == (form == "ffffffff" ? [] : [0.5]))
  }

  /// An empty file that tells its size has no samples, whatever follows them.
  @Test func emptyFiles() throws {
    let wav = hex(
      """
      'RIFF' 30000000 'WAVE' 'fmt ' 10000000 0100 0100 401f0000 401f0000 0200 1000
      'data' 00000000 'LIST' 04000000 'INFO'
      """)
    #expect(try AudioFileReader(wav).frameCount == 0)
  }

  @Test func otherFilesAreRefusedWithASentence() throws {
    #expect(throws: AudioFileError.notAudio(name: "x.png")) { try AudioFileReader(hex("89 'PNG'"), name: "x.png") }
    #expect(throws: AudioFileError.notAudio(name: "e")) { try AudioFileReader([], name: "e") }
    #expect(throws: AudioFileError.missingChunk(name: "w", chunk: "fmt ")) {
      try AudioFileReader(hex("'RIFF' 04000000 'WAVE'"), name: "w")
    }
    let mp3 = hex("'RIFF' 28000000 'WAVE' 'fmt ' 10000000 5500 0100 401f0000 401f0000 0100 0000 'data' 00000000")
    let error = #expect(throws: AudioFileError.self) { try AudioFileReader(mp3, name: "m.wav") }
    #expect(
      error?.description
        == "m.wav: at byte 20: samples coded as format 85 with 0 bits are not read; convert the file to PCM")
  }

  /// No truncated or mutated file causes a trap or a read outside the bytes.
  @Test func damagedFilesDoNoHarm() throws {
    var generator = SeededGenerator(seed: 3)
    for format in [AudioFileFormat.wav, .aiff, .caf] {
      for sampleFormat in [SampleFormat.int24, .float32] {
        let description = AudioFileDescription(format: format, sampleFormat: sampleFormat, sampleRate: 44_100)
        let bytes = try encoded(description, [[0.1, 0.2, 0.3], [0, -0.5, 1]]).bytes
        for count in 0..<bytes.count { readAll(Array(bytes[..<count])) }
        for _ in 0..<200 {
          var damaged = bytes
          for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            damaged[position] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
          }
          readAll(damaged)
        }
      }
    }
  }

  private func readAll(_ bytes: [UInt8]) {
    guard let reader = try? AudioFileReader(bytes) else { return }
    #expect(reader.data.upperBound <= bytes.count)
    for channel in [0, reader.channelCount - 1] { _ = reader.samples(channel: channel) + [0] }
    _ = reader.integers(channel: 0)
  }
}
