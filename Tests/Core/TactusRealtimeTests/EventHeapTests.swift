import TactusRealtime
import TestSupport
import Testing

private typealias Message = AudioSide.Message

struct EventHeapTests {
  /// A model of the heap: a list that is sorted and searched completely.
  private struct Model {
    struct Entry {
      var time: Int64
      var rank: UInt8
      var number: Int
      var isEssential: Bool
    }
    let capacity: Int
    var entries: [Entry] = []

    private static func comes(_ a: Entry, _ b: Entry) -> Bool {
      (a.time, a.rank, a.number) < (b.time, b.rank, b.number)
    }

    /// The number of the element that is not in the list afterwards; nil if all are.
    mutating func push(_ entry: Entry) -> Int? {
      entries.append(entry)
      entries.sort(by: Self.comes)
      guard entries.count > capacity else { return nil }
      let others = entries.lastIndex { !$0.isEssential && $0.number != entry.number }
      let own = entries.firstIndex { $0.number == entry.number }
      return (entry.isEssential ? others ?? own : own).map { entries.remove(at: $0).number }
    }

    mutating func pop(before end: Int64) -> Int? {
      guard let first = entries.first, first.time < end else { return nil }
      return entries.removeFirst().number
    }
  }

  @Test(arguments: [false, true]) func elementsComeOutInOrder(isCrowded: Bool) {
    for seed in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      let capacity = isCrowded ? Int.random(in: 1...8, using: &random) : Int.random(in: 20...200, using: &random)
      let memory = EventHeapMemory<Message>(capacity: capacity)
      var (heap, model) = (memory.heap, Model(capacity: capacity))
      let span = Int64.random(in: 0...100, using: &random)
      for number in 0..<200 {
        if Int.random(in: 0..<3, using: &random) > 0 {
          let isExtreme = Int.random(in: 0..<20, using: &random) == 0
          let extreme: Int64 = Bool.random(using: &random) ? .min : .max
          let time = isExtreme ? extreme : Int64.random(in: -span...span, using: &random)
          let entry = Model.Entry(
            time: time, rank: UInt8.random(in: 0...2, using: &random), number: number,
            isEssential: Bool.random(using: &random))
          let message = Message(source: Int(entry.rank), number: number)
          let outside = AudioSide.push(message, &heap, time: time, isEssential: entry.isEssential)
          #expect(outside == model.push(entry), "seed \(seed)")
        } else {
          let end = Int64.random(in: -span...span, using: &random)
          #expect(AudioSide.pop(&heap, before: end)?.number == model.pop(before: end), "seed \(seed)")
        }
        #expect(heap.count == model.entries.count && heap.firstTime == model.entries.first?.time, "seed \(seed)")
      }
      while let expected = model.pop(before: .max) {
        #expect(AudioSide.pop(&heap, before: .max)?.number == expected, "seed \(seed)")
      }
    }
  }

  /// If an essential element is refused, the heap contains only essential ones; and inessential elements never displace
  /// essential ones.
  @Test func essentialOnesAreRefusedByEachOtherOnly() {
    let memory = EventHeapMemory<Message>(capacity: 3)
    var heap = memory.heap
    let pushes: [(Int64, Bool, Int?)] = [
      (5, false, nil), (9, false, nil), (1, false, nil),  // full
      (0, false, 3),  // earlier than all, and refused
      (20, true, 1),  // the last goes
      (2, true, 0), (3, true, 2),  // all are essential now
      (0, true, 7), (0, false, 8),
    ]
    for (number, push) in pushes.enumerated() {
      let outside = AudioSide.push(Message(number: number), &heap, time: push.0, isEssential: push.1)
      #expect(outside == push.2, "push \(number)")
    }
    let order = (0..<3).map { _ in AudioSide.pop(&heap, before: 100)?.number }
    #expect(order == [5, 6, 4])
    heap.push(Message(), time: 0)
    heap.reset()
    #expect(heap.count == 0 && heap.pop(before: .max)?.number == nil)
  }
}
