extension MIDIFile {
  /// What can be wrong or unusual in a MIDI file; `found` and `done` write the two halves of the sentence.
  public enum Defect: Hashable, Sendable {
    // the file
    /// Bytes before the header.
    case headerLate(bytes: Int)
    /// The header claims a length other than 6.
    case headerLength(Int)
    /// The header is cut off.
    case headerCut
    /// A format above 2.
    case format(Int)
    /// Format 0 with several tracks.
    case singleWithTracks(Int)
    /// The division is 0.
    case divisionZero
    /// A time-code division that no recorder has.
    case divisionRate(framesPerSecond: Int, ticksPerFrame: Int)
    /// The header's number of tracks is not the number of track chunks.
    case trackCount(declared: Int, found: Int)
    /// A chunk that is not a track.
    case alienChunk(name: String, length: Int)
    /// Bytes that belong to no chunk.
    case strayBytes(Int)
    /// A RIFF chunk that is longer than its file.
    case riffCut(name: String, length: Int, available: Int)
    /// More tracks than the limit.
    case trackLimit(Int)
    /// More events than the limit.
    case eventLimit(Int)
    /// More than sixteen ports.
    case portLimit(Int)

    // a track chunk
    /// A track chunk claims more bytes than the file has.
    case trackCut(declared: Int, available: Int)
    /// The track goes on behind its declared length.
    case trackLonger(declared: Int)
    /// The next track begins before the declared length of this one.
    case trackShorter(declared: Int, actual: Int)
    /// The chunk goes on after End of Track.
    case bytesAfterEnd(Int)
    /// Whole events follow End of Track, up to another one.
    case earlyEnd(bytes: Int)
    /// End of Track is missing.
    case noEndOfTrack
    /// A track chunk beyond the declared number that cannot be decoded: private data of a program.
    case privateTrack
    /// A track beyond the declared number that follows stray bytes, or lies in another track's bytes.
    case staleTrack
    /// A delta time that no song means: after data that could not be decoded, or far beyond all other events.
    case longDelta(seconds: Int, isAfterDamage: Bool, events: Int)
    /// Too many undecodable bytes in a row.
    case gaveUp(failures: Int)

    // an event
    /// The track's bytes end inside an event.
    case eventCut
    /// A variable-length number with leading zeros.
    case numberPadded
    /// A variable-length number of more than four bytes.
    case numberLong(usable: Bool)
    /// A data byte where a status byte must be.
    case noStatus(byte: UInt8)
    /// Running status after a meta event or system-exclusive message.
    case runningStatusLost
    /// A message that has no place in a file: system common or real time.
    case systemMessage(status: UInt8)
    /// A data byte above 127.
    case dataByte(UInt8, BadData)
    /// A meta type above 127.
    case metaType(UInt8)
    /// A meta event of another length than its type has.
    case metaLength(type: UInt8, length: Int)
    /// A meta event whose payload makes no sense for its type.
    case metaPayload(type: UInt8, length: Int)
    /// A payload that is longer than its track.
    case payloadCut(declared: Int, available: Int, isKept: Bool)
    /// A system-exclusive message without F7.
    case sysExOpen
    /// A system-exclusive message longer than the limit.
    case sysExLimit(Int)
    /// A tick beyond 2⁵³.
    case tickLimit

    // a clip file
    /// The clip does not say how many ticks a quarter note has.
    case noTicksPerQuarter
    /// Start of Clip is missing.
    case noStartOfClip
    /// End of Clip is missing.
    case noEndOfClip
    /// The bytes end inside a packet.
    case packetCut
    /// A packet that breaks the order of start, continue and end.
    case packetOrder(word: UInt32)
    /// A packet with a field outside its range.
    case packetField(word: UInt32)
  }
}

extension MIDIFile.Diagnostic: CustomStringConvertible {
  /// Where it is: "track 3, byte 1234", tracks counted from 1.
  public var place: String { (track.map { "track \($0 + 1), " } ?? "") + "byte \(offset)" }
  /// Severity, place, what was found, what was done.
  public var description: String { "\(severity): \(place): \(defect.found): \(defect.done)" }
}
