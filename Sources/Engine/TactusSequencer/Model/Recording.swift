import TactusMIDI
import TactusTime

/// Records live input into the clip of a track.
///
///     var recording = Recording(into: track, from: tick, quantization: Quantization(grid: 5040))
///     for event in report.events { recording.take(event) }
///     track.clip = recording.clip(at: report.playhead.tick)
///
/// Ticks are those of the sequence, as the sequencer reports them. In a loop they are mapped to a single pass: input
/// after the end of the pass is recorded at its start. Notes keep their original channels and ports. Their keys are
/// chosen so that the track transposes them to the keys that were played, as far as the range 0…127 permits.
///
/// - Nothing is recorded or erased until the transport first reaches the tick at which recording starts, for example
///   during a count-in. (A note that is played slightly earlier and quantized to that tick is recorded.)
/// - When the ticks go backwards because the transport has jumped, held notes end at the last tick before the jump. If
///   the transport cycles, set ``cycle``: held notes then end with the region.
/// - The clip can be requested at any time during recording, so that a loop plays the notes that earlier passes have
///   added.
/// - Thread: control
public struct Recording: Sendable {
  /// How recording affects the existing contents of the clip.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// Existing notes stay, including those recorded in earlier passes.
    case overdub
    /// Existing notes are erased as the recording passes over them, as on tape; in a loop, this includes notes recorded
    /// in the previous pass.
    case replace
  }

  private struct Taken {
    var note: Note
    var tick: Tick
    /// The index of the run in which the note was played; a run lasts from one jump of the transport to the next.
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
  private var packets = PacketsJoined()
  /// The ranges that the transport has passed since recording started, the current one last.
  private var runs: [Range<Tick>]
  /// Whether the transport has reached the tick at which recording starts.
  private var hasBegun = false
  /// The cycle region of the transport, in ticks of the sequence; nil if the transport does not cycle.
  ///
  /// If the ticks go backwards within the region, the transport has wrapped: it has played up to the end of the region,
  /// where held notes end, and again from its start. A note whose grid point is at the end of the region is recorded at
  /// its start, because a note at the end would not be played.
  public var cycle: Range<Tick>?
  /// The number of notes that the most recently returned clip lacks, because they started before the recording or the
  /// track, or were erased by a later pass.
  public private(set) var ignoredNotes = 0

  /// Starts a recording into a track. If the track plays a pattern, the recording starts with an empty clip. A loop keeps
  /// its length, whatever is recorded or erased.
  ///
  /// - Parameters:
  ///   - track: the track as it is before the recording.
  ///   - tick: the tick of the sequence at which recording starts.
  ///   - mode: whether the recording adds to the track's notes or replaces them.
  ///   - quantization: the grid for onsets; nil to leave them unchanged. The grid starts with the track, and in a loop
  ///     with each pass. The start of the next pass is a grid point for any loop length.
  public init(into track: Track, from tick: Tick, mode: Mode = .overdub, quantization: Quantization? = nil) {
    var original = track.clip ?? Clip()
    // What is recorded does not change the length of a loop that follows from its contents.
    if track.isLooped, track.loopLength == nil, original.length == nil { original.length = track.passLength }
    self.original = original
    start = TimeSettings.clamp(tick: track.start)
    passLength = track.passLength
    transpose = min(max(-128, track.transpose), 128)
    (self.mode, self.quantization) = (mode, quantization)
    let tick = TimeSettings.clamp(tick: tick)
    runs = [tick..<tick]
  }

  /// Records an event that a sequencer has reported, if it is input.
  public mutating func take(_ event: PlayedEvent) {
    if event.isInput { take(event.message, at: event.tick) }
  }

  /// Records a message played at a tick of the sequence.
  public mutating func take(_ message: ChannelMessage, at tick: Tick) {
    let tick = TimeSettings.clamp(tick: tick)
    advance(to: tick)
    if message.isSystemExclusive {
      if let whole = packets.clipContent(of: message) { add(ClipMessage(tick: 0, whole), at: tick) }
      return
    }
    guard message.startsNote || message.endsNote else { return add(ClipMessage(tick: 0, message), at: tick) }
    guard let message = message.midi1.first else { return }
    let keyIndex = message.keyIndex
    if message.startsNote {
      held[keyIndex, default: []].append(notes.count)
      let note = Note(
        onset: 0, duration: 0, key: message.data1, velocity: message.data2, channel: message.channel, port: message.port
      )
      notes.append(Taken(note: note, tick: tick, run: runs.count - 1, isHeld: true))
    } else if let index = held[keyIndex]?.first {
      held[keyIndex]?.removeFirst()
      end(index, at: tick, message.isSilentNoteOn ? 64 : message.data2)
    }
  }

  /// Advances the transport to a tick. Call it even if nothing is played, so that ``Mode/replace`` erases the notes
  /// that the transport passes over.
  public mutating func advance(to tick: Tick) {
    let tick = TimeSettings.clamp(tick: tick)
    let present = runs[runs.count - 1]
    guard hasBegun || tick >= present.lowerBound else { return }  // during a count-in
    hasBegun = true
    if tick >= present.upperBound {
      runs[runs.count - 1] = present.lowerBound..<tick
    } else {
      let region = region.flatMap { $0.contains(tick) && $0.reaches(present.upperBound) ? $0 : nil }
      let last = region?.upperBound ?? present.upperBound
      runs[runs.count - 1] = present.lowerBound..<last
      for index in held.values.joined() { end(index, at: last, 64) }
      held = [:]
      runs.append((region?.lowerBound ?? tick)..<tick)
    }
  }

  /// The cycle region; nil if there is none, or if it is empty.
  private var region: Range<Tick>? {
    guard let cycle else { return nil }
    let (start, end) = (TimeSettings.clamp(tick: cycle.lowerBound), TimeSettings.clamp(tick: cycle.upperBound))
    return start < end ? start..<end : nil
  }

  /// Returns the clip with everything recorded before a tick.
  ///
  /// - Parameters:
  ///   - tick: the current position of the transport.
  ///   - endsHeldNotes: whether the notes of held keys end at that tick; if not, they are left out for now.
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
      guard tick >= runs[0].lowerBound || run > 0, let position = position(tick), !isErased(position, since: tick, run)
      else {
        continue
      }
      clip.messages.append(ClipMessage(tick: position, message.content))
    }
    return clip
  }

  private mutating func end(_ index: Int, at tick: Tick, _ velocity: UInt8) {
    notes[index].note.duration = max(1, tick - notes[index].tick)
    notes[index].note.releaseVelocity = velocity
    notes[index].isHeld = false
  }

  /// Returns a note at its position in the clip; nil if it is outside the clip, or has been erased since.
  private func placed(_ taken: Taken) -> Note? {
    var note = taken.note
    if taken.isHeld { note.duration = max(1, runs[taken.run].upperBound - taken.tick) }
    if let passLength { note.duration = min(note.duration, passLength) }
    var (tick, run) = (start + quantized(taken.tick - start), taken.run)
    var latest = max(tick, taken.tick)
    guard run > 0 || latest >= runs[0].lowerBound else { return nil }
    if let region, region.contains(taken.tick), tick >= region.upperBound {
      // the grid point is played in the next pass of the region
      tick = region.lowerBound + (tick - region.upperBound) % (region.upperBound - region.lowerBound)
      run = min(run + 1, runs.count - 1)
      latest = run > taken.run ? tick : taken.tick
    }
    guard let position = position(tick), !isErased(position, since: latest, run) else { return nil }
    note.onset = position
    note.key = UInt8(min(max(0, Int(note.key) - transpose), 127))
    return note
  }

  /// Returns the quantized tick; both ticks are counted from the start of the track.
  private func quantized(_ tick: Tick) -> Tick {
    guard let quantization else { return tick }
    guard let passLength else { return quantization.quantize(tick) }
    let within = (tick % passLength + passLength) % passLength
    return tick - within + quantization.quantize(within, inPassOf: passLength)
  }

  /// Maps a tick of the sequence to the clip; nil before the start of the track.
  private func position(_ tick: Tick) -> Tick? {
    guard tick >= start else { return nil }
    return passLength.map { (tick - start) % $0 } ?? tick - start
  }

  /// Whether the recording has passed over a position in the clip.
  private func isErased(_ position: Tick) -> Bool { runs.contains { passes(over: position, $0) } }

  /// Whether the recording has passed over a position in the clip after `tick`, in run `run` or in a later run.
  private func isErased(_ position: Tick, since tick: Tick, _ run: Int) -> Bool {
    guard mode == .replace else { return false }
    let rest = tick + 1..<max(tick + 1, runs[run].upperBound)
    return passes(over: position, rest) || runs[(run + 1)...].contains { passes(over: position, $0) }
  }

  private func passes(over position: Tick, _ ticks: Range<Tick>) -> Bool {
    guard !ticks.isEmpty, ticks.upperBound > start else { return false }
    let position = min(max(0, position), TimeSettings.tickLimit)  // clamped as in playback
    let (first, end) = (max(0, ticks.lowerBound - start), ticks.upperBound - start)
    guard let passLength else { return (first..<end).contains(position) }
    guard position < passLength else { return false }
    let next = first <= position ? position : position + (first - position + passLength - 1) / passLength * passLength
    return next < end
  }

  private mutating func add(_ message: ClipMessage, at tick: Tick) { messages.append((message, tick, runs.count - 1)) }
}

extension Range<Tick> {
  /// Whether playback that has reached a tick is in the range or at its end.
  fileprivate func reaches(_ tick: Tick) -> Bool { tick >= lowerBound && tick <= upperBound }
}
