import Foundation
import TactusBuiltins
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// A bank written as DLS sounds like its SoundFont: to 0.5 dB and 5 cents a note.
@Suite struct DLSTwinTests {
  private func twin(of font: SoundFont) throws -> SoundFont {
    try SoundFont(FileBytes(copying: DLSBuilder(twinOf: font).write(), name: "twin"))
  }

  private func sound(_ bank: SoundBank, _ preset: SoundBank.Preset, key: UInt8, velocity: UInt8) -> [Float] {
    let stage = Stage(bank, isLoud: false)
    let channel: UInt8 = preset.bank == 128 ? 9 : 0
    if channel == 0 { stage.send(ChannelMessage(status: 0xB0, 0, UInt8(preset.bank & 127))) }
    stage.send(ChannelMessage(status: 0xC0 | channel, UInt8(preset.program), 0))
    stage.send(ChannelMessage(status: 0xB0 | channel, 1, 30))
    stage.send(ChannelMessage(status: 0x90 | channel, key, velocity))
    stage.render(4_000)
    stage.send(ChannelMessage(status: 0x80 | channel, key, 64))
    stage.render(2_000)
    return zip(stage.left, stage.right).flatMap { [$0, $1] }
  }

  /// The energy of the difference, in dB below that of the sound. A difference of 0.5 dB or of 5 cents would be above
  /// −25 dB.
  private func difference(_ a: [Float], _ b: [Float]) -> Double {
    func energy(_ sound: some Sequence<Float>) -> Double { sound.reduce(0) { $0 + Double($1) * Double($1) } }
    let level = energy(a)
    guard level > 1e-9 else { return energy(b) > 1e-9 ? 0 : -200 }
    return 10 * log10(energy(zip(a, b).lazy.map { $0 - $1 }) / level + 1e-20)
  }

  private func compare(_ font: SoundFont, keys: [UInt8], velocities: [UInt8], every step: Int = 1) throws {
    let other = try twin(of: font)
    #expect(other.diagnostics.entries.isEmpty, "\(other.diagnostics.entries.prefix(3))")
    let (first, second) = (SoundBank(font), SoundBank(other))
    try first.prepareAll()
    try second.prepareAll()
    #expect(first.presets.map(\.name) == second.presets.map(\.name))
    for (index, preset) in first.presets.enumerated() where index % step == 0 {
      for (key, velocity) in zip(keys, velocities) {
        let difference = difference(
          sound(first, preset, key: key, velocity: velocity), sound(second, preset, key: key, velocity: velocity))
        #expect(
          difference < -40, "\(preset.bank):\(preset.program) \(preset.name), key \(key), velocity \(velocity)")
      }
    }
  }

  /// Every tenth preset of the built-in bank; with TACTUS_LONG=1, all of them on more keys.
  @Test func theBuiltInBank() throws {
    let font = try SoundFont(Builtins.bank)
    if wantsLongRounds {
      try compare(font, keys: [24, 36, 45, 60, 72, 84, 96], velocities: [20, 110, 50, 64, 127, 90, 100])
    } else {
      try compare(font, keys: [45, 60], velocities: [100, 40], every: 10)
    }
  }

  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")))
  func aBankOfDebian() throws {
    let bytes = try Data(contentsOf: URL(filePath: "/usr/share/sounds/sf2/TimGM6mb.sf2"))
    let font = try SoundFont(FileBytes(copying: bytes, name: "TimGM6mb"))
    try compare(font, keys: [48, 67], velocities: [90, 50], every: wantsLongRounds ? 1 : 12)
  }
}
