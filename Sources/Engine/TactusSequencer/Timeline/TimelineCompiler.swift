import TactusMIDI
import TactusTime

/// Compiles versions of a sequence one after the other, each from the one before: what has not changed is shared.
///
/// - A track whose clip or pattern, swing and groove are the same keeps its timeline; muting, transposing, channels and
///   loops are settings of its lane.
/// - Of a clip that has changed, the chunks of notes that have not are copied as they lie.
///
/// - Thread: control; one at a time
package struct TimelineCompiler {
  /// Frames per second.
  package let sampleRate: SampleRate
  private var tracks: [UInt32: CompiledTrack] = [:]
  private var clock: (tempi: [TempoMap.Entry], ticksPerQuarter: Int, clock: FrameClock)?
  private let store = LaneNoteStore()

  /// A compiler that knows no version yet.
  ///
  /// - Parameter sampleRate: frames per second.
  package init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// The timeline of a version.
  ///
  /// - Complexity: O(tracks + notes and messages of the tracks that changed); of these notes all but the changed chunks
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

/// A track's timeline and what it was made of.
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
        // shared, so that an edit of steps does not send what the pattern has said again
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
  /// How the audio thread plays it.
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
    let passes = placement.places.map { PatternCompiler(pattern, $0) }
    let chances = LaneChances(passes[0].chances)  // the same in all
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
      notes: notes, messages: messages.elements.count / placement.placeCount, spacing: placement.spacing)
  }
}

extension LaneMessages {
  /// The messages of a pass; or of all passes behind each other, where they differ.
  fileprivate convenience init(_ messages: [ClipMessage], _ placement: EventPlacement) {
    self.init(placement.places.flatMap { messages.compiled($0) }, areOnce: !placement.hasSeveralPasses)
  }
}

extension [ClipMessage] {
  /// The messages in order, system-exclusive ones cut into packets; those that are too long are left out,
  /// and so are loose note-ons and note-offs.
  fileprivate func compiled(_ placement: EventPlacement) -> [LaneMessage] {
    var order = Array<Int>(indices)
    if !zip(self, dropFirst()).allSatisfy({ $0.tick <= $1.tick }) {
      order.sort { (self[$0].tick, $0) < (self[$1].tick, $1) }
    }
    var result: [LaneMessage] = []
    result.reserveCapacity(count)
    for index in order {
      let tick = placement.place(message: self[index].tick)
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
