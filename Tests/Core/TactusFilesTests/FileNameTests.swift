import TactusFiles
import TestSupport
import Testing

@Suite struct FileNameTests {
  @Test("every name comes back byte for byte", arguments: 0..<rounds(200)) func law(round: Int) {
    let seed = UInt64(round)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      // pieces of names: UTF-8, bytes that begin it and do not end it, and characters that stand for bytes
      let pieces: [[UInt8]] = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Array("aé日\u{10FE91}🎹".utf8)
        case 1: [UInt8.random(in: 1...255, using: &generator), 0xF4, 0x8F, 0xBA]
        case 2: [0xE9, 0x2F, 0x83, 0x66]
        default: (0..<4).map { _ in UInt8.random(in: 1...255, using: &generator) }
        }
      }
      let name = Array(pieces.joined())
      let text = FileName.text(of: name)
      #expect(FileName.bytes(of: text) == name, "seed \(seed)")
      #expect(text.withPath { path in name.indices.allSatisfy { UInt8(bitPattern: path[$0]) == name[$0] } })
      let json = Array(JSON.string(text).text.utf8)
      let read = try? json.withUnsafeBytes { bytes in try JSON(reading: bytes) }
      #expect(read == .string(text), "seed \(seed)")
    }
  }

  @Test func namesInUTF8StayAsTheyAre() {
    #expect(FileName.text(of: Array("Für Élise 日.mid".utf8)) == "Für Élise 日.mid")
    #expect(FileName.bytes(of: "Für Élise 日.mid") == Array("Für Élise 日.mid".utf8))
  }

  @Test func bytesThatAreNoCharacterAreWrittenAsPythonDoes() throws {
    let name = FileName.text(of: [0x63, 0x61, 0x66, 0xE9])
    #expect(JSON.string(name).text == #""caf\udce9""#)
    let read = try Array(#""caf\udcE9""#.utf8).withUnsafeBytes { try JSON(reading: $0) }
    #expect(read == .string(name))
    // a surrogate pair is one character, as usual
    let pair = try Array(#""\ud83c\udcb9""#.utf8).withUnsafeBytes { try JSON(reading: $0) }
    #expect(pair == .string("\u{1F0B9}"))
  }
}
