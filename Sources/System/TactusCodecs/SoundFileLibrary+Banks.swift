import TactusFiles

extension SoundFileLibrary {
  /// Returns the decoder that a bank needs; nil if none of its samples is compressed.
  /// - Throws: `CodecError` if a decoder is needed, but the library is not installed.
  /// - Thread: any
  package static func decoder(for font: SoundFont) throws(CodecError) -> SoundFileLibrary? {
    guard font.samples.contains(where: { $0.stream != nil }) else { return nil }
    return try shared()
  }
}
