extension MIDIFile {
  /// Reads a Standard MIDI File of any format, an RMID file or a MIDI Clip File.
  ///
  /// Unless the options request strict reading, the reader recovers as much as possible, and ``diagnostics`` lists the
  /// defects and how each was handled. The song keeps `file` alive and refers to the payloads in it.
  ///
  /// - Throws: an error that names the type of the file if it is not a song; in strict reading, also the first defect.
  /// - Complexity: O(bytes), with 16 bytes of memory per event.
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
      container = .rmid(bank: parts.bank, bankOffset: parts.information.bankOffset)
      declaredEncoding = parts.information.encoding
    } else {
      self = try MIDIChunkReader.read(reading, range: 0..<bytes.count)
    }
    if reading.namesPorts { assignPorts(reporting: reading) }
    if let fatal = reading.fatal { throw .defect(file: file.name, fatal) }
    diagnostics = reading.diagnostics
  }
}
