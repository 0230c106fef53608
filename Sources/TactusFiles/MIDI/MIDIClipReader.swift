enum MIDIClipReader {
  static func isClip(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 8 && bytes.prefix(8).elementsEqual("SMF2CLIP".utf8)
  }
  static func read(_ reading: MIDIReading) -> MIDIFile { MIDIFile(division: .ticksPerQuarter(96)) }
}
