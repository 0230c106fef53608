import TactusSynth

/// A note of a bounce as it sounds: when it starts and ends in the output, and which preset plays it.
///
/// Law: `onset ≤ keyUp ≤ release ≤ end`.
///
/// In legato, the voices of a note can continue at another key. The note then ends as if its key were released, and a
/// second note without an attack begins. No note-on belongs to the second note if its key was pressed earlier and is
/// still down.
/// - Thread: any
public struct BounceNote: Hashable, Sendable {
  /// The frame of the output on which the note starts. A note that was held before a rendered range starts before the
  /// range's first frame, possibly below 0.
  public var onset: Int64
  /// The frame on which the key is released; ``end`` if the note ends before that.
  public var keyUp: Int64
  /// The frame on which the release of the sound begins, which a pedal can delay; ``end`` if the note ends before that.
  public var release: Int64
  /// The frame after the last frame on which a voice of the note sounds; a voice ends at its noise floor. This frame
  /// may be beyond the end of the output, because the final part of the tail is removed if it is too quiet for the
  /// sample format.
  public var end: Int64
  /// The key, 0…127, as it sounds: part settings and MIDI effects may have moved it.
  public var key: UInt8
  /// The velocity, 1…127.
  public var velocity: UInt8
  /// The channel on the port, 0…15. For GS and XG this is the part that plays.
  public var channel: UInt8
  /// The port, 0…15.
  public var port: UInt8
  /// The index of the track in the song, counted from 0; nil if MIDI effects have generated the note, or if no part
  /// receives it.
  public var track: Int?
  /// The index of the stem in the plan; nil if no stems are rendered.
  public var stem: Int?
  /// The bank number of the preset, 128 for drum kits; nil for a silent note.
  public var bank: Int?
  /// The program of the preset, 0…127; nil for a silent note.
  public var program: Int?
  /// The name of the preset; nil for a silent note.
  public var preset: String?
  /// The number of voices that the note has started, plus those that have moved to its key.
  public var voices = 0
  /// Why the note is silent; nil if it sounds.
  public var missing: VoiceEvent.Reason?
  /// Whether a voice of the note was stolen because the polyphony was used up.
  public var isStolen = false

  fileprivate init(_ event: VoiceEvent) {
    (onset, keyUp, release, end) = (event.frame, event.frame, event.frame, event.frame)
    (key, velocity, channel, port) = (event.key, event.velocity, event.channel, event.port)
    (track, stem) = (event.track, event.stem)
    setPreset(event.region)
  }
}

/// Collects the notes of a bounce from its voice events.
///
///     let notes = NoteCollector(for: bouncer)
///     let report = try bouncer.render(trace: { notes.take($0) }) { block in … }
///     for note in notes.finish() { print(note.onset, note.key, note.end) }
///
/// - Thread: control, one at a time
public final class NoteCollector {
  /// The first frame of the song in the output.
  private let first: Int64
  private var collected: [Pending] = []
  /// The number of the latest note-on, and the index of its note. The voices of a note start one directly after
  /// another.
  private var latest: (number: Int, index: Int)?
  /// The index of the note of each sounding voice.
  private var voiceIndices: [Int: Int] = [:]
  /// The indices of the notes between which the latest voice has moved.
  private var latestMove: (old: Int, new: Int)?

  /// A note that has not ended, and which of its times are known so far.
  fileprivate struct Pending {
    var note: BounceNote
    var isKeyUp = false
    var isReleased = false
  }

  /// Creates a collector for one rendering of a bounce.
  public init(for bouncer: Bouncer) { first = bouncer.leadInFrames }

  /// Processes the next voice event; the frames of the events must ascend.
  public func take(_ event: VoiceEvent) {
    switch event.kind {
    case .start: start(event)
    case .missing: miss(event)
    case .move: move(event)
    case .sustain: change(event) { if !$0.isKeyUp { ($0.isKeyUp, $0.note.keyUp) = (true, event.frame) } }
    case .release: change(event) { $0.release(at: event.frame) }
    case .steal: change(event) { $0.note.isStolen = true }
    case .choke, .replace, .silence: break
    case .end:
      change(event) { $0.note.end = max($0.note.end, event.frame) }
      if let voice = event.voice { voiceIndices[voice] = nil }
    }
  }

  /// Returns the notes in ascending order of their onsets, and forgets them. Call it when the bounce has ended. Notes
  /// whose sound has ended before the first audible frame are left out.
  public func finish() -> [BounceNote] {
    let first = first
    let notes = collected.lazy.map { $0.ended }.filter { $0.end > first || $0.onset >= first }
    defer { (collected, latest, voiceIndices, latestMove) = ([], nil, [:], nil) }
    return Array(notes)
  }

  private func start(_ event: VoiceEvent) {
    guard let voice = event.voice else { return }
    let index = noteIndex(of: event) ?? add(event)
    collected[index].note.voices += 1
    collected[index].note.missing = nil
    if collected[index].note.preset == nil { collected[index].note.setPreset(event.region) }
    voiceIndices[voice] = index
  }

  /// Handles a note-on, or one region of it, that starts no voice. The note is silent only if none of its regions
  /// starts a voice.
  private func miss(_ event: VoiceEvent) {
    guard noteIndex(of: event) == nil else { return }
    collected[add(event)].note.missing = event.reason
  }

  private func noteIndex(of event: VoiceEvent) -> Int? {
    latest.flatMap { $0.number == event.note ? $0.index : nil }
  }

  private func add(_ event: VoiceEvent) -> Int {
    collected.append(Pending(note: BounceNote(event)))
    if let number = event.note { latest = (number, collected.count - 1) }
    return collected.count - 1
  }

  /// Handles a voice that continues at another key: its note ends, and a note without an attack begins. All voices of a
  /// note move on the same frame, one after the other.
  private func move(_ event: VoiceEvent) {
    guard let voice = event.voice, let old = voiceIndices[voice] else { return }
    let index: Int
    if let latestMove, latestMove.old == old, collected[latestMove.new].note.begins(with: event) {
      index = latestMove.new
    } else {
      collected[old].release(at: event.frame)
      collected[old].note.end = max(collected[old].note.end, event.frame)
      var note = BounceNote(event)
      note.setPreset(event.region)
      collected.append(Pending(note: note))
      index = collected.count - 1
      latestMove = (old, index)
    }
    collected[index].note.voices += 1
    voiceIndices[voice] = index
  }

  private func change(_ event: VoiceEvent, _ body: (inout Pending) -> Void) {
    guard let index = event.voice.flatMap({ voiceIndices[$0] }) else { return }
    body(&collected[index])
  }
}

extension BounceNote {
  /// Whether an event on the same frame and key started the note.
  fileprivate func begins(with event: VoiceEvent) -> Bool {
    (onset, key, channel, port) == (event.frame, event.key, event.channel, event.port)
  }

  fileprivate mutating func setPreset(_ region: VoiceEvent.Region?) {
    (bank, program, preset) = (region?.bank, region?.program, region?.preset)
  }
}

extension NoteCollector.Pending {
  fileprivate mutating func release(at frame: Int64) {
    if !isKeyUp { (isKeyUp, note.keyUp) = (true, frame) }
    if !isReleased { (isReleased, note.release) = (true, frame) }
  }

  /// The note; times that are still missing are set to its end.
  fileprivate var ended: BounceNote {
    var note = note
    note.release = isReleased ? min(note.release, note.end) : note.end
    note.keyUp = isKeyUp ? min(note.keyUp, note.release) : note.release
    return note
  }
}
