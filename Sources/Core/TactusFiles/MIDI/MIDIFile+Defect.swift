extension MIDIFile {
  /// A defect or peculiarity of a MIDI file; `found` and `done` are the two halves of its description.
  public enum Defect: Hashable, Sendable {
    // the file
    /// Bytes before the header.
    case headerLate(bytes: Int)
    /// The header declares a length other than 6.
    case headerLength(Int)
    /// The header is truncated.
    case headerCut
    /// A format above 2.
    case format(Int)
    /// Format 0 with several tracks.
    case singleWithTracks(Int)
    /// The division is 0.
    case divisionZero
    /// A time-code division that no device uses.
    case divisionRate(framesPerSecond: Int, ticksPerFrame: Int)
    /// The header's number of tracks differs from the number of track chunks.
    case trackCount(declared: Int, found: Int)
    /// A chunk that is not a track.
    case alienChunk(name: String, length: Int)
    /// Bytes that belong to no chunk.
    case strayBytes(Int)
    /// A second header, with which another song begins: several songs were joined to one file.
    case anotherSong(bytes: Int)
    /// A RIFF chunk that extends beyond its file.
    case riffCut(name: String, length: Int, available: Int)
    /// More tracks than the limit.
    case trackLimit(Int)
    /// More events than the limit.
    case eventLimit(Int)
    /// More than sixteen ports.
    case portLimit(Int)

    // a track chunk
    /// A track chunk declares more bytes than the file has.
    case trackCut(declared: Int, available: Int)
    /// The track continues after its declared length.
    case trackLonger(declared: Int)
    /// The next track starts before the declared end of this one.
    case trackShorter(declared: Int, actual: Int)
    /// The chunk continues after End of Track.
    case bytesAfterEnd(Int)
    /// Complete events follow End of Track, up to another End of Track.
    case earlyEnd(bytes: Int)
    /// End of Track is missing.
    case noEndOfTrack
    /// A track chunk beyond the declared number that cannot be decoded: private data of an application.
    case privateTrack
    /// A track beyond the declared number that follows stray bytes, or is inside another track.
    case staleTrack
    /// An implausible delta time: after data that could not be decoded, or far beyond all other events.
    case longDelta(seconds: Int, isAfterDamage: Bool, events: Int)
    /// Too many successive bytes that cannot be decoded.
    case gaveUp(failures: Int)

    // an event
    /// The track's data ends within an event.
    case eventCut
    /// A variable-length quantity with leading zeros.
    case numberPadded
    /// A variable-length quantity of more than four bytes.
    case numberLong(usable: Bool)
    /// A data byte where a status byte is required.
    case noStatus(byte: UInt8)
    /// Running status after a meta event or system-exclusive message.
    case runningStatusLost
    /// A message that is not allowed in a file: system common or real-time.
    case systemMessage(status: UInt8)
    /// A data byte above 127.
    case dataByte(UInt8, BadData)
    /// A meta type above 127.
    case metaType(UInt8)
    /// A meta event whose length does not match its type.
    case metaLength(type: UInt8, length: Int)
    /// A meta event whose payload is invalid for its type.
    case metaPayload(type: UInt8, length: Int)
    /// A payload that extends beyond its track.
    case payloadCut(declared: Int, available: Int, isKept: Bool)
    /// A system-exclusive message without F7.
    case sysExOpen
    /// A system-exclusive message longer than the limit.
    case sysExLimit(Int)
    /// A tick of 2⁵³ or more.
    case tickLimit

    // a clip file
    /// The clip does not define the ticks per quarter note.
    case noTicksPerQuarter
    /// Start of Clip is missing.
    case noStartOfClip
    /// End of Clip is missing.
    case noEndOfClip
    /// The file ends within a packet.
    case packetCut
    /// A packet that violates the order of start, continue and end.
    case packetOrder(word: UInt32)
    /// A packet with a field outside its range.
    case packetField(word: UInt32)
  }
}

extension MIDIFile.Diagnostic: CustomStringConvertible {
  /// The position in words: "track 3, byte 1234", with tracks counted from 1.
  public var position: String { (track.map { "track \($0 + 1), " } ?? "") + "byte \(offset)" }
  /// The severity, the position, the defect, and how the reader handled it.
  public var description: String { "\(severity): \(position): \(defect.found): \(defect.done)" }
}
