import CFluidSynth
import Tactus

/// The fonts of a synthesizer, and the bank that the engine makes of them.
///
/// A program change plays the first font, from the top, that has the preset. A program can also name the font: for this,
/// the bank contains each font a second time, at private bank numbers that no message can select.
struct FontStack {
  /// The fonts from the top.
  private(set) var fonts: [FluidFont] = []
  private var lastID = 0
  private(set) var bank = SoundBank([])

  /// The first private bank number.
  private static var privateBanks: Int { 16_384 }
  /// The number of private bank numbers of each font.
  private static var banksPerFont: Int { 256 }
  static var mostFonts: Int { (65_536 - privateBanks) / banksPerFont }

  /// Adds a font on top, with a new number. Returns false if there are too many.
  mutating func add(_ font: FluidFont) -> Bool {
    guard fonts.count < Self.mostFonts else { return false }
    lastID += 1
    font.id = lastID
    fonts.insert(font, at: 0)
    rebuild()
    return true
  }

  /// Replaces a font by another font, which gets the number of the first.
  mutating func replace(_ font: FluidFont, by new: FluidFont) {
    guard let index = fonts.firstIndex(where: { $0 === font }) else { return }
    (new.id, new.bankOffset) = (font.id, font.bankOffset)
    fonts[index] = new
    rebuild()
  }

  mutating func remove(_ font: FluidFont) {
    fonts.removeAll { $0 === font }
    rebuild()
  }

  mutating func set(bankOffset: Int, of font: FluidFont) {
    font.bankOffset = bankOffset
    rebuild()
  }

  subscript(id id: Int) -> FluidFont? { fonts.first { $0.id == id } }

  private mutating func rebuild() {
    let stack = Array(fonts.reversed())
    // the limits leave every valid bank number reachable; presets whose bank number becomes invalid are omitted
    var layers = stack.map { SoundBank.Layer($0.file, bankOffset: min(65_536, max(-65_536, $0.bankOffset))) }
    if fonts.count > 1 {
      layers += stack.map { SoundBank.Layer($0.file, bankOffset: firstBank(of: $0)) }
    }
    bank = SoundBank(layers, decoder: OggDecoder.shared)
  }

  /// Returns the number that is added to the bank numbers of a font's file to address the font itself.
  private func firstBank(of font: FluidFont) -> Int {
    guard fonts.count > 1, let index = fonts.firstIndex(where: { $0 === font }) else { return font.bankOffset }
    return Self.privateBanks + index * Self.banksPerFont
  }

  /// Returns the bank number with which the engine plays a preset of this font; nil if the font does not have it.
  ///
  /// - Parameter bank: the bank number in the font's file.
  func address(bank: Int, program: Int, of font: FluidFont) -> Int? {
    guard font.preset(bank: bank, program: program) != nil else { return nil }
    guard fonts.count > 1 else {
      let (sum, overflows) = font.bankOffset.addingReportingOverflow(bank)
      return overflows || !(0..<65_536).contains(sum) ? nil : sum
    }
    return (0..<Self.banksPerFont).contains(bank) ? firstBank(of: font) + bank : nil
  }

  /// Returns the preset that the engine plays at a bank number.
  func preset(atBank bank: Int, program: Int) -> FluidPreset? {
    if bank >= Self.privateBanks, fonts.count > 1 {
      let (index, own) = (bank - Self.privateBanks).quotientAndRemainder(dividingBy: Self.banksPerFont)
      return fonts.indices.contains(index) ? fonts[index].preset(bank: own, program: program) : nil
    }
    return fonts.lazy.compactMap { $0.preset(bank: bank - $0.bankOffset, program: program) }.first
  }
}

extension SoundBank {
  /// Prepares a preset for playing; logs the samples that cannot be decoded.
  func prepareLogging(bank: Int, program: Int) {
    do {
      for failure in try prepare(bank: bank, program: program) { log(FLUID_WARN, "\(failure)") }
    } catch { log(FLUID_ERR, "\(error)") }
  }
}
