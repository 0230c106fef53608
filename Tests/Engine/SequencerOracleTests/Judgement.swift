/// The events heard on one key or controller, in ascending order of frames.
struct Heard: Sendable {
  var on: [(frame: Int, value: UInt8)] = []
  var off: [Int] = []
}

/// Compares the heard events with the due ones: none is lost, doubled, cut short or late.
enum Judgement {
  static func verdict(_ heard: [Int: Heard], _ expected: [Int: [Expected]], areNotes: Bool) -> String? {
    for key in Set(heard.keys).union(expected.keys).sorted() {
      let (was, due) = (heard[key] ?? Heard(), expected[key] ?? [])
      let name = "channel \(key >> 7) \(areNotes ? "key" : "controller") \(key & 127)"
      if let fault = match(was.on.map { ($0.frame, $0.value) }, due, { $0.on }) {
        return "\(name), on: \(fault)"
      }
      guard areNotes else { continue }
      if was.on.count != was.off.count { return "\(name): \(was.on.count) ons, \(was.off.count) offs" }
      if let fault = matchEnds(was.off, due) { return "\(name), off: \(fault)" }
    }
    return nil
  }

  /// Each note-off ends the note that must end first of those that may end there: when a note ends, after an edit of a
  /// loop's length, may be open.
  private static func matchEnds(_ heard: [Int], _ due: [Expected]) -> String? {
    var open = due.sorted { $0.off.lowerBound < $1.off.lowerBound }[...]
    var waiting: [Expected] = []
    func late(_ frame: Int) -> Expected? { waiting.first { !$0.isOptional && $0.off.upperBound < frame } }
    for frame in heard {
      while let next = open.first, next.off.lowerBound <= frame { waiting.append(open.removeFirst()) }
      if let late = late(frame) { return "due at \(late.off) (tick \(late.tick)), not heard until \(frame)" }
      waiting.removeAll { $0.off.upperBound < frame }
      let first = waiting.indices.min {
        (waiting[$0].isOptional ? 1 : 0, waiting[$0].off.upperBound)
          < (waiting[$1].isOptional ? 1 : 0, waiting[$1].off.upperBound)
      }
      guard let first else {
        return "frame \(frame) heard, due is " + (open.first.map { "\($0.off) (tick \($0.tick))" } ?? "nothing")
      }
      waiting.remove(at: first)
    }
    return (waiting + open).first { !$0.isOptional }.map { "due at \($0.off) (tick \($0.tick)) never heard" }
  }

  /// Each heard event matches a due one, in order, and all required ones are heard: a walk over both lists, in which
  /// optional events may be skipped. `open` contains the indices up to which everything is matched.
  private static func match(
    _ heard: [(frame: Int, value: UInt8)], _ due: [Expected], _ when: (Expected) -> ClosedRange<Int>
  ) -> String? {
    let due = due.sorted { when($0).lowerBound < when($1).lowerBound }
    var open = [0]
    for event in heard {
      var next: [Int] = []
      for from in open {
        var index = from
        while index < due.count {
          if when(due[index]).contains(event.frame), due[index].value == event.value {
            if !next.contains(index + 1) { next.append(index + 1) }
          }
          guard due[index].isOptional else { break }
          index += 1
        }
      }
      if next.isEmpty {
        guard let at = open.min(), at < due.count else { return "frame \(event.frame) is not due: nothing is any more" }
        let near = due[at]
        return "frame \(event.frame) (\(event.value)) heard, due is \(when(near)) (\(near.value), tick \(near.tick)"
          + "\(near.isOptional ? ", may be left out" : ""))"
      }
      open = next
    }
    if open.contains(where: { due[$0...].allSatisfy(\.isOptional) }) { return nil }
    let lost = due[open.max()!...].first { !$0.isOptional }!
    return "due at \(when(lost)) (\(lost.value), tick \(lost.tick)) never heard"
  }
}
