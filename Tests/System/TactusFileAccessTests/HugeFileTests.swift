import Foundation
import TactusFileAccess
import TactusFiles
import Testing

/// Banks larger than 4 GiB, whose sizes no longer fit their fields, in sparse files.
@Suite struct HugeFileTests {
  private static let gibibyte = 1 << 30

  /// The parts of a bank of one sample: what comes before the frames, and what comes after.
  private func parts() throws -> (before: [UInt8], after: [UInt8]) {
    var bank = SoundFontBuilder(name: "huge")
    let wave = bank.add(.init(name: "wave", frames: [1, 2, 3], sampleRate: 44_100))
    let tone = bank.add(.init(name: "tone", zones: [.init(target: wave)]))
    bank.add(.init(name: "Tone", bank: 0, program: 0, zones: [.init(target: tone)]))
    let bytes = try bank.write()
    let data = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("smpl".utf8)) }) + 8
    return (Array(bytes[..<data]), Array(bytes[(data + 2 * (3 + 46))...]))
  }

  /// Writes a bank with this many bytes of sample data, with size fields truncated to 32 bits.
  private func write(_ count: Int, frame: (at: Int, value: UInt8), to path: String) throws {
    var (before, after) = try parts()
    func set(_ value: Int, _ bytes: inout [UInt8], at offset: Int) {
      for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
    set(before.count + count + after.count - 8, &before, at: 4)
    set(count, &before, at: before.count - 4)
    set(count + 12, &before, at: before.count - 16)
    let header = try #require(after.indices.first { after[$0...].starts(with: Array("shdr".utf8)) }) + 8
    set(frame.at, &after, at: header + 20)
    set(frame.at + 100, &after, at: header + 24)
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: before)
    try file.seek(toOffset: UInt64(before.count + 2 * frame.at))
    try file.write(contentsOf: [frame.value, 0])
    try file.seek(toOffset: UInt64(before.count + count))
    try file.write(contentsOf: after)
    try file.close()
  }

  @Test(arguments: [3, 4, 5, 7])
  func theRealSizeCounts(gibibytes: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/huge.sf2"
    let count = gibibytes * Self.gibibyte + 4_000
    let position = count / 2 - 1_000
    do { try write(count, frame: (position, 77), to: path) } catch CocoaError.fileWriteOutOfSpace { return }
    let bank = try SoundFont(FileBytes.open(path))
    #expect(bank.pool.frameCount == count / 2)
    #expect(bank.samples[0].frames == position..<position + 100 && bank.pool.frames[position] == 77)
    #expect(bank.presets.count == 1)
    let wrapped = bank.diagnostics.counts[.sizeWrapped, default: 0]
    #expect(wrapped == (gibibytes < 4 ? 0 : 2), "the list and the sample data")
  }

  @Test func ofAFileThatIsCutTheTablesAreMissed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/cut.sf2"
    try write(5 * Self.gibibyte, frame: (9, 1), to: path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(5 * Self.gibibyte) - 100)
    try file.close()
    #expect(throws: SoundFontError.self) { try SoundFont(FileBytes.open(path)) }
  }
}
