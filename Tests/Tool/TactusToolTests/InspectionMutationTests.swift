import Foundation
import TactusFiles
import TactusTool
import TestSupport
import Testing

/// No defect of a file makes `inspect` trap: every file that the reader accepts can be described.
@Suite struct InspectionMutationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = rounds(200)
  /// The same mutations every time, so that a trap can be reproduced.
  private static let seed = environment["TACTUS_SEED"].flatMap { UInt64($0) } ?? 1

  /// Inspects bytes as text and as JSON, if the reader accepts them.
  private func inspect(_ bytes: [UInt8]) -> Int {
    let file = FileBytes(copying: bytes, name: "mutant")
    if let song = try? MIDIFile(reading: file) {
      let inspection = SongInspection(name: file.name, byteCount: bytes.count, song: song)
      return inspection.report(style: .plain).lines.count + inspection.json.text.utf8.count
    }
    if let bank = try? SoundFont(file) {
      let inspection = BankInspection(bank: bank)
      return inspection.report(style: .plain).lines.count + inspection.json.text.utf8.count
    }
    return 0
  }

  private func mutant(of bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[position] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
      default: bytes.remove(at: position)
      }
    }
    return bytes
  }

  @Test(arguments: [0, 1]) func mutations(which: Int) throws {
    let original = try which == 0 ? Sample.songBytes : Sample.bankBytes
    var generator = SeededGenerator(seed: Self.seed)
    var told = 0
    for _ in 0..<Self.count where inspect(mutant(of: original, &generator)) > 0 { told += 1 }
    #expect(told > Self.count / 10, "seed \(Self.seed): hardly any mutant was told about")
  }

  @Test(arguments: [0, 1]) func everyTruncation(which: Int) throws {
    let original = try which == 0 ? Sample.songBytes : Sample.bankBytes
    for length in 0..<original.count { _ = inspect(Array(original.prefix(length))) }
    #expect(inspect(original) > 0)
  }
}
