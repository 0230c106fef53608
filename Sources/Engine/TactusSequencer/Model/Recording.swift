import TactusMIDI
import TactusTime

/// What is played live, on its way into the clip of a track.
///
///     var recording = Recording(into: track, from: tick, quantization: Quantization(grid: 5040))
///     for event in report.events { recording.take(event) }
///     track.clip = recording.clip(at: report.playhead.tick)
///
/// Ticks are those of the sequence, as the sequencer reports them. In a loop they are taken into its one pass: what is
/// played beyond its end comes in at its beginning. Notes keep the channels and ports that they came with; their keys
/// are those that the track transposes to what was played, as near as keys 0…127 come.
///
/// - Until the transport first reaches the tick where recording begins, as in a count-in, nothing is recorded or
///   erased. (A note that is played a little early, and quantised onto that tick, counts.)
/// - Where the ticks go back, because the transport has jumped or cycled, held keys end at the last tick before.
/// - A clip can be asked for at any time while recording goes on, so that a loop plays what the passes before have added.
/// - Thread: control
public struct Recording: Sendable {
  /// What becomes of what is in the clip already.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// It stays, and so does what is recorded in earlier passes.
    case overdub
    /// What the recording has passed over goes, as if a tape were erased; in a loop also what the recording has left there
    /// a pass before.
    case replace
  }

  private struct Taken {
    var note: Note
    var tick: Tick
    /// In which run between two jumps of the transport it was played.
    var run: Int
    var isHeld: Bool
  }

  private let original: Clip
  private let mode: Mode
  private let start: Tick
  private let passLength: Tick?
  private let quantization: Quantization?
  private let transpose: Int
  private var notes: [Taken] = []
  private var held: [Int: [Int]] = [:]
  private var messages: [(message: ClipMessage, tick: Tick, run: Int)] = []
  private var openMessage: [UInt8] = []
  /// The stretches that the transport has passed over since recording began, the present one last.
  private var runs: [Range<Tick>]
  /// Whether the transport has reached the tick where recording begins.
  private var hasBegun = false
  /// Notes that began before the recording, or before the track does, and were left out.
  public private(set) var ignoredNotes = 0

  /// A recording into a track; into an empty clip if it plays a pattern.
  ///
  /// - Parameters:
  ///   - tick: where recording begins, in ticks of the sequence.
  ///   - quantization: where onsets go; nil: they stay where they were played. The grid begins with the track, in a
  ///     loop with each pass; the next pass's beginning is one of its points, whatever the loop's length.
  public init(into track: Track, from tick: Tick, mode: Mode = .overdub, quantization: Quantization? = nil) {
    original = track.clip ?? Clip()
    start = TimeSettings.clamp(tick: track.start)
    passLength = track.passLength
    transpose = min(max(-128, track.transpose), 128)
    (self.mode, self.quantization) = (mode, quantization)
    let tick = TimeSettings.clamp(tick: tick)
    runs = [tick..<tick]
  }

  /// Takes what a sequencer has reported, if it came in from outside.
  public mutating func take(_ event: PlayedEvent) {
    if event.isInput { take(event.message, at: event.tick) }
  }

  /// Takes a message played at a tick of the sequence.
  public mutating func take(_ message: ChannelMessage, at tick: Tick) {
    let tick = TimeSettings.clamp(tick: tick)
    advance(to: tick)
    if message.isSystemExclusive { return takePacket(message, at: tick) }
    guard message.startsNote || message.endsNote else { return add(ClipMessage(tick: 0, message), at: tick) }
    guard let message = message.midi1.first else { return }
    let place = NoteTracker.place(message)
    if message.startsNote {
      held[place, default: []].append(notes.count)
      let note = Note(
        onset: 0, duration: 0, key: message.data1, velocity: message.data2, channel: message.channel, port: message.port
      )
      notes.append(Taken(note: note, tick: tick, run: runs.count - 1, isHeld: true))
    } else if let index = held[place]?.first {
      held[place]?.removeFirst()
      end(index, at: tick, message.isSilentNoteOn ? 64 : message.data2)
    }
  }

  /// The transport has come to a tick; needed where nothing is played, so that ``Mode/replace`` knows what it passes over.
  public mutating func advance(to tick: Tick) {
    let tick = TimeSettings.clamp(tick: tick)
    let present = runs[runs.count - 1]
    guard hasBegun || tick >= present.lowerBound else { return }  // a count-in
    hasBegun = true
    if tick >= present.upperBound {
      runs[runs.count - 1] = present.lowerBound..<tick
    } else {
      for index in held.values.joined() { end(index, at: present.upperBound, 64) }
      held = [:]
      runs.append(tick..<tick)
    }
  }

  /// The clip with what has been recorded until a tick.
  ///
  /// - Parameters:
  ///   - tick: where the transport is now.
  ///   - endsHeldNotes: whether keys that are held end there; if not, their notes are left out for now.
  public mutating func clip(at tick: Tick, endsHeldNotes: Bool = true) -> Clip {
    advance(to: tick)
    var clip = original
    if mode == .replace {
      clip.notes.removeAll { isErased($0.onset) }
      clip.messages.removeAll { isErased($0.tick) }
    }
    ignoredNotes = 0
    var added: [Note] = []
    for taken in notes where endsHeldNotes || !taken.isHeld {
      if let note = placed(taken) { added.append(note) } else { ignoredNotes += 1 }
    }
    clip.notes.insert(contentsOf: added)
    for (message, tick, run) in messages {
      guard tick >= runs[0].lowerBound || run > 0, let place = place(tick), !isErased(place, since: tick, run) else {
        continue
      }
      clip.messages.append(ClipMessage(tick: place, message.content))
    }
    return clip
  }

  private mutating func end(_ index: Int, at tick: Tick, _ velocity: UInt8) {
    notes[index].note.duration = max(1, tick - notes[index].tick)
    notes[index].note.releaseVelocity = velocity
    notes[index].isHeld = false
  }

  /// A note where it goes in the clip; nil if it does not belong there, or has been erased since.
  private func placed(_ taken: Taken) -> Note? {
    var note = taken.note
    if taken.isHeld { note.duration = max(1, runs[taken.run].upperBound - taken.tick) }
    if let passLength { note.duration = min(note.duration, passLength) }
    let tick = start + quantized(taken.tick - start)
    guard taken.run > 0 || tick >= runs[0].lowerBound, let place = place(tick) else { return nil }
    guard !isErased(place, since: max(tick, taken.tick), taken.run) else { return nil }
    note.onset = place
    note.key = UInt8(min(max(0, Int(note.key) - transpose), 127))
    return note
  }

  /// Where a tick goes, both counted from the track's start.
  private func quantized(_ tick: Tick) -> Tick {
    guard let quantization else { return tick }
    guard let passLength else { return quantization.place(tick) }
    let within = (tick % passLength + passLength) % passLength
    return tick - within + quantization.place(within, inPassOf: passLength)
  }

  /// Where a tick of the sequence lies in the clip; nil before the track begins.
  private func place(_ tick: Tick) -> Tick? {
    guard tick >= start else { return nil }
    return passLength.map { (tick - start) % $0 } ?? tick - start
  }

  /// Whether the recording has passed over a place of the clip.
  private func isErased(_ place: Tick) -> Bool { runs.contains { passes(over: place, $0) } }

  /// Whether it has passed over a place of the clip again after a tick of a run.
  private func isErased(_ place: Tick, since tick: Tick, _ run: Int) -> Bool {
    guard mode == .replace else { return false }
    let rest = tick + 1..<max(tick + 1, runs[run].upperBound)
    return passes(over: place, rest) || runs[(run + 1)...].contains { passes(over: place, $0) }
  }

  private func passes(over place: Tick, _ ticks: Range<Tick>) -> Bool {
    guard !ticks.isEmpty, ticks.upperBound > start else { return false }
    let place = min(max(0, place), TimeSettings.tickLimit)  // where it is played
    let (first, end) = (max(0, ticks.lowerBound - start), ticks.upperBound - start)
    guard let passLength else { return (first..<end).contains(place) }
    guard place < passLength else { return false }
    let next = first <= place ? place : place + (first - place + passLength - 1) / passLength * passLength
    return next < end
  }

  private mutating func add(_ message: ClipMessage, at tick: Tick) { messages.append((message, tick, runs.count - 1)) }

  private mutating func takePacket(_ message: ChannelMessage, at tick: Tick) {
    if message.beginsSystemExclusive { openMessage = [] }
    openMessage += (0..<message.packetByteCount).map { message.packetByte($0) }
    guard openMessage.count <= SequencerSettings.systemExclusiveLimit else { return openMessage = [] }
    switch message.packetForm {
    case .whole, .end: add(ClipMessage(tick: 0, .systemExclusive(openMessage, port: message.port)), at: tick)
    default: break
    }
  }
}
