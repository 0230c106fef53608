import TactusMIDI

extension MIDIFile {
  /// The options for writing.
  public struct WriteOptions: Hashable, Sendable {
    /// The format to write; nil for the format of the song. Format 0 merges all tracks into one.
    public var format: Format?
    /// Whether running status is used: the file is smaller, and almost all readers support it.
    public var usesRunningStatus = false

    /// Creates the default options, optionally with another format.
    public init(format: Format? = nil) { self.format = format }
  }

  /// Returns the song as a Standard MIDI File: the header, and tracks that each end with End of Track; all
  /// variable-length quantities are as short as possible.
  ///
  /// Port events (FF 21) define the ports; ``namingPorts()`` inserts them. MIDI 2.0 messages and the tempi of clip
  /// files are converted to MIDI 1.0 messages and microseconds; packets without an equivalent are omitted.
  /// - Thread: any
  public func written(_ options: WriteOptions = WriteOptions()) throws(MIDIWriteError) -> [UInt8] {
    let format = options.format ?? self.format
    let tracks = try tracks(for: format)
    guard division.isWritable else { throw .division(division) }
    guard tracks.count <= 0xFFFF else { throw .trackCount(tracks.count) }
    var writer = MIDITrackWriter(usesRunningStatus: options.usesRunningStatus)
    writer.bytes.reserveCapacity(14 + tracks.reduce(0) { $0 + 16 + $1.events.count * 4 })
    writer.bytes.append(contentsOf: "MThd".utf8)
    writer.append(6, bytes: 4)
    writer.append(format.rawValue, bytes: 2)
    writer.append(tracks.count, bytes: 2)
    writer.append(division.word, bytes: 2)
    for (index, track) in tracks.enumerated() { try writer.append(track, index) }
    return writer.bytes
  }

  private func tracks(for format: Format) throws(MIDIWriteError) -> [Track] {
    let isOne = tracks.count <= 1
    if self.format == .independent, format != .independent, !isOne { throw .independentTracks(tracks.count) }
    if self.format != .independent, format == .independent, !isOne { throw .dependentTracks(tracks.count) }
    return format == .single ? [mergedTrack()] : tracks
  }
}

extension MIDIFile.Division {
  /// The header's division word; only for divisions that a header can store.
  fileprivate var word: Int {
    switch self {
    case .ticksPerQuarter(let ticks): ticks
    case .timecode(let frames, let ticks): (256 - frames) << 8 | ticks
    }
  }
}

/// Writes track chunks.
struct MIDITrackWriter {
  var bytes: [UInt8] = []
  private let usesRunningStatus: Bool
  private var tick: Int64 = 0
  private var runningStatus: UInt8 = 0
  private var index = 0

  init(usesRunningStatus: Bool) { self.usesRunningStatus = usesRunningStatus }

  mutating func append(_ value: Int, bytes count: Int) {
    for byte in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
  }

  mutating func append(_ track: MIDIFile.Track, _ index: Int) throws(MIDIWriteError) {
    bytes.append(contentsOf: "MTrk".utf8)
    append(0, bytes: 4)
    let start = bytes.count
    (tick, runningStatus, self.index) = (0, 0, index)
    for event in track.events { try append(event, of: track) }
    try appendDelta(to: max(track.endTick, tick))
    bytes.append(contentsOf: [0xFF, 0x2F, 0])
    guard let length = UInt32(exactly: bytes.count - start) else { throw .trackLength(track: index) }
    for byte in 0..<4 { bytes[start - 4 + byte] = UInt8(truncatingIfNeeded: length >> ((3 - byte) * 8)) }
  }

  private mutating func append(_ event: MIDIFile.Event, of track: MIDIFile.Track) throws(MIDIWriteError) {
    switch event.content {
    case .channel(let message):
      if !message.isMIDI2 { return try append(message, at: event.tick) }
      for message in message.midi1 { try append(message, at: event.tick) }
    case .meta(let type, let slice): try append([0xFF, type], track.payload(slice), at: event.tick)
    case .sysEx(let slice): try append([0xF0], track.payload(slice), at: event.tick)
    case .escape(let slice): try append([0xF7], track.payload(slice), at: event.tick)
    case .tempo(let length):
      let microseconds = max(1, min((UInt64(length) + 50) / 100, 0xFF_FFFF))
      let payload = [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
      try append([0xFF, 0x51], payload, at: event.tick)
    case .packet: break
    }
  }

  private mutating func append(_ message: ChannelMessage, at tick: Int64) throws(MIDIWriteError) {
    guard message.kind != nil else { return }
    try appendDelta(to: tick)
    if !usesRunningStatus || message.status != runningStatus { bytes.append(message.status) }
    runningStatus = message.status
    bytes.append(message.data1)
    if message.byteCount == 3 { bytes.append(message.data2) }
  }

  private mutating func append(
    _ start: [UInt8], _ payload: some Collection<UInt8>, at tick: Int64
  ) throws(MIDIWriteError) {
    try appendDelta(to: tick)
    runningStatus = 0
    bytes.append(contentsOf: start)
    appendNumber(payload.count)
    bytes.append(contentsOf: payload)
  }

  private mutating func appendDelta(to next: Int64) throws(MIDIWriteError) {
    guard next - tick <= MIDIFile.maxDelta else { throw .gap(track: index, tick: next) }
    appendNumber(Int(next - tick))
    tick = next
  }

  /// Appends a variable-length quantity in as few bytes as possible; 0…maxDelta.
  private mutating func appendNumber(_ value: Int) {
    var shift = 21
    while shift > 0, value >> shift == 0 { shift -= 7 }
    while shift > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
      shift -= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: value) & 0x7F)
  }
}
