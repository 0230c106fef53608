import TactusMIDI
import TactusTime

/// Compiles successive versions of a sequence incrementally; successive versions share their unchanged parts.
///
/// - A track with unchanged clip or pattern, swing and groove keeps its timeline. Muting, transposing, channels and
///   loops are settings of the ``CompiledTrack``.
/// - In a changed clip, the compiled notes of unchanged chunks are copied.
///
/// - Thread: control, one thread at a time
package struct TimelineCompiler {
  /// Frames per second.
  package let sampleRate: SampleRate
  /// The results for the latest version, by the identities of the tracks.
  private var compilations: [UInt32: TrackCompilation] = [:]
  private var clock: (tempi: [TempoMap.Entry], ticksPerQuarter: Int, clock: FrameClock)?
  private let pool = NoteMemoryPool()

  /// Creates a compiler that has not compiled any version yet.
  ///
  /// - Parameter sampleRate: frames per second.
  package init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// Returns the timeline of a version.
  ///
  /// - Complexity: O(tracks + notes and messages of changed tracks); of these notes, all but those in changed chunks
  ///   are copied.
  package mutating func compile(_ sequence: MIDISequence) -> SequenceTimeline {
    let hasSolo = sequence.tracks.contains { $0.isSolo }
    var latest: [UInt32: TrackCompilation] = [:]
    var tracks: [(timeline: TrackTimeline, settings: CompiledTrack)] = []
    tracks.reserveCapacity(sequence.tracks.count)
    for track in sequence.tracks {
      let compilation = TrackCompilation(track, after: compilations[track.id], pool: pool)
      latest[track.id] = compilation
      tracks.append((compilation.timeline, track.settings(isAudible: !track.isMuted && (track.isSolo || !hasSolo))))
    }
    compilations = latest
    return SequenceTimeline(tracks, clock: clock(of: sequence), seed: sequence.seed)
  }

  private mutating func clock(of sequence: MIDISequence) -> FrameClock {
    if let clock, clock.ticksPerQuarter == sequence.ticksPerQuarter, clock.tempi == sequence.tempi {
      return clock.clock
    }
    let made = FrameClock(map: sequence.tempoMap, sampleRate: sampleRate)
    clock = (sequence.tempi, sequence.ticksPerQuarter, made)
    return made
  }
}

/// The result of compiling a track: its timeline, and the model it was compiled from.
private struct TrackCompilation {
  let timeline: TrackTimeline
  private let placement: EventPlacement
  private let pattern: Pattern?
  private let clip: CompiledClip?
  private let messages: [ClipMessage]

  init(_ track: Track, after previous: TrackCompilation?, pool: NoteMemoryPool) {
    placement = EventPlacement(track)
    let previous = previous.flatMap { [placement] in $0.placement == placement ? $0 : nil }
    switch track.content {
    case .pattern(let pattern):
      (self.pattern, clip, messages) = (pattern, nil, pattern.messages)
      if let previous, previous.pattern == pattern {
        timeline = previous.timeline
      } else {
        // unchanged messages are shared, so that an edit of the steps does not send them again
        let same = previous.flatMap { $0.pattern?.messages == pattern.messages ? $0.timeline.compiledMessages : nil }
        let messages = same ?? CompiledMessages(pattern.messages, placement)
        timeline = TrackTimeline(pattern, placement, messages)
      }
    case .clip(let source):
      let clip = CompiledClip(source.notes, placement, after: previous?.clip, pool: pool)
      (pattern, self.clip, messages) = (nil, clip, source.messages)
      let hasSameMessages = previous?.clip != nil && previous?.messages == source.messages
      if let previous, hasSameMessages, clip.notes === previous.timeline.compiledNotes {
        timeline = previous.timeline
      } else {
        let messages = hasSameMessages ? previous?.timeline.compiledMessages : nil
        timeline = TrackTimeline(clip, placement, messages ?? CompiledMessages(source.messages, placement))
      }
    }
  }
}

extension Track {
  /// Returns the settings with which the audio thread plays the track, as a compiled track without notes and messages.
  func settings(isAudible: Bool) -> CompiledTrack {
    var compiled = CompiledTrack()
    compiled.id = id
    compiled.start = clampedStart
    compiled.loopLength = passLength ?? 0
    compiled.passLimit = Int64(max(0, passLimit))
    compiled.loopEnd = loopEnd
    compiled.overlap = overlap
    compiled.beforeStart = beforeStart
    compiled.loopChange = loopChange
    compiled.isAudible = isAudible
    compiled.playsInCountIn = playsInCountIn
    compiled.channel = channel.map { Int8($0 & 15) } ?? -1
    compiled.port = port.map { Int8($0 & 15) } ?? -1
    compiled.transpose = Int16(min(max(-128, transpose), 128))
    return compiled
  }
}

extension TrackTimeline {
  fileprivate convenience init(_ pattern: Pattern, _ placement: EventPlacement, _ messages: CompiledMessages) {
    let passes = placement.passPlacements.map { PatternCompiler(pattern, $0) }
    let chances = StepChances(passes[0].chances)  // the same in all passes
    guard placement.hasSeveralPasses else {
      self.init(notes: CompiledNotes(passes[0].notes), messages: messages, chances: chances)
      return
    }
    let notes = GridPasses(passes.map { $0.notes }, inside: passes[0].inside, placement)
    self.init(
      notes: CompiledNotes(notes.notes), messages: messages, chances: chances,
      variants: PassVariants(notes: notes.counts, messages, placement))
  }

  fileprivate convenience init(_ clip: CompiledClip, _ placement: EventPlacement, _ messages: CompiledMessages) {
    let variants = placement.hasSeveralPasses ? PassVariants(notes: clip.counts, messages, placement) : nil
    self.init(notes: clip.notes, messages: messages, variants: variants)
  }
}

extension PassVariants {
  fileprivate convenience init(notes: [Int], _ messages: CompiledMessages, _ placement: EventPlacement) {
    self.init(
      notes: notes, messages: messages.elements.count / placement.positionCount, spacing: placement.spacing)
  }
}

extension CompiledMessages {
  /// Stores the messages of a pass, or of all passes one after another if they differ.
  fileprivate convenience init(_ messages: [ClipMessage], _ placement: EventPlacement) {
    self.init(placement.passPlacements.flatMap { messages.compiled($0) }, areOnce: !placement.hasSeveralPasses)
  }
}

extension [ClipMessage] {
  /// Returns the messages in order, with system-exclusive messages split into packets. System-exclusive messages that
  /// are too long, and separate note-ons and note-offs, are left out.
  fileprivate func compiled(_ placement: EventPlacement) -> [CompiledMessage] {
    var order = Array<Int>(indices)
    if !zip(self, dropFirst()).allSatisfy({ $0.tick <= $1.tick }) {
      order.sort { (self[$0].tick, $0) < (self[$1].tick, $1) }
    }
    var result: [CompiledMessage] = []
    result.reserveCapacity(count)
    for index in order {
      let tick = placement.position(message: self[index].tick)
      switch self[index].content {
      case .channel(let message): if !message.isOfNote { result.append(CompiledMessage(tick: tick, message: message)) }
      case .systemExclusive(let bytes, let port):
        guard bytes.count <= SequencerSettings.systemExclusiveLimit else { continue }
        for packet in SystemExclusivePackets(bytes, port: port) {
          result.append(CompiledMessage(tick: tick, message: packet))
        }
      }
    }
    return result
  }
}
