import TactusFiles
import TactusMIDI
import TactusTime

extension MIDISequence {
  /// Problems found, and decisions made, while importing a MIDI file.
  public struct ImportFindings: Hashable, Sendable {
    /// The number of notes without a note-off; they end with their track.
    public var hangingNotes = 0
    /// The number of note-offs without a note; kept as ``FileEvent``s.
    public var strayNoteOffs = 0
    /// The number of MIDI 2.0 notes whose velocities were reduced to seven bits.
    public var shortenedNotes = 0
    /// The number of tempo changes that have no effect because the file's time division is in SMPTE frames.
    public var unusedTempi = 0

    /// Creates findings with no problems.
    public init() {}
    /// Whether there are no problems.
    public var isEmpty: Bool { self == ImportFindings() }
  }

  /// Creates a sequence from a MIDI file: one track for each track of the file, with notes instead of separate note-ons
  /// and note-offs. All other contents of the file are kept, so that ``MIDISequence/midiFile(until:isFilling:)`` can
  /// write them again.
  ///
  /// - A note consists of a note-on and the first note-off on its port, channel and key that has not ended another
  ///   note: a note-off in the same track is preferred to one in another track. Notes may overlap, even on one key
  ///   (``NoteOverlap/layer``).
  /// - Tempi and meters are read from all tracks. If there are several tracks and the first one plays nothing, it
  ///   provides the sequence's name and ``fileEvents`` and does not become a track.
  /// - If several songs follow one another (format 2), pedals, pitch bend, modulation, expression and
  ///   pressure are reset between two songs: channels on which the song before has sent controllers, pressure or pitch
  ///   bend receive controller 121.
  /// - A system-exclusive message written as an escape (bytes to be sent unchanged) is imported as a message.
  /// - A file with a time base of SMPTE frames becomes a sequence with quarter notes of exactly half a second (or a
  ///   second, if half a second is not a whole number of ticks).
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - choice: the song to import from a file with several songs.
  ///   - findings: receives the problems found.
  public init(_ file: MIDIFile, choice: SequenceChoice = .first, findings: inout ImportFindings) {
    let base = FileTicks(file.division)
    self.init(ticksPerQuarter: base.ticksPerQuarter)
    take(file, choice, base, &findings)
  }

  private mutating func take(
    _ file: MIDIFile, _ choice: SequenceChoice, _ base: FileTicks, _ findings: inout ImportFindings
  ) {
    portNumbers = file.portNumbers
    let selection = TrackSelection(file, choice)
    var readings = selection.tracks.map { TrackReading(file.tracks[$0.index], offset: $0.offset) }
    if file.format != .independent {
      TrackReading.matchAcross(&readings)
    } else {
      for index in readings.indices.dropFirst().reversed() {
        readings[index].begin(at: selection.tracks[index].offset, after: readings[index - 1])
      }
    }
    let conductor = readings.count > 1 && file.format != .independent && readings[0].isConductor ? 1 : 0
    if conductor == 1 { fileEvents = readings[0].conductorEvents }
    tracks = readings[conductor...].map { $0.track(&findings) }
    var (meters, tempi) = (Self.meters(in: fileEvents), Self.tempi(in: fileEvents))
    for (number, track) in tracks.enumerated() {
      if file.format == .independent, number > 0 {  // a song that follows another starts with 120 BPM and 4/4
        let offset = selection.tracks[number].offset
        meters.append(MeterMap.Entry(tick: offset, meter: .common))
        tempi.append(TempoMap.Entry(tick: offset, tempo: .standard))
      }
      meters += Self.meters(in: track.fileEvents)
      tempi += Self.tempi(in: track.fileEvents)
    }
    if base.tempo != nil { findings.unusedTempi += tempi.count }
    self.meters = Self.lastAtEachTick(meters, { $0.tick })
    self.tempi = base.tempo.map { [TempoMap.Entry(tick: 0, tempo: $0)] } ?? Self.lastAtEachTick(tempi, { $0.tick })
    name = Self.name(in: fileEvents) ?? ""
    removeRedundantFileEvents()
  }

  /// Creates a sequence from a MIDI file; see ``init(_:choice:findings:)``.
  public init(_ file: MIDIFile, choice: SequenceChoice = .first) {
    var findings = ImportFindings()
    self.init(file, choice: choice, findings: &findings)
  }

  /// Removes the file events that an export would recreate identically from the sequence itself.
  private mutating func removeRedundantFileEvents() {
    let kept = fileEvents.filter { !$0.isConducting }
    var own = self
    own.fileEvents = kept
    // Each change of `tracks` checks all identities, so all tracks are changed at once.
    own.tracks = tracks.map { track in
      var emptied = track
      emptied.fileEvents = []
      return emptied
    }
    let conductor = own.conductorEvents
    if tracks.allSatisfy({ !$0.fileEvents.contains(where: { $0.isTempoOrMeter }) }),
      conductor == fileEvents.filter({ $0.isConducting })
    {
      fileEvents = kept
    }
    tracks = tracks.map { track in
      let names = track.fileEvents.filter { $0.isMeta(0x03) }
      guard names.count == 1, names == track.nameEvents else { return track }
      var nameless = track
      nameless.fileEvents.removeAll { $0.isMeta(0x03) }
      return nameless
    }
  }
}

/// The ticks per quarter note that a file's time division corresponds to.
private struct FileTicks {
  var ticksPerQuarter: Int
  /// The tempo that gives a tick its duration in SMPTE time; nil if the file's tempi apply.
  var tempo: Tempo?

  init(_ division: MIDIFile.Division) {
    switch division {
    case .ticksPerQuarter(let ticks): (ticksPerQuarter, tempo) = (ticks, nil)
    case .timecode(let frames, let ticks):
      // 29 means 30 frames in 1.001 s
      let perSecond = max(1, (frames == 29 ? 30 : frames) * ticks)
      let second = frames == 29 ? 1_001_000 : 1_000_000
      let isEven = perSecond % 2 == 0
      ticksPerQuarter = isEven ? perSecond / 2 : perSecond
      tempo = Tempo(microsecondsPerQuarter: isEven ? second / 2 : second)
    }
  }
}

/// A track of a file while it is converted to a track of a sequence.
private struct TrackReading {
  private(set) var fileEvents: [FileEvent] = []
  private var notes: [Note] = []
  private var messages: [ClipMessage] = []
  private let name: String?
  private let endTick: Tick
  private var shortenedNotes = 0
  /// The notes that have started, by port, channel and key: their indices, and how many of them have ended.
  private var open: [Int: (notes: [Int], ended: Int)] = [:]
  /// Note-offs without a note in this track.
  private var strays: [(tick: Tick, message: ChannelMessage, index: Int)] = []

  init(_ track: MIDIFile.Track, offset: Tick) {
    name = track.name
    endTick = TrackSelection.shift(track.endTick, by: offset)
    for event in track.events { add(event, of: track, at: TrackSelection.shift(event.tick, by: offset)) }
  }

  /// Inserts controller 121 at the start of the track, for each channel whose controllers, pressure or pitch bend the song
  /// before has changed.
  mutating func begin(at tick: Tick, after song: TrackReading) {
    var moved = Set<Int>()
    for message in song.messages {
      if case .channel(let message) = message.content, message.changesControllers { moved.insert(message.channelIndex) }
    }
    messages.insert(contentsOf: moved.sorted().map { ClipMessage(tick: tick, .controllerReset($0)) }, at: 0)
  }

  /// Whether the track has file events but plays nothing.
  var isConductor: Bool { notes.isEmpty && messages.isEmpty && strays.isEmpty && !fileEvents.isEmpty }

  /// The track's file events, including its end if that is later than the last event.
  var conductorEvents: [FileEvent] {
    let isLater = endTick > fileEvents.last?.tick ?? 0
    return fileEvents + (isLater ? [FileEvent(tick: endTick, .meta(type: 0x2F, []))] : [])
  }

  private mutating func add(_ event: MIDIFile.Event, of track: MIDIFile.Track, at tick: Tick) {
    let bytes = { Array(track.payload(of: event)) }
    switch event.content {
    case .channel(let message): add(message, at: tick)
    case .meta(let type, _): fileEvents.append(FileEvent(tick: tick, .meta(type: type, bytes())))
    case .escape:
      let bytes = bytes()
      if bytes.first == 0xF0, bytes.count > 1, let message = Self.message(bytes.dropFirst()) {
        messages.append(ClipMessage(tick: tick, .systemExclusive(message, port: event.port)))
      } else {
        fileEvents.append(FileEvent(tick: tick, .escape(bytes, port: event.port)))
      }
    case .packet: fileEvents.append(FileEvent(tick: tick, .packet(bytes())))
    case .tempo(let units): fileEvents.append(FileEvent(tick: tick, .tempo(tenNanoseconds: units)))
    case .sysEx:
      let bytes = bytes()
      if let message = Self.message(bytes[...]) {
        messages.append(ClipMessage(tick: tick, .systemExclusive(message, port: event.port)))
      } else {
        fileEvents.append(FileEvent(tick: tick, .unfinished(bytes, port: event.port)))
      }
    }
  }

  /// Returns the data between F0 and F7, given the bytes after F0; nil if they are not a complete message.
  private static func message(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    bytes.last == 0xF7 && bytes.dropLast().allSatisfy { $0 < 0x80 } ? Array(bytes.dropLast()) : nil
  }

  private mutating func add(_ original: ChannelMessage, at tick: Tick) {
    guard original.startsNote || original.endsNote else {
      messages.append(ClipMessage(tick: tick, original))
      return
    }
    var message = original
    if original.isMIDI2, let translated = original.midi1.first {
      message = translated
      if original.startsNote { shortenedNotes += 1 }
    } else if original.isSilentNoteOn {
      message = original.noteOff
    }
    let keyIndex = message.keyIndex
    if message.startsNote {
      open[keyIndex, default: ([], 0)].notes.append(notes.count)
      notes.append(
        Note(
          onset: tick, duration: -1, key: message.data1, velocity: message.data2, channel: message.channel,
          port: message.port))
    } else if !endFirst(at: keyIndex, tick, message.data2) {
      strays.append((tick, message, fileEvents.count))
    }
  }

  /// Ends the first open note of a key; returns false if there is none.
  private mutating func endFirst(at keyIndex: Int, _ tick: Tick, _ velocity: UInt8) -> Bool {
    guard let found = open[keyIndex], found.ended < found.notes.count else { return false }
    end(found.notes[found.ended], at: tick, velocity)
    open[keyIndex]?.ended += 1
    return true
  }

  private mutating func end(_ index: Int, at tick: Tick, _ velocity: UInt8) {
    notes[index].duration = tick - notes[index].onset
    notes[index].releaseVelocity = velocity
  }

  /// Matches note-offs that have no note in their own track with notes of other tracks, first in, first out.
  static func matchAcross(_ readings: inout [TrackReading]) {
    guard readings.count > 1, readings.contains(where: { !$0.strays.isEmpty }) else { return }
    var open: [Int: [(onset: Tick, reading: Int, note: Int)]] = [:]
    for (index, reading) in readings.enumerated() {
      for (keyIndex, found) in reading.open where found.ended < found.notes.count {
        open[keyIndex, default: []] += found.notes[found.ended...].map { (reading.notes[$0].onset, index, $0) }
      }
    }
    for keyIndex in open.keys {
      open[keyIndex]?.sort { ($0.onset, $0.reading, $0.note) > ($1.onset, $1.reading, $1.note) }
    }
    let strays = readings.enumerated().flatMap { index, reading in reading.strays.map { (reading: index, stray: $0) } }
    for index in readings.indices { readings[index].strays = [] }
    let order = strays.indices.sorted { (strays[$0].stray.tick, $0) < (strays[$1].stray.tick, $1) }
    var isMatched = [Bool](repeating: false, count: strays.count)
    for index in order {
      let (reading, stray) = strays[index]
      let keyIndex = stray.message.keyIndex
      guard let next = open[keyIndex]?.last, next.onset <= stray.tick, next.reading != reading else { continue }
      open[keyIndex]?.removeLast()
      readings[next.reading].end(next.note, at: stray.tick, stray.message.data2)
      isMatched[index] = true
    }
    for (index, stray) in strays.enumerated() where !isMatched[index] {
      readings[stray.reading].strays.append(stray.stray)
    }
  }

  /// The events that play nothing, including the note-offs without a note.
  private var fileEventsWithStrays: [FileEvent] {
    guard !strays.isEmpty else { return fileEvents }
    var result: [FileEvent] = []
    var done = 0
    for stray in strays {
      result += fileEvents[done..<stray.index]
      result.append(FileEvent(tick: stray.tick, .noteOff(stray.message)))
      done = stray.index
    }
    return result + fileEvents[done...]
  }

  /// Returns the track. Notes that are still open end with it.
  func track(_ findings: inout MIDISequence.ImportFindings) -> Track {
    var notes = notes
    let fileEvents = fileEventsWithStrays
    for index in notes.indices where notes[index].duration < 0 {
      notes[index].duration = max(0, endTick - notes[index].onset)
      findings.hangingNotes += 1
    }
    findings.strayNoteOffs += strays.count
    findings.shortenedNotes += shortenedNotes
    var clip = Clip(notes: NoteList(notes), messages: messages)
    if endTick > max(clip.lastTick, fileEvents.last?.tick ?? 0) { clip.length = endTick }
    var track = Track(clip, name: name ?? "")
    track.overlap = .layer
    track.fileEvents = fileEvents
    return track
  }
}
