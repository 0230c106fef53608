import TactusFiles
import TactusSynth

/// The laws for DLS banks: reading ends, takes memory in proportion to the file, and gives a bank that plays.
enum DLSFuzzing {
  static func violation(_ bytes: [UInt8]) -> String? {
    let file = FileBytes(copying: bytes, name: "fuzz")
    guard let font = try? SoundFont(file) else { return nil }
    _ = try? SoundFont(file, strictness: .strict)
    // The smallest instrument takes 32 bytes, the smallest region 52, each with its headers.
    if font.presets.count > bytes.count / 32 { return "more presets than bytes" }
    if font.instrumentZones.count > bytes.count / 16 { return "more zones than bytes" }
    for sample in font.samples where sample.isUsable {
      let range = sample.stream ?? 2 * sample.start..<2 * sample.end
      if range.isEmpty || range.upperBound > bytes.count { return "a sample beyond the file" }
    }
    _ = try? SoundFontBuilder(font).write()
    let bank = SoundBank(font)
    _ = try? bank.prepareAll()
    // A region may be 24 dB louder than its wave.
    return SoundFuzzing.violation(playing: bank, gain: 16)
  }

  static var seeds: [[UInt8]] {
    var bank = DLSBuilder(name: "F")
    var playback = DLSBuilder.Playback(unityNote: 60, loop: 0..<16)
    playback.gain = -655_360
    let wave = DLSBuilder.Wave(
      name: "w", frames: (0..<48).map { Int16($0 % 16) * 1_000 }, sampleRate: 8_000, playback: playback)
    bank.waves = [wave, wave, wave]
    bank.waves[1].bits = 8
    (bank.waves[2].bits, bank.waves[2].channels) = (24, 2)
    var left = DLSBuilder.Region(wave: 0)
    (left.channel, left.phaseGroup, left.keyGroup) = (1, 1, 3)
    var right = DLSBuilder.Region(
      wave: 1,
      connections: [
        .init(.velocity, to: .volumeAttack, 65_536_000), .init(.key, to: .volumeDecay, -65_536_000),
        .init(.modLFO, by: .controller(1), to: .pitch, 6_553_600), .init(to: .filterCutoff, 6_000 << 16),
      ])
    (right.channel, right.phaseGroup) = (2, 1)
    // DLS level 2 is supported
    right.condition = [18, 0, 0xE5, 0x99, 0x45, 0xF1, 0x89, 0x46, 0xD2, 0x11, 0xAF, 0xA6, 0, 0xAA, 0, 0x24, 0xD8, 0xB6]
    var tone = DLSBuilder.Instrument(name: "i", regions: [left, right, .init(wave: 2)])
    tone.connections = [.init(to: .volumeRelease, -1_200 << 16), .init(.modEnvelope, to: .pitch, 6_553_600)]
    bank.instruments = [tone, .init(name: "d", locale: 1 << 31, regions: [left])]
    var first = bank
    first.level = 1
    first.hasPoolTable = false
    return [bank.write(), first.write()]
  }
}
