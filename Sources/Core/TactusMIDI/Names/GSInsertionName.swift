/// The names of GS's insertion effects.
///
/// Source: Roland SC-88Pro and SC-8850 owner's manuals, insertion effect list.
enum GSInsertionName {
  /// Returns the name of a type; nil for numbers that the instruments do not have.
  static func name(_ msb: UInt8, _ lsb: UInt8) -> String? {
    switch msb {
    case 0: lsb == 0 ? "Thru" : nil
    case 1: single(lsb)
    case 2: series(lsb)
    case 3: lsb == 0 ? "Rotary Multi" : nil
    case 4: multiple(lsb)
    case 5: lsb == 0 ? "Keyboard Multi" : nil
    case 0x11: parallel(lsb)
    default: nil
    }
  }

  private static func single(_ lsb: UInt8) -> String? {
    switch lsb {
    case 0x00...0x03: ["Stereo EQ", "Spectrum", "Enhancer", "Humanizer"][Int(lsb)]
    case 0x10...0x11: ["Overdrive", "Distortion"][Int(lsb) - 0x10]
    case 0x20...0x26:
      ["Phaser", "Auto Wah", "Rotary", "Stereo Flanger", "Step Flanger", "Tremolo", "Auto Pan"][Int(lsb) - 0x20]
    case 0x30...0x31: ["Compressor", "Limiter"][Int(lsb) - 0x30]
    case 0x40...0x44: ["Hexa Chorus", "Tremolo Chorus", "Stereo Chorus", "Space D", "3D Chorus"][Int(lsb) - 0x40]
    case 0x50...0x57:
      [
        "Stereo Delay", "Modulation Delay", "3 Tap Delay", "4 Tap Delay", "Time Control Delay", "Reverb", "Gate Reverb",
        "3D Delay",
      ][Int(lsb) - 0x50]
    case 0x60...0x61: ["2 Pitch Shifter", "Feedback Pitch Shifter"][Int(lsb) - 0x60]
    case 0x70...0x73: ["3D Auto", "3D Manual", "Lo-Fi 1", "Lo-Fi 2"][Int(lsb) - 0x70]
    default: nil
    }
  }

  private static func series(_ lsb: UInt8) -> String? {
    let names = [
      "Overdrive and Chorus", "Overdrive and Flanger", "Overdrive and Delay", "Distortion and Chorus",
      "Distortion and Flanger", "Distortion and Delay", "Enhancer and Chorus", "Enhancer and Flanger",
      "Enhancer and Delay", "Chorus and Delay", "Flanger and Delay", "Chorus and Flanger",
    ]
    return lsb < names.count ? names[Int(lsb)] : nil
  }

  private static func multiple(_ lsb: UInt8) -> String? {
    let names = [
      "Guitar Multi 1", "Guitar Multi 2", "Guitar Multi 3", "Clean Guitar Multi 1", "Clean Guitar Multi 2",
      "Bass Multi", "Rhodes Multi",
    ]
    return lsb < names.count ? names[Int(lsb)] : nil
  }

  private static func parallel(_ lsb: UInt8) -> String? {
    let names = [
      "Chorus / Delay", "Flanger / Delay", "Chorus / Flanger", "Overdrive 1 / 2", "Overdrive / Rotary",
      "Overdrive / Phaser", "Overdrive / Auto Wah", "Phaser / Rotary", "Phaser / Auto Wah",
    ]
    return lsb < names.count ? names[Int(lsb)] : nil
  }
}
