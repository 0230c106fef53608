/// Reads the chunks of a Standard MIDI File: the header, the tracks, and other chunks between them.
///
/// Source: RP-001. The reader is as lenient as existing files require: it counts chunks instead of trusting the header,
/// and a wrong length affects at most its own track. Once the declared number of tracks has been read, a further track
/// is accepted only if it directly follows the previous chunk: an old copy of a track after stray bytes, or within
/// another track, is ignored.
struct MIDIChunkReader {
  private let reading: MIDIReading
  private let end: Int
  private var offset: Int
  private var declaredTracks = 0
  private var tracks: [MIDIFile.Track] = []
  /// The delta times of each track that may be implausibly long.
  private var longDeltas: [[MIDILongDelta]] = []
  /// The indices of tracks that started within another track's declared length, and the offsets of their chunks.
  private var nested: [(number: Int, offset: Int)] = []
  private var nextNested: Int?
  /// Whether all tracks so far could be decoded completely.
  private var isWhole = true
  /// Whether stray bytes followed the last declared track.
  private var isBehindStrayBytes = false
  private var xf = MIDIFile.XFChunks()

  /// Reads the song in `range`; throws if there is no header.
  static func read(_ reading: MIDIReading, range: Range<Int>) throws(MIDIFileError) -> MIDIFile {
    let start = try findHeader(reading, range)
    var reader = MIDIChunkReader(reading: reading, end: range.upperBound, offset: start)
    return reader.read()
  }

  /// Returns the offset of "MThd": at the start or, after a MacBinary header or stray bytes, within the first kilobyte
  /// if a plausible header length follows.
  private static func findHeader(_ reading: MIDIReading, _ range: Range<Int>) throws(MIDIFileError) -> Int {
    var reader = ByteReader(reading.bytes, range: range)
    if reader.tag() == "MThd" { return range.lowerBound }
    let whole = UnsafeRawBufferPointer(rebasing: reading.bytes[range])
    if let what = FileSignature.binary(whole) { throw .foreign(file: reading.file.name, what: what) }
    let searched = min(range.count, reading.options.limits.headerSearch)
    for start in range.prefix(searched) {
      reader = ByteReader(reading.bytes, range: start..<range.upperBound)
      guard reader.tag() == "MThd", let length = reader.u32be(), (6...64).contains(length) else { continue }
      reading.report(.headerLate(bytes: start - range.lowerBound), at: start)
      return start
    }
    if let what = FileSignature.plain(whole) { throw .foreign(file: reading.file.name, what: what) }
    throw .noHeader(file: reading.file.name, searched: searched)
  }

  private init(reading: MIDIReading, end: Int, offset: Int) {
    self.reading = reading
    self.end = end
    self.offset = offset
  }

  private mutating func read() -> MIDIFile {
    let start = offset
    var (format, division) = readHeader()
    reading.setDivision(division)
    while !reading.isStopped, readChunk() {}
    dropExcess()
    if tracks.count != declaredTracks {
      reading.report(.trackCount(declared: declaredTracks, found: tracks.count), at: start + 10)
    }
    if format == .single, tracks.count > 1 {
      reading.report(.singleWithTracks(tracks.count), at: start + 8)
      format = .simultaneous
    }
    var file = MIDIFile(format: format, division: division, tracks: tracks)
    MIDITimeRepair.repair(&file, longDeltas, reading)
    file.xf = xf
    return file
  }

  /// Removes tracks that were found within other tracks, the last ones first, as long as there are more tracks than
  /// declared.
  private mutating func dropExcess() {
    let excess = nested.suffix(max(0, tracks.count - declaredTracks))
    guard !excess.isEmpty else { return }
    for track in excess.reversed() {
      reading.forget(track: track.number)
      reading.report(.staleTrack, at: track.offset)
    }
    let numbers = Set(excess.map { $0.number })
    let kept = tracks.indices.filter { !numbers.contains($0) }
    tracks = kept.map { tracks[$0] }
    longDeltas = kept.map { longDeltas[$0] }
  }

  private mutating func readHeader() -> (MIDIFile.Format, MIDIFile.Division) {
    let start = offset
    var reader = ByteReader(reading.bytes, range: start..<end)
    reader.skip(4)
    let length = Int(clamping: reader.u32be() ?? 0)
    if length != 6 { reading.report(.headerLength(length), at: start + 4) }
    guard let format = reader.u16be(), let count = reader.u16be(), let division = reader.u16be() else {
      reading.report(.headerCut, at: start)
      offset = end
      return (.simultaneous, .ticksPerQuarter(MIDIFile.assumedTicksPerQuarter))
    }
    let isUsable = length > 6 && length <= end - start - 8 && !reading.isTrackName(at: start + 14, before: end)
    offset = start + 8 + (isUsable ? length : 6)
    declaredTracks = Int(count)
    if format > 2 { reading.report(.format(Int(format)), at: start + 8) }
    return (MIDIFile.Format(rawValue: Int(format)) ?? .simultaneous, self.division(division, at: start + 12))
  }

  private func division(_ word: UInt16, at position: Int) -> MIDIFile.Division {
    let low = Int(word & 0xFF)
    let frames = 256 - Int(word >> 8)
    if word == 0 || word >= 0x8000 && low == 0 {
      reading.report(.divisionZero, at: position)
      return .ticksPerQuarter(MIDIFile.assumedTicksPerQuarter)
    }
    guard word >= 0x8000 else { return .ticksPerQuarter(Int(word)) }
    if ![24, 25, 29, 30].contains(frames) {
      reading.report(.divisionRate(framesPerSecond: frames, ticksPerFrame: low), at: position)
    }
    return .timecode(framesPerSecond: frames, ticksPerFrame: low)
  }

  /// Reads or skips one chunk; returns false at the end.
  private mutating func readChunk() -> Bool {
    let start = offset
    guard end - start >= 8 else {
      if end > start { reading.report(.strayBytes(end - start), at: start) }
      return false
    }
    var reader = ByteReader(reading.bytes, range: start..<end)
    guard let name = reader.tag(), let word = reader.u32be() else { return false }
    let length = Int(clamping: word)
    if name == "MTrk" { return readTrack(length) }
    if name == "MThd", isNextSong(length) {
      reading.report(.anotherSong(bytes: end - start), at: start)
      return false
    }
    let isXF = name == "XFIH" || name == "XFKM"
    if reading.isChunkName(at: start, before: end), length <= end - start - 8 || isXF {
      let isWhole = length <= end - start - 8
      // a chunk that claims to be longer than the file ends at the next track
      let length = isWhole ? length : (reading.nextTrack(from: start + 8, before: end) ?? end) - start - 8
      if !readXF(name, length) || !isWhole {
        reading.report(.alienChunk(name: name.description, length: length), at: start)
      }
      offset = start + 8 + length
      return true
    }
    offset = reading.nextTrack(from: start + 1, before: end) ?? end
    reading.report(.strayBytes(offset - start), at: start)
    if declaredTracks > 0, tracks.count >= declaredTracks, isWhole { isBehindStrayBytes = true }
    return offset < end
  }

  /// Whether a header with a length at the current offset begins another song: tracks have been read, and another one
  /// follows. The tracks of both songs would otherwise play at the same time.
  private func isNextSong(_ length: Int) -> Bool {
    !tracks.isEmpty && tracks.count >= declaredTracks && (6...64).contains(length)
      && reading.isTrackName(at: offset + 8 + length, before: end)
  }

  /// Reads a chunk of the XF format, whose contents are events as in a track. Returns false if it is another chunk, or
  /// if events were damaged; the others are kept.
  private mutating func readXF(_ name: ChunkTag, _ length: Int) -> Bool {
    guard name == "XFIH" || name == "XFKM" else { return false }
    let body = offset + 8
    // what is wrong in the chunk is no defect of the song, even in strict reading
    var options = reading.options
    options.isStrict = false
    let part = MIDIReading(reading.file, options)
    part.eventsLeft = reading.eventsLeft
    var parser = MIDITrackParser(part, index: tracks.count, from: body, length: length, fileEnd: body + length)
    let track = parser.parse()
    reading.eventsLeft -= track.events.count
    if name == "XFIH" { xf.information = xf.information ?? track } else { xf.karaoke = xf.karaoke ?? track }
    return !parser.isDamaged
  }

  private mutating func readTrack(_ length: Int) -> Bool {
    let start = offset
    guard tracks.count < reading.options.limits.tracks else {
      reading.report(.trackLimit(reading.options.limits.tracks), at: start)
      return false
    }
    let isDeclared = tracks.count < declaredTracks
    let mark = reading.diagnostics
    let body = start + 8
    var parser = MIDITrackParser(reading, index: tracks.count, from: body, length: length, fileEnd: end)
    let track = parser.parse()
    offset = parser.nextChunk
    let isNested = nextNested == start
    nextNested = parser.nestedTrack
    if !isDeclared && (parser.looksPrivate || isBehindStrayBytes) {
      reading.forget(since: mark)
      reading.report(isBehindStrayBytes ? .staleTrack : .privateTrack, at: start)
    } else {
      reading.eventsLeft -= track.events.count
      if isNested { nested.append((tracks.count, start)) }
      if parser.isDamaged || parser.endOfTrack == nil { isWhole = false }
      tracks.append(track)
      longDeltas.append(parser.longDeltas)
    }
    return reading.eventsLeft > 0
  }
}
