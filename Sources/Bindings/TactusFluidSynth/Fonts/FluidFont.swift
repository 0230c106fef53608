import Tactus

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A text that the program may read as a C string as long as this object exists.
final class CallerText: @unchecked Sendable {  // immutable once created
  let pointer: UnsafeMutablePointer<CChar>?

  init(_ text: String) { pointer = strdup(text) }

  /// Creates the text of a file name with the name's own bytes, in whatever encoding.
  init(fileName: String) { pointer = fileName.withPath { strdup($0) } }

  deinit { free(pointer) }
}

/// A SoundFont that a synthesizer has loaded.
final class FluidFont: PointedObject {
  let file: SoundFont
  let name: CallerText
  /// The presets in ascending order of bank and program.
  private(set) var presets: [FluidPreset] = []
  /// The number of the font, counted from 1 by the synthesizer that has it; 0 if none has it.
  var id = 0
  var bankOffset = 0
  private var next = 0

  /// Reads a SoundFont. Throws the reader's errors.
  init(_ file: FileBytes, name: String) throws {
    self.file = try SoundFont(file)
    self.name = CallerText(fileName: name)
    let bank = SoundBank(self.file)
    presets = bank.presets.map { FluidPreset(bank: $0.bank, program: $0.program, name: $0.name, font: self) }
  }

  /// Returns the preset with this bank number and program; the bank number is the one in the file, without the offset.
  func preset(bank: Int, program: Int) -> FluidPreset? {
    presets.first { $0.bank == bank && $0.program == program }
  }

  /// Starts an iteration of the presets.
  func startIteration() { next = 0 }

  /// Returns the next preset of the iteration; nil at the end.
  func nextPreset() -> FluidPreset? {
    guard next < presets.count else { return nil }
    defer { next += 1 }
    return presets[next]
  }
}

/// A preset of a loaded SoundFont.
final class FluidPreset: PointedObject {
  let bank: Int
  let program: Int
  let name: CallerText
  unowned let font: FluidFont

  init(bank: Int, program: Int, name: String, font: FluidFont) {
    (self.bank, self.program, self.font) = (bank, program, font)
    self.name = CallerText(name)
  }
}
