#if DEBUG
  import TactusFiles
  import TestSupport
  import Testing

  @testable import TactusVorbis

  /// Code words and vectors.
  @Suite struct CodebookTests {
    private func book(_ lengths: [Int]) throws -> Codebook {
      var words = CodeWords()
      for (entry, length) in lengths.enumerated() where length > 0 { try words.append(entry: entry, length: length) }
      return try words.codebook(dimensions: 1, vectors: nil, memory: memory)
    }

    private let memory = SetupMemory()

    /// The example of section 3.2.1.
    @Test func wordsAreThoseOfTheSpecification() throws {
      let book = try book([2, 4, 4, 4, 4, 2, 3, 3])
      let words = ["00", "0100", "0101", "0110", "0111", "10", "110", "111"]
      for (entry, word) in words.enumerated() {
        var writer = BitWriter()
        for digit in word { writer.put(digit == "1") }
        writer.put(0xAB, 8)
        writer.bytes.withUnsafeBytes { bytes in
          var bits = PacketBits(bytes)
          #expect(book.decodeEntry(&bits) == entry)
          #expect(bits.read(8) == 0xAB)
        }
      }
    }

    @Test func treesMustBeFull() throws {
      #expect(throws: SampleDecodingError.unreadable) { try book([1, 2]) }
      #expect(throws: SampleDecodingError.unreadable) { try book([1, 1, 1]) }
      #expect(throws: SampleDecodingError.unreadable) { try book([2]) }
      #expect(throws: SampleDecodingError.unreadable) { try book([1, 1, 32]) }
      _ = try book([1, 1])
      _ = try book(Array(1...32) + [32])
    }

    @Test func aSingleEntryTakesOneBit() throws {
      let book = try book([0, 0, 1, 0])
      [UInt8(0b10)].withUnsafeBytes { bytes in
        var bits = PacketBits(bytes)
        for _ in 0..<8 { #expect(book.decodeEntry(&bits) == 2) }
        #expect(book.decodeEntry(&bits) == -1)
      }
    }

    @Test func anEmptyBookHasNoEntry() throws {
      let book = try book([0, 0])
      [UInt8(0)].withUnsafeBytes { bytes in
        var bits = PacketBits(bytes)
        #expect(book.decodeEntry(&bits) == -1)
      }
    }

    /// Words of up to 32 bits, all of them, up to the end of the packet.
    @Test func longWordsAreFound() throws {
      let book = try book(Array(1...32) + [32])
      var writer = BitWriter()
      for entry in 0...32 {
        for _ in 0..<min(entry, 32) { writer.put(true) }
        if entry < 32 { writer.put(false) }
      }
      let last = writer.bytes.count
      writer.bytes.withUnsafeBytes { bytes in
        var bits = PacketBits(bytes)
        for entry in 0...32 { #expect(book.decodeEntry(&bits) == entry) }
        #expect(bytes.count == last && !bits.isExhausted)
      }
    }

    /// 2^24 entries in twenty bytes.
    @Test func aBookLargerThanItsHeaderIsRefused() throws {
      var writer = BitWriter()
      writer.put(0x56_4342, 24)
      writer.put(1, 16)
      writer.put(0xFF_FFFF, 24)
      writer.put(true)
      writer.put(23, 5)
      for _ in 0..<20 { writer.put(0xFF, 8) }
      let identification = try RandomVorbis(seed: 1).packets[0].withUnsafeBytes { try VorbisIdentification($0) }
      writer.bytes.withUnsafeBytes { bytes in
        var reader = SetupReader(bytes, identification)
        #expect(throws: SampleDecodingError.unreadable) { try reader.readCodebook() }
      }
    }

    /// A sparse book with one code word, which stores vectors for 1,101 entries in 67 million bits.
    @Test func valuesOfUnusedEntriesAreLimited() throws {
      var writer = BitWriter()
      writer.put(0x56_4342, 24)
      writer.put(61_000, 16)
      writer.put(1_101, 24)
      writer.put(false)
      writer.put(true)
      writer.put(true)
      writer.put(0, 5)
      for _ in 1..<1_101 { writer.put(false) }
      writer.put(2, 4)
      writer.put(0, 32)
      writer.put(0, 32)
      writer.put(0, 4)
      let packet = writer.bytes + [UInt8](repeating: 0, count: 8_500_000)
      let identification = try RandomVorbis(seed: 1).packets[0].withUnsafeBytes { try VorbisIdentification($0) }
      packet.withUnsafeBytes { bytes in
        var reader = SetupReader(bytes, identification)
        #expect(throws: SampleDecodingError.unreadable) { try reader.readCodebook() }
      }
    }
  }
#endif
