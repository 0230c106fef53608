import TactusVorbis
import TestSupport
import Testing

/// Damaged streams take time in proportion to their length. Each is compared with a similar stream without the damage.
@Suite struct WorkTests {
  /// Returns the shortest of three processor times in which a stream is decoded whole, and the number of its frames.
  private func work(_ bytes: [UInt8], repeats: Int = 1) throws -> (time: Double, frames: Int) {
    var (shortest, frames) = (Double.infinity, 0)
    for _ in 0..<3 {
      let time = try processorSeconds {
        for _ in 0..<repeats {
          frames = 0
          try bytes.withUnsafeBytes { bytes in
            let stream = try VorbisStream(bytes)
            while let count = stream.nextBlock() { frames += count }
          }
        }
      }
      shortest = min(shortest, time)
    }
    return (shortest, frames)
  }

  /// A first position of 0 after many blocks: all of them lie before time zero.
  @Test func blocksBeforeTimeZeroTakeNoTime() throws {
    let tiny = TinyVorbis(blockBits: 13)
    let usual = try work(tiny.ogg(blocks: 500))
    let late = try work(tiny.ogg(blocks: 500, position: 0))
    #expect(usual.frames == 499 * 4_096 && late.frames == 0)
    #expect(late.time < usual.time / 4, "\(late.time), usually \(usual.time)")
  }

  /// One code word for the classes of 65,535 partitions, in blocks that have a single one.
  @Test func classesOfMissingPartitionsTakeNoTime() throws {
    let usual = try work(TinyVorbis(classDimensions: 1).ogg(blocks: 1_000))
    let long = try work(TinyVorbis(classDimensions: 65_535).ogg(blocks: 1_000))
    #expect(long.frames == usual.frames && usual.frames == 999 * 32)
    #expect(long.time < usual.time * 4, "\(long.time), usually \(usual.time)")
  }

  /// A header of 700 bytes with the maximum number of floors of type 0, each with a scale of its own.
  @Test func unusedFloorsTakeNoTime() throws {
    let usual = try work(TinyVorbis(blockBits: 13, unusedFloors: 1).ogg(blocks: 1), repeats: 10)
    let many = try work(TinyVorbis(blockBits: 13, unusedFloors: 63).ogg(blocks: 1), repeats: 10)
    #expect(many.time < usual.time * 16, "\(many.time), usually \(usual.time)")
  }
}
