extension MIDIFile {
  /// Reads a Standard MIDI File of any format, an RMID file or a MIDI Clip File.
  ///
  /// Lenient unless the options say strict: what can be read is read, and ``diagnostics`` says what was wrong and what
  /// was done. The song keeps `file` alive and its payloads in place.
  ///
  /// - Throws: what the file is instead of a song; in strict reading also its first defect.
  /// - Complexity: O(bytes), and memory for 16 bytes an event.
  /// - Thread: control
  public init(reading file: FileBytes, options: ReadOptions = ReadOptions()) throws(MIDIFileError) {
    let bytes = file.bytes
    guard !bytes.isEmpty else { throw .empty(file: file.name) }
    guard bytes.count <= min(options.limits.fileBytes, Slice.maxOffset) else {
      throw .tooLarge(file: file.name, bytes: bytes.count, limit: min(options.limits.fileBytes, Slice.maxOffset))
    }
    let reading = MIDIReading(file, options)
    if MIDIClipReader.isClip(bytes) {
      self = MIDIClipReader.read(reading)
    } else if RMIDReader.isRMID(bytes) {
      guard let parts = RMIDReader.parts(reading) else { throw .noSong(file: file.name) }
      self = try MIDIChunkReader.read(reading, range: parts.song)
      container = .rmid(bank: parts.bank, bankOffset: parts.bankOffset)
    } else {
      self = try MIDIChunkReader.read(reading, range: 0..<bytes.count)
    }
    if reading.namesPorts { assignPorts(reporting: reading) }
    if let fatal = reading.fatal { throw .defect(file: file.name, fatal) }
    diagnostics = reading.diagnostics
  }
}
