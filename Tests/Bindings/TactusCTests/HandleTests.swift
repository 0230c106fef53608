import CTactus
import Synchronization
import Tactus
import TestSupport
import Testing

/// Invalid handles are detected, and failures are described. `Scripts/check-library` breaks every rule of the header
/// under AddressSanitizer.
@Suite struct HandleTests {
  @Test func freedHandlesAreNeverValidAgain() throws {
    var earlier: Set<OpaquePointer> = []
    for _ in 0..<1_000 {
      let song = try handle(tactus_song_demo())
      #expect(earlier.insert(song).inserted)
      tactus_song_free(song)
      #expect(tactus_render(song, nil, nil, nil) == nil)
      #expect(tactus_error_status() == Int32(TACTUS_ERROR_HANDLE))
    }
  }

  @Test func randomNumbersAreNoHandles() throws {
    var random = SeededGenerator(seed: seed(of: "randomNumbersAreNoHandles"))
    let song = try handle(tactus_song_demo())
    defer { tactus_song_free(song) }
    for _ in 0..<rounds(2_000) {
      let number = UInt.random(in: 1 ... .max, using: &random) >> UInt.random(in: 0...56, using: &random)
      guard let wild = OpaquePointer(bitPattern: number), wild != song else { continue }
      #expect(tactus_synth_reset(wild) == Int32(TACTUS_ERROR_HANDLE))
      #expect(tactus_renderer_channels(wild) == Int32(TACTUS_ERROR_HANDLE))
    }
  }

  @Test func bytesAreReleasedOnceWhenNobodyNeedsThem() throws {
    var random = SeededGenerator(seed: 4)
    let font = try random.font(isWild: false)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: font.file.bytes.count, alignment: 16)
    defer { bytes.deallocate() }
    bytes.copyMemory(from: font.file.bytes)
    let count = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
    count.initialize(to: Atomic(0))
    let release: tactus_release = { context in
      _ = context?.assumingMemoryBound(to: Atomic<Int>.self).pointee.add(1, ordering: .relaxed)
    }
    let bank = try handle(tactus_bank_open_bytes(bytes.baseAddress, bytes.count, release, count))
    let song = try handle(tactus_song_demo())
    var settings = CSong.settings
    settings.maximum_length = 200
    let renderer = try handle(tactus_renderer_new(song, bank, &settings))
    tactus_bank_free(bank)
    let releasedEarly = count.pointee.load(ordering: .relaxed)
    #expect(releasedEarly == 0, "the renderer needs them")
    tactus_renderer_free(renderer)
    let released = count.pointee.load(ordering: .relaxed)
    #expect(released == 1)
    tactus_song_free(song)
  }

  @Test func threadsHaveTheirOwnFailures() {
    _ = tactus_song_open("/no/such/file.mid")
    #expect(String(cString: tactus_error()).hasPrefix("/no/such/file.mid"))
    let isFresh = Atomic(false)
    together({ isFresh.store(tactus_error_status() == Int32(TACTUS_OK), ordering: .relaxed) }, {})
    let wasFresh = isFresh.load(ordering: .relaxed)
    #expect(wasFresh)
  }
}
