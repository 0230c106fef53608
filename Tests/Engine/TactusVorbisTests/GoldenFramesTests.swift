import TestSupport
import Testing

/// The same bits on every machine.
@Suite struct GoldenFramesTests {
  /// Debug and release builds, Linux and Apple, x86, ARM and WebAssembly must all come to these.
  static let golden: [(floors: ClosedRange<Int>, residues: ClosedRange<Int>, fingerprint: UInt64)] = [
    (0...0, 0...0, 0x5FE1_14D2_2045_058A), (0...0, 1...1, 0xA505_00D8_1AE1_647A),
    (0...0, 2...2, 0xA505_00D8_1AE1_647A), (1...1, 0...0, 0x446F_6438_2FB9_C4E8),
    (1...1, 1...1, 0xBD51_C114_BC6D_4F1E), (1...1, 2...2, 0xBD51_C114_BC6D_4F1E),
    (0...1, 0...2, 0x1427_F07B_4F91_4D62),
  ]

  @Test(arguments: golden.indices) func framesAreTheSameEverywhere(index: Int) throws {
    let (floors, residues, golden) = Self.golden[index]
    var frames: [Int16] = []
    for seed in 0..<UInt64(6) {
      frames += try Decoded.frames(RandomVorbis(.init(floors: floors, residues: residues), seed: seed).ogg())
    }
    #expect(frames.contains { abs(Int($0)) > 100 })
    let found = Decoded.fingerprint(frames)
    #expect(found == golden, "floors \(floors), residues \(residues): 0x\(String(found, radix: 16, uppercase: true))")
  }

  /// What an encoder has made of noise.
  @Test func framesOfAnEncoderAreTheSameEverywhere() throws {
    let frames = try Decoded.frames(EncodedNoise.stream)
    #expect(frames.count == 700)
    let found = Decoded.fingerprint(frames)
    #expect(found == 0x7887_714F_1C19_A984, "the fingerprint is 0x\(String(found, radix: 16, uppercase: true))")
  }
}
