import TactusSequencer
import TestSupport
import Testing

/// Notes stay in order after any edits.
@Suite struct NoteListTests {
  private func note(_ random: inout SeededGenerator) -> Note {
    Note(
      onset: random.number(0...400), duration: random.number(0...900), key: UInt8(random.number(0...127)),
      velocity: UInt8(random.number(1...127)))
  }

  /// After any edits, the list equals an array with stable insertion.
  @Test(arguments: [10, 600, 1500]) func editsAsInAnArray(size: Int) {
    for seed: UInt64 in 0..<UInt64(rounds(2)) {
      var random = SeededGenerator(seed: seed)
      var list = NoteList()
      var array: [Note] = []
      for _ in 0..<(2 * size) {
        let position = array.isEmpty ? 0 : Int(random.number(0...Int64(array.count - 1)))
        switch random.number(0...5) {
        case 0 where !array.isEmpty && array.count > size:
          #expect(list.remove(at: position) == array.remove(at: position))
        case 1 where !array.isEmpty:
          let note = note(&random)
          let isInPlace =
            (position == 0 || array[position - 1].onset <= note.onset)
            && (position == array.count - 1 || note.onset <= array[position + 1].onset)
          if isInPlace { array[position] = note } else { array.remove(at: position) }
          let index = isInPlace ? position : array.firstIndex { $0.onset > note.onset } ?? array.count
          if !isInPlace { array.insert(note, at: index) }
          #expect(list.update(at: position) { $0 = note } == index)
        default:
          let note = note(&random)
          let index = array.firstIndex { $0.onset > note.onset } ?? array.count
          array.insert(note, at: index)
          #expect(list.insert(note) == index)
        }
      }
      let isSame = Array(list) == array && list.indices.allSatisfy { list[$0] == array[$0] }
      #expect(isSame && list.count == array.count, "seed \(seed)")
      #expect(list.end == array.map(\.end).max())
      func first(_ tick: Int64) -> Int { array.firstIndex { $0.onset >= tick } ?? array.count }
      #expect(list.indices(in: 100..<300) == first(100)..<first(300))
      let isEqual = list == NoteList(array) && NoteList(array).hashValue == list.hashValue
      #expect(isEqual)
      while !array.isEmpty {
        let position = Int(random.number(0...Int64(array.count - 1)))
        let wasSame = list.remove(at: position) == array.remove(at: position)
        if !wasSame || list.count != array.count { Issue.record("seed \(seed): another note was removed") }
      }
      #expect(list.isEmpty && list.end == 0)
    }
  }

  @Test func orderAtOneOnset() {
    let notes = [60, 62, 64].map { Note(onset: 5, duration: 1, key: $0) }
    var list: NoteList = [Note(onset: 9, duration: 1, key: 1), notes[0], notes[1]]
    #expect(list.insert(notes[2]) == 2)
    #expect(list.map(\.key) == [60, 62, 64, 1])
    list.insert(contentsOf: [Note(onset: 5, duration: 2, key: 65)])
    list.insert(contentsOf: (0..<40).map { Note(onset: 5, duration: 2, key: UInt8($0)) })
    #expect(list.map(\.key) == [60, 62, 64, 65] + Array(0..<40) + [1])
    list.removeAll { $0.onset == 5 }
    #expect(list.map(\.key) == [1])
    #expect(list.update(at: 0) { $0.onset = 0 } == 0 && list.first?.onset == 0)
  }

  /// A copy does not change.
  @Test func copiesAreValues() {
    var list = NoteList((0..<5000).map { Note(onset: $0, duration: 1, key: 60) })
    let copy = list
    list.remove(at: 2500)
    list.update(at: 10) { $0.key = 1 }
    let isWhole = copy.count == 5000 && copy.allSatisfy { $0.key == 60 }
    #expect(isWhole && list.count == 4999 && list[10].key == 1 && list != copy)
  }
}
