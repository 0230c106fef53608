import TactusSequencer
import TactusTime

/// Random tracks whose behavior the documentation defines, without probabilities.
struct RandomMusic {
  var random: any RandomNumberGenerator
  let ticks: Int

  mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
  mutating func oneOf<T>(_ values: [T]) -> T { values[below(values.count)] }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func sequence(isEdited: Bool) -> MIDISequence {
    let count = 1 + below(4)
    var tracks = (0..<count).map { chance(30) && !isEdited ? pattern(UInt8($0)) : clip(UInt8($0), isEdited: isEdited) }
    if chance(10) { tracks[below(count)].isSolo = true }
    if chance(10) { tracks[below(count)].isMuted = true }
    return MIDISequence(tracks, ticksPerQuarter: ticks)
  }

  /// A length of some sixteenths or of any number of ticks.
  private mutating func length() -> Tick {
    max(1, chance(50) ? Tick(ticks * (1 + below(24)) / 4) : Tick(ticks / 8 + below(4 * ticks)))
  }

  mutating func clip(_ channel: UInt8, isEdited: Bool) -> Track {
    let length = length()
    var notes: [Note] = []
    for key in 0..<(1 + below(5)) {
      // notes of one key do not overlap in the clip; in loops they may
      var at = Tick(below(Int(length)))
      while at < length + Tick(ticks / 2), notes.count < 24 {
        let lasts = Tick(chance(30) ? max(1, ticks / 100) : 1 + below(ticks * 2))
        notes.append(
          Note(
            onset: at, duration: lasts, key: UInt8(40 + key), velocity: UInt8(1 + below(127)), channel: channel))
        at += lasts + Tick(below(ticks))
      }
    }
    var messages: [ClipMessage] = []
    if chance(40) {
      for index in 0..<(1 + below(4)) {
        messages.append(
          .controller(UInt8(20 + index), UInt8(below(128)), at: Tick(below(Int(length))), channel: channel))
      }
    }
    var track = Track(
      Clip(notes: NoteList(notes), messages: messages), channel: channel, isLooped: isEdited || chance(75))
    if track.isLooped { track.loopLength = length }
    track.loopEnd = oneOf([.cut, .ringOver, .wrap])
    track.overlap = oneOf([.retrigger, .retrigger, .layer])
    track.loopChange = oneOf([.keepBeat, .restart, .atNextPass])
    if !isEdited {
      track.start = chance(60) ? 0 : Tick(below(8 * ticks))
      track.beforeStart = oneOf([.silent, .wrap])
      if track.loopEnd == .cut, chance(15) { (track.passLimit, track.beforeStart) = (1 + below(6), .silent) }
    }
    if chance(20) { track.transpose = below(25) - 12 }
    return track
  }

  mutating func pattern(_ channel: UInt8) -> Track {
    let step = Tick(max(200, ticks / oneOf([2, 4, 4, 8])) / 200 * 200)
    let steps = (0..<(1 + below(24))).map { _ -> Step in
      guard chance(60) else { return .rest }
      return Step(
        [UInt8(60 + below(3))], velocity: UInt8(1 + below(127)), gate: oneOf([10, 50, 100, 150]),
        ratchet: chance(20) ? Ratchet(2 + below(4)) : Ratchet())
    }
    var track = Track(Pattern(steps, stepLength: step, gate: 50), channel: channel)
    if chance(40), !steps.contains(where: { $0.ratchet.count > 1 }) {
      track.swing = Swing(percent: Double(oneOf([54, 58, 60, 66, 75])), step: step)
      if chance(50) { track.start = Tick(below(9)) * step }
    }
    return track
  }

  /// One edit of a track, or a mute or solo.
  mutating func edit(_ sequence: MIDISequence) -> MIDISequence {
    var next = sequence
    let index = below(next.tracks.count)
    let noteCount = next.tracks[index].clip?.notes.count ?? 0
    switch below(8) {
    case 0: next.name += "."
    case 1 where noteCount > 1: next.tracks[index].clip!.notes.remove(at: below(noteCount))
    case 2 where noteCount > 0:
      let lasts = Tick(1 + below(ticks))
      // shorter, so that it overlaps no other of its key
      next.tracks[index].clip!.notes.update(at: below(noteCount)) { $0.duration = min($0.duration, lasts) }
    case 3:
      let length = next.tracks[index].loopLength ?? Tick(ticks)
      next.tracks[index].clip!.notes.insert(
        Note(
          onset: Tick(below(Int(length))), duration: Tick(1 + below(ticks)), key: UInt8(70 + noteCount % 30),
          velocity: UInt8(1 + below(127)), channel: UInt8(index)))
    case 4: next.tracks[index].isMuted.toggle()
    case 5: next.tracks[index].isSolo.toggle()
    default: next.tracks[index].loopLength = length()
    }
    return next
  }
}
