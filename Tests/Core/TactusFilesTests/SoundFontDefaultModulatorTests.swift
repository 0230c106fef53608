import TactusFiles
import Testing

/// `DMOD`: default modulators that a bank contains.
@Suite struct SoundFontDefaultModulatorTests {
  private let own: [SoundFont.Modulator] = [
    .volumeToAttenuation, .init(.init(controller: 74), to: .initialFilterFc, 2_400),
  ]

  private func raw(_ body: [UInt8]) throws -> SoundFont {
    var bank = try RawBank(.tiny)
    bank.lists[0].chunks.append(.init(tag: "DMOD", body: body))
    return try bank.read()
  }

  @Test func theyAreReadAsWritten() throws {
    var bank = SoundFontBuilder.tiny
    for list in [own, []] {
      bank.defaultModulators = list
      let font = try SoundFont(bytes: bank.write())
      #expect(font.defaultModulators == list && font.diagnostics.entries.isEmpty)
      #expect(try SoundFontBuilder(font) == bank)
    }
    #expect(try SoundFont(bytes: SoundFontBuilder.tiny.write()).defaultModulators == nil)
  }

  @Test func damagedOnesGiveWayToThoseOfTheFormat() throws {
    for size in [0, 1, 9, 11, 25] {
      let font = try raw(Array(repeating: 0, count: size))
      #expect(font.defaultModulators == nil && font.diagnostics.counts == [.defaultModulatorsIgnored: 1], "\(size)")
    }
    let record: [UInt8] = [0xFF, 0xFF, 48, 0, 1, 0, 0, 0, 0, 0]
    let font = try raw(record + Array(repeating: 0, count: 10))
    #expect(font.defaultModulators?.count == 1 && font.diagnostics.counts == [.modulatorIgnored: 1])
  }
}
