import CPipeWire
import TactusDevices
import Testing

/// What drivers negotiate, as far as possible without a server.
@Suite struct FormatTests {
  /// The format of two planes of floats, as the documentation of PipeWire's binary form describes it.
  @Test func theFormatIsPlainOldData() {
    let words = PipeWireFormat.words(sampleRate: 44_100)
    #expect(words[0] == UInt32((words.count - 2) * 4) && words[1] == UInt32(SPA_TYPE_Object))
    #expect(words.count % 2 == 0, "objects are padded to 8 bytes")
    #expect(words[2] == UInt32(SPA_TYPE_OBJECT_Format) && words[3] == UInt32(SPA_PARAM_EnumFormat))
    var found: [UInt32: [UInt32]] = [:]
    var index = 4
    while index < words.count {
      let size = Int(words[index + 2])
      found[words[index]] = Array(words[(index + 4)..<(index + 4 + size / 4)])
      index += 4 + (size + 7) / 8 * 2
    }
    #expect(found[UInt32(SPA_FORMAT_AUDIO_rate)] == [44_100] && found[UInt32(SPA_FORMAT_AUDIO_channels)] == [2])
    #expect(found[UInt32(SPA_FORMAT_AUDIO_position)] == [4, UInt32(SPA_TYPE_Id), 3, 4])
    #expect(PipeWireFormat.words(sampleRate: nil).count == words.count - 6)
  }

  @Test func theRateIsFound() {
    func rate(_ words: [UInt32]) -> Int? { words.withUnsafeBytes { $0.baseAddress.flatMap(PipeWireFormat.sampleRate) } }
    for value in [8_000, 44_100, 192_000] { #expect(rate(PipeWireFormat.words(sampleRate: value)) == value) }
    #expect(rate(PipeWireFormat.words(sampleRate: nil)) == nil)
    var wrong = PipeWireFormat.words(sampleRate: 48_000)
    wrong[1] = 7
    #expect(rate(wrong) == nil)
    // a property that claims to be longer than its object
    var long = PipeWireFormat.words(sampleRate: 48_000)
    long[6] = 1 << 30
    #expect(rate(long) == nil)
    // a choice of rates has a default
    let choice: [UInt32] = [
      48, UInt32(SPA_TYPE_Object), UInt32(SPA_TYPE_OBJECT_Format), UInt32(SPA_PARAM_Format),
      UInt32(SPA_FORMAT_AUDIO_rate), 0, 24, UInt32(SPA_TYPE_Choice), 1, 0, 4, UInt32(SPA_TYPE_Int), 96_000, 1, 0, 0,
    ]
    #expect(rate(choice) == 96_000)
  }
}
