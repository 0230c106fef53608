import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The cost of an edit on the control side, until its timeline can be published.
@Suite struct EditCostTests {
  private static let count = 100_000

  private func sequence(tracks: Int) -> MIDISequence {
    let notes = (0..<Self.count).map { Note(onset: Tick($0) * 500, duration: 400, key: UInt8(36 + $0 % 60)) }
    return MIDISequence(
      (0..<tracks).map { number in
        let part = notes.indices.lazy.filter { $0 % tracks == number }.map { notes[$0] }
        return Track(Clip(notes: NoteList(part), length: Tick(Self.count) * 500), isLooped: true)
      })
  }

  /// One of 100,000 notes, in one clip or in sixteen: well under a millisecond of processor time. Timings are
  /// meaningful in release builds only.
  @Test(.enabled(if: isRelease, "timings are those of release builds"), arguments: [1, 16], [false, true])
  func editsAreQuick(tracks: Int, isSwung: Bool) {
    var sequence = sequence(tracks: tracks)
    if isSwung { for index in 0..<tracks { sequence.tracks[index].swing = Swing(percent: 60) } }
    var compiler = TimelineCompiler(sampleRate: 48_000)
    var random = SeededGenerator(seed: 3)
    var kept = [compiler.compile(sequence)]
    var times: [Double] = []
    for round in 0..<300 {
      let (track, tick) = (round % tracks, random.number(0...Tick(Self.count) * 500 - 1))
      let time = processorSeconds {
        let position = sequence.tracks[track].clip?.notes.firstIndex(notBefore: tick) ?? 0
        switch round % 3 {
        case 0: sequence.tracks[track].clip?.notes.insert(Note(onset: tick, duration: 9, key: 60))
        case 1:
          sequence.tracks[track].clip?.notes.update(at: max(0, position - 1)) { $0.velocity = UInt8(1 + round % 99) }
        default: sequence.tracks[track].clip?.notes.remove(at: max(0, position - 1))
        }
        kept.append(compiler.compile(sequence))
      }
      times.append(time)
      if kept.count > 2 { kept.removeFirst() }
    }
    times.sort()
    #expect(times[150] < 0.001, "\(times[150]) s, at worst \(times[299]) s")
  }
}

/// Whether this is a release build.
private let isRelease: Bool = {
  var isRelease = true
  assert(
    {
      isRelease = false
      return true
    }())
  return isRelease
}()
