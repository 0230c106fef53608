extension SoundFont.Preset {
  /// The sort key: the bank in the upper 16 bits, the program in the lower ones.
  var number: UInt32 { UInt32(bank) << 16 | UInt32(program) }
}

extension SoundFont {
  /// Returns the index of the preset with a bank and program; if there are several, the first in the file.
  public func presetIndex(bank: Int, program: Int) -> Int? {
    guard let bank = UInt16(exactly: bank), let program = UInt16(exactly: program) else { return nil }
    let number = UInt32(bank) << 16 | UInt32(program)
    var range = presetOrder.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = presets[Int(presetOrder[middle])].number
      if found == number { return Int(presetOrder[middle]) }
      range = found < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Returns the preset with a bank and program; if there are several, the first in the file.
  public func preset(bank: Int, program: Int) -> Preset? {
    presetIndex(bank: bank, program: program).map { presets[$0] }
  }

  /// The indices of the presets that can be selected, ascending by bank and program.
  public var selectablePresets: [Int] { presetOrder.map(Int.init) }

  /// Returns the index of the other half of a sample's stereo pair; nil if there is none that can be played.
  public func stereoPartner(ofSample index: Int) -> Int? {
    let sample = samples[index]
    let link = Int(sample.link)
    guard sample.channel != .mono, link != index, samples.indices.contains(link), samples[link].isUsable else {
      return nil
    }
    return link
  }

  /// Returns the name of a preset.
  public func name(of preset: Preset) -> String { name(at: preset.owner.recordOffset) }
  /// Returns the name of an instrument.
  public func name(of instrument: Instrument) -> String { name(at: instrument.owner.recordOffset) }
  /// Returns the name of a sample.
  public func name(of sample: SampleHeader) -> String {
    sample.recordOffset < 0 ? "" : name(at: sample.recordOffset)
  }

  /// Returns the reserved fields of a preset, which are kept only for writing.
  func reserved(of preset: Preset) -> (library: UInt32, genre: UInt32, morphology: UInt32) {
    guard names == nil else { return (0, 0, 0) }
    var reader = ByteReader(file.bytes, range: preset.owner.recordOffset + 26..<preset.owner.recordOffset + 38)
    return (reader.u32le() ?? 0, reader.u32le() ?? 0, reader.u32le() ?? 0)
  }

  /// Returns the name at the start of a record, a field of 20 bytes; in a DLS bank, that of the list at an offset.
  private func name(at offset: Int) -> String {
    guard let names else { return text(in: offset..<offset + 20) }
    return names[offset].map(text(in:)) ?? ""
  }

  /// Returns the text up to the first NUL, as UTF-8 if valid, otherwise as Latin-1.
  private func text(in range: Range<Int>) -> String {
    let bytes = file.bytes[range].prefix { $0 != 0 }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(UnicodeScalar(byte)) }
    return String(text)
  }

  /// The information strings of the bank, decoded on each access.
  public var info: SoundFontInfo {
    var info = SoundFontInfo()
    for tag in SoundFontInfo.tags { info[tag] = infoRanges[tag].map(text(in:)) ?? "" }
    info.romVersion = infoRanges["iver"].flatMap { Version(file.bytes, $0) }
    return info
  }
}
