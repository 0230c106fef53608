import TactusMIDI
import TactusTime

/// Compiles successive versions of a sequence incrementally; versions share what has not changed.
///
/// - A track with unchanged clip or pattern, swing and groove keeps its timeline. Muting, transposing, channels and
///   loops are settings of its lane.
/// - In a changed clip, the compiled notes of unchanged chunks are copied.
///
/// - Thread: control, one thread at a time
package struct TimelineCompiler {
  /// Frames per second.
  package let sampleRate: SampleRate
  private var tracks: [UInt32: CompiledTrack] = [:]
  private var clock: (tempi: [TempoMap.Entry], ticksPerQuarter: Int, clock: FrameClock)?
  private let store = LaneNoteStore()

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
    var compiled: [UInt32: CompiledTrack] = [:]
    var parts: [(timeline: TrackTimeline, settings: Lane)] = []
    parts.reserveCapacity(sequence.tracks.count)
    for track in sequence.tracks {
      let result = CompiledTrack(track, after: tracks[track.id], store: store)
      compiled[track.id] = result
      parts.append((result.timeline, track.settings(isAudible: !track.isMuted && (track.isSolo || !hasSolo))))
    }
    tracks = compiled
    return SequenceTimeline(parts, clock: clock(of: sequence), seed: sequence.seed)
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

/// A track's timeline, and the model it was compiled from.
private struct CompiledTrack {
  let timeline: TrackTimeline
  private let placement: EventPlacement
  private let pattern: Pattern?
  private let clip: CompiledClip?
  private let messages: [ClipMessage]

  init(_ track: Track, after previous: CompiledTrack?, store: LaneNoteStore) {
    placement = EventPlacement(track)
    let previous = previous.flatMap { [placement] in $0.placement == placement ? $0 : nil }
    switch track.content {
    case .pattern(let pattern):
      (self.pattern, clip, messages) = (pattern, nil, pattern.messages)
      if let previous, previous.pattern == pattern {
        timeline = previous.timeline
      } else {
        // unchanged messages are shared, so that an edit of the steps does not send them again
        let same = previous.flatMap { $0.pattern?.messages == pattern.messages ? $0.timeline.laneMessages : nil }
        let messages = same ?? LaneMessages(pattern.messages, placement)
        timeline = TrackTimeline(pattern, placement, messages)
      }
    case .clip(let source):
      let clip = CompiledClip(source.notes, placement, after: previous?.clip, store: store)
      (pattern, self.clip, messages) = (nil, clip, source.messages)
      let hasSameMessages = previous?.clip != nil && previous?.messages == source.messages
      if let previous, hasSameMessages, clip.notes === previous.timeline.laneNotes {
        timeline = previous.timeline
      } else {
        let messages = hasSameMessages ? previous?.timeline.laneMessages : nil
        timeline = TrackTimeline(clip, placement, messages ?? LaneMessages(source.messages, placement))
      }
    }
  }
}

extension Track {
  /// Returns the settings with which the audio thread plays the track.
  func settings(isAudible: Bool) -> Lane {
    var lane = Lane()
    lane.track = id
    lane.start = clampedStart
    lane.loopLength = passLength ?? 0
    lane.passLimit = Int64(max(0, passLimit))
    lane.loopEnd = loopEnd
    lane.overlap = overlap
    lane.beforeStart = beforeStart
    lane.loopChange = loopChange
    lane.isAudible = isAudible
    lane.playsInCountIn = playsInCountIn
    lane.channel = channel.map { Int8($0 & 15) } ?? -1
    lane.port = port.map { Int8($0 & 15) } ?? -1
    lane.transpose = Int16(min(max(-128, transpose), 128))
    return lane
  }
}

extension TrackTimeline {
  fileprivate convenience init(_ pattern: Pattern, _ placement: EventPlacement, _ messages: LaneMessages) {
    let passes = placement.passPlacements.map { PatternCompiler(pattern, $0) }
    let chances = LaneChances(passes[0].chances)  // the same in all passes
    guard placement.hasSeveralPasses else {
      self.init(notes: LaneNotes(passes[0].notes), messages: messages, chances: chances)
      return
    }
    let notes = GridPasses(passes.map(\.notes), inside: passes[0].inside, placement)
    self.init(
      notes: LaneNotes(notes.notes), messages: messages, chances: chances,
      parts: LaneParts(notes: notes.counts, messages, placement))
  }

  fileprivate convenience init(_ clip: CompiledClip, _ placement: EventPlacement, _ messages: LaneMessages) {
    let parts = placement.hasSeveralPasses ? LaneParts(notes: clip.counts, messages, placement) : nil
    self.init(notes: clip.notes, messages: messages, parts: parts)
  }
}

extension LaneParts {
  fileprivate convenience init(notes: [Int], _ messages: LaneMessages, _ placement: EventPlacement) {
    self.init(
      notes: notes, messages: messages.elements.count / placement.positionCount, spacing: placement.spacing)
  }
}

extension LaneMessages {
  /// Stores the messages of a pass, or of all passes one after another if they differ.
  fileprivate convenience init(_ messages: [ClipMessage], _ placement: EventPlacement) {
    self.init(placement.passPlacements.flatMap { messages.compiled($0) }, areOnce: !placement.hasSeveralPasses)
  }
}

extension [ClipMessage] {
  /// Returns the messages in order, with system-exclusive messages split into packets. System-exclusive messages that
  /// are too long, and separate note-ons and note-offs, are left out.
  fileprivate func compiled(_ placement: EventPlacement) -> [LaneMessage] {
    var order = Array<Int>(indices)
    if !zip(self, dropFirst()).allSatisfy({ $0.tick <= $1.tick }) {
      order.sort { (self[$0].tick, $0) < (self[$1].tick, $1) }
    }
    var result: [LaneMessage] = []
    result.reserveCapacity(count)
    for index in order {
      let tick = placement.position(message: self[index].tick)
      switch self[index].content {
      case .channel(let message): if !message.isOfNote { result.append(LaneMessage(tick: tick, message: message)) }
      case .systemExclusive(let bytes, let port):
        guard bytes.count <= SequencerSettings.systemExclusiveLimit else { continue }
        for packet in SystemExclusivePackets(bytes, port: port) {
          result.append(LaneMessage(tick: tick, message: packet))
        }
      }
    }
    return result
  }
}
