import TactusMIDI
import TactusSequencer
import TactusTime

/// A track as the documentation describes it: the events of a pass, and the policies.
struct OracleTrack: Sendable {
  struct Due: Hashable, Sendable {
    var onset: Tick
    var duration: Tick
    var key: Int
    var velocity: UInt8
  }
  /// Every second step of the song's grid comes later.
  struct Pairs: Hashable, Sendable {
    var step: Tick
    var later: Tick
  }
  struct Message: Sendable {
    var tick: Tick
    var number: UInt8
    var value: UInt8
  }

  var start: Tick
  /// The length of a pass; nil: played once.
  var length: Tick?
  var passLimit: Int
  var loopEnd: LoopEnd
  var overlap: NoteOverlap
  var beforeStart: BeforeStart
  var loopChange: LoopChange
  var isAudible: Bool
  var channel: Int
  var notes: [Due]
  var messages: [Message]
  var pairs: Pairs?

  init(_ track: Track, in sequence: MIDISequence) {
    (start, passLimit, loopEnd, overlap) = (track.start, track.passLimit, track.loopEnd, track.overlap)
    (beforeStart, loopChange, channel) = (track.beforeStart, track.loopChange, Int(track.channel ?? 0))
    let anySolo = sequence.tracks.contains { $0.isSolo }
    isAudible = !track.isMuted && (track.isSolo || !anySolo)
    (notes, messages) = ([], [])
    var content: Tick = 0
    switch track.content {
    case .clip(let clip):
      notes = clip.notes.map {
        Due(onset: $0.onset, duration: max(1, $0.duration), key: Int($0.key) + track.transpose, velocity: $0.velocity)
      }
      for message in clip.messages {
        guard case .channel(let said) = message.content else { continue }
        messages.append(Message(tick: message.tick, number: said.data1, value: said.data2))
      }
      content = clip.length ?? max(notes.map { $0.onset + $0.duration }.max() ?? 0, messages.map(\.tick).max() ?? 0)
    case .pattern(let pattern):
      notes = Self.strokes(pattern, track)
      content = Tick(pattern.steps.count) * pattern.stepLength
    }
    pairs = track.swing.map { swing in
      Pairs(step: swing.step, later: (swing.step * Tick(2 * swing.hundredths - 10_000) + 5000) / 10_000)
    }
    length = track.isLooped && content > 0 ? track.loopLength ?? content : nil
    if track.isLooped, length == nil { length = track.loopLength }
    notes = notes.filter { 0...127 ~= $0.key }
    notes.sort { $0.onset < $1.onset }
    messages.sort { $0.tick < $1.tick }
  }

  /// The delay of an event at a point of the song's grid.
  func later(_ tick: Tick) -> Tick {
    guard let pairs else { return 0 }
    return floorDivision(Int128(tick), Int128(pairs.step)).0 & 1 == 1 ? pairs.later : 0
  }

  /// The documented strokes of a pattern of certain steps, before swing: gates in hundredths, and ratchets.
  private static func strokes(_ pattern: Pattern, _ track: Track) -> [Due] {
    var strokes: [Due] = []
    let step = pattern.stepLength
    for (index, item) in pattern.steps.enumerated() where item.isOn {
      let at = Tick(index) * step
      let gate = max(1, step * Tick(item.gate ?? pattern.gate) / 100)
      let count = Tick(item.ratchet.count)
      for stroke in 0..<count {
        let begin = step * stroke / count
        let next = step * (stroke + 1) / count
        let duration = count == 1 ? gate : max(1, min(gate, next - begin - 1))
        for key in item.keys.isEmpty ? [pattern.key] : item.keys {
          strokes.append(
            Due(
              onset: at + begin, duration: duration, key: Int(key) + track.transpose,
              velocity: item.velocity ?? pattern.velocity))
        }
      }
    }
    return strokes
  }

  /// The end of a note that started in a pass.
  func end(of note: Due, onset: Tick, passStart: Tick, passLength: Tick?) -> Tick {
    guard let passLength else { return onset + note.duration }
    return switch loopEnd {
    case .cut: min(onset + note.duration, passStart + passLength)
    case .ringOver: onset + note.duration
    case .wrap: onset + min(note.duration, passLength)
    }
  }
}

/// The passes of a track after edits.
struct Passes: Sendable {
  /// The start of the pass from which all later passes are counted.
  var anchor: Tick
  /// The pass before it, which is played to its end, if its length differs.
  var held: (start: Tick, length: Tick, number: Int)?
  /// The number of passes before the anchor that count towards a limit.
  var first = 0

  init(_ track: OracleTrack) { anchor = track.start }

  /// An edit at a tick: the first that the old version has not played.
  mutating func change(from old: OracleTrack, to new: OracleTrack, at tick: Tick) {
    if let pass = held, tick >= pass.start + pass.length { held = nil }
    guard let before = old.length, let after = new.length else {
      (anchor, held, first) = (new.start, nil, 0)
      return
    }
    guard before != after || old.start != new.start else { return }
    switch new.loopChange {
    case .keepBeat: (anchor, held, first) = (new.start, nil, 0)
    case .restart: (anchor, held, first) = (new.beforeStart == .wrap ? tick : max(tick, new.start), nil, 0)
    case .atNextPass: playToTheEnd(before, new, at: tick)
    }
  }

  private mutating func playToTheEnd(_ length: Tick, _ new: OracleTrack, at tick: Tick) {
    guard tick >= new.start || new.beforeStart == .wrap else { return }
    if held == nil {
      let (passes, rest) = floorDivision(Int128(tick - anchor), Int128(length))
      if rest == 0 {  // the new length begins
        (anchor, first) = (tick, first + Int(passes))
        return
      }
      held = (tick - Tick(rest), length, first + Int(passes))
    }
    (anchor, first) = (held!.start + held!.length, held!.number + 1)
  }

  /// The passes that reach into a segment of ticks, ascending.
  func forEach(in ticks: Range<Tick>, of track: OracleTrack, _ body: (_ start: Tick, _ length: Tick?) -> Void) {
    guard let length = track.length else { return body(track.start, nil) }
    func isPlayed(_ number: Int) -> Bool { track.passLimit == 0 || number < track.passLimit }
    if let held, isPlayed(held.number), held.start < ticks.upperBound, held.start + held.length > ticks.lowerBound {
      body(held.start, held.length)
    }
    let from = held.map { max(ticks.lowerBound, $0.start + $0.length) } ?? ticks.lowerBound
    guard from < ticks.upperBound else { return }
    var pass = Tick(floorDivision(Int128(from - anchor), Int128(length)).0)
    if track.beforeStart == .silent || anchor != track.start { pass = max(pass, 0) }
    while anchor + pass * length < ticks.upperBound, isPlayed(first + Int(pass)) {
      body(anchor + pass * length, length)
      pass += 1
    }
  }
}
