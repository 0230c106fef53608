import TactusMIDI

// The trace of voices: what happens to them, recorded on the audio side and read by `VoiceTracer`.

/// One recorded event of a voice.
struct VoiceTraceEntry {
  var kind: VoiceEvent.Kind
  var reason: VoiceEvent.Reason?
  var key: UInt8 = 0
  var velocity: UInt8 = 0
  /// The index of the channel, 0…255.
  var part: Int32 = 0
  /// The index of the voice; −1 for none.
  var voice: Int32 = -1
  /// The index of the voice's region; −1 for none.
  var region: Int32 = -1
  /// The number of the voice's note; 0 for none.
  var note: UInt64 = 0
  /// The number of the note that steals or chokes the voice; 0 for none.
  var byNote: UInt64 = 0
  /// The stem and the track of the note, for starts and missing voices.
  var route = NoteRoute()
  var frame: Int64
}

/// A buffer of recorded events.
///
/// - Thread: audio; another thread may read and clear it while nothing renders
struct VoiceTrace {
  let entries: UnsafeMutablePointer<VoiceTraceEntry>
  let capacity: Int
  var count = 0
  /// The number of events for which the buffer had no room.
  var lostCount = 0

  mutating func record(_ entry: VoiceTraceEntry) {
    guard count < capacity else {
      lostCount &+= 1
      return
    }
    (entries + count).initialize(to: entry)
    count &+= 1
  }
}

extension VoiceTable {
  /// Records an event of a voice, if voices are traced.
  @inline(__always)
  func record(
    _ kind: VoiceEvent.Kind, _ index: Int, at frame: Int64, _ reason: VoiceEvent.Reason? = nil, byNote: UInt64 = 0
  ) {
    guard let trace else { return }
    let voice = voices + index
    trace.pointee.record(
      VoiceTraceEntry(
        kind: kind, reason: reason, key: voice.pointee.key, velocity: voice.pointee.velocity,
        part: voice.pointee.channel, voice: Int32(truncatingIfNeeded: index), note: voice.pointee.note,
        byNote: byNote, frame: frame))
  }

  /// The number of recorded events, including lost ones.
  @inline(__always) var traceCount: Int { trace.map { $0.pointee.count &+ $0.pointee.lostCount } ?? 0 }
}

extension VoicePool {
  /// Records the start of a voice, if voices are traced.
  @inline(__always)
  func recordStart(_ index: Int) {
    let table = renderer.updates.table
    guard let trace = table.trace else { return }
    let voice = voices + index
    trace.pointee.record(
      VoiceTraceEntry(
        kind: .start, key: voice.pointee.key, velocity: voice.pointee.velocity, part: voice.pointee.channel,
        voice: Int32(truncatingIfNeeded: index), region: regionIndex(voice.pointee.region), note: voice.pointee.note,
        route: voice.pointee.route, frame: frame))
  }

  /// Records that a note-on starts no voice, or that one of its regions starts none, if voices are traced.
  @inline(__always)
  func recordMissing(
    _ channel: Int, key: UInt8, velocity: UInt8, _ reason: VoiceEvent.Reason, note: UInt64 = 0,
    region: UnsafePointer<Region>? = nil
  ) {
    guard let trace = renderer.updates.table.trace else { return }
    trace.pointee.record(
      VoiceTraceEntry(
        kind: .missing, reason: reason, key: key, velocity: velocity, part: Int32(truncatingIfNeeded: channel),
        region: regionIndex(region), note: note,
        route: reason == .notReceived ? NoteRoute() : channels[channel].route, frame: frame))
  }

  /// Records a note-on that no part has received, if voices are traced.
  ///
  /// This is the case if the trace still has the `count` events that it had before the note-on.
  @inline(__always)
  func recordIgnored(_ message: ChannelMessage, since count: Int) {
    guard renderer.updates.table.trace != nil, renderer.updates.table.traceCount == count, message.startsNote else {
      return
    }
    let velocity = max(1, UInt8(truncatingIfNeeded: message.velocity16() &>> 9))
    let channel = Int(message.port) &* 16 &+ Int(message.channel)
    recordMissing(channel, key: message.data1 & 127, velocity: velocity, .notReceived)
  }

  private func regionIndex(_ region: UnsafePointer<Region>?) -> Int32 {
    region.map { Int32(truncatingIfNeeded: $0 - UnsafePointer(bank.regions)) } ?? -1
  }
}
