import Synchronization
import TactusRealtime
import TestSupport
import Testing

private typealias Wide = AudioSide.Wide

/// Counts how often each snapshot has been freed, and keeps the memory, so that a reader that is too late finds the
/// marks that were written there.
private final class Graveyard: Sendable {
  let freed: Guarded<[Int]>
  init(_ count: Int) { freed = Guarded([Int](repeating: 0, count: count)) }

  var counts: [Int] { freed.withLock { $0 } }
}

private final class Snapshot: @unchecked Sendable {  // written in init and deinit only
  let memory: UnsafeMutablePointer<Wide>
  private let number: Int
  private let graveyard: Graveyard

  init(_ number: Int, in memory: UnsafeMutableBufferPointer<Wide>, _ graveyard: Graveyard) {
    self.memory = memory.baseAddress! + number
    self.memory.initialize(to: Wide(UInt64(number)))
    (self.number, self.graveyard) = (number, graveyard)
  }

  deinit {
    memory.pointee.words.4 = 0xDEAD  // no longer whole
    graveyard.freed.withLock { $0[number] += 1 }
  }
}

struct SnapshotExchangeTests {
  /// Compared with what a single thread must see.
  @Test func theLatestIsAcquiredAndTheRestIsFreed() {
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      let graveyard = Graveyard(400)
      let memory = UnsafeMutableBufferPointer<Wide>.allocate(capacity: 400)
      defer { memory.deallocate() }
      var exchange: SnapshotExchange<Snapshot, Wide>? = SnapshotExchange()
      var (made, seen) = (0, -1)
      for _ in 0..<400 {
        guard let exchange else { break }
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let snapshot = Snapshot(made, in: memory, graveyard)
          exchange.publish(snapshot, snapshot.memory)
          made += 1
        case 2: exchange.reclaim()
        default:
          let pointer = AudioSide.acquire(exchange.reader)
          seen = made - 1
          let expected = made == 0 ? nil : UnsafePointer(memory.baseAddress! + seen)
          #expect(pointer == expected, "seed \(seed)")
        }
        // alive: the one in use and the latest; a released one may be alive until the next call that frees
        let counts = graveyard.counts
        let isInUseAlive = seen < 0 || counts[seen] == 0
        let isLatestAlive = made == 0 || counts[made - 1] == 0
        #expect(isInUseAlive && isLatestAlive, "seed \(seed)")
        #expect(counts[..<made].count { $0 == 0 } == exchange.heldCount && exchange.heldCount <= 3, "seed \(seed)")
        #expect(counts.allSatisfy { $0 <= 1 })
      }
      exchange?.reclaim()
      #expect((exchange?.heldCount ?? 0) <= 2)
      exchange = nil
      #expect(graveyard.counts[..<made].allSatisfy { $0 == 1 }, "seed \(seed)")
    }
  }

  /// If the audio thread stops, edits do not accumulate snapshots.
  @Test func withoutAReaderOnlyTheLatestIsKept() {
    let graveyard = Graveyard(50)
    let memory = UnsafeMutableBufferPointer<Wide>.allocate(capacity: 50)
    defer { memory.deallocate() }
    let exchange = SnapshotExchange<Snapshot, Wide>()
    for number in 0..<50 {
      let snapshot = Snapshot(number, in: memory, graveyard)
      exchange.publish(snapshot, snapshot.memory)
      #expect(exchange.heldCount == 1)
    }
    #expect(exchange.reclaim() == 0)
    #expect(exchange.reader.acquire()?.pointee.number == 49)
  }

  /// An owner may be published again, as after an undo.
  @Test func theSameOwnerTwice() {
    let graveyard = Graveyard(2)
    let memory = UnsafeMutableBufferPointer<Wide>.allocate(capacity: 2)
    defer { memory.deallocate() }
    do {
      let exchange = SnapshotExchange<Snapshot, Wide>()
      do {
        let (first, second) = (Snapshot(0, in: memory, graveyard), Snapshot(1, in: memory, graveyard))
        for snapshot in [first, second, first, first] {
          exchange.publish(snapshot, snapshot.memory)
          #expect(exchange.reader.acquire() == UnsafePointer(snapshot.memory))
        }
        exchange.reclaim()
      }
      #expect(graveyard.counts == [0, 1])
    }
    #expect(graveyard.counts == [1, 1])
  }
}

/// Run under the thread sanitizer, too.
@Suite(.serialized) struct SnapshotExchangeThreads {
  @Test func nothingIsFreedWhileItIsInUse() {
    let (stress, count) = (Stress(), rounds(20_000))
    let graveyard = Graveyard(count)
    nonisolated(unsafe) let memory = UnsafeMutableBufferPointer<Wide>.allocate(capacity: count)
    defer { memory.deallocate() }
    do {
      let exchange = SnapshotExchange<Snapshot, Wide>()
      together(
        {
          var random = SeededGenerator(seed: 1)
          for number in 0..<count {
            let snapshot = Snapshot(number, in: memory, graveyard)
            exchange.publish(snapshot, snapshot.memory)
            if exchange.heldCount > 3 { stress.fail("\(exchange.heldCount) snapshots alive") }
            switch random.next() % 8 {
            case 0: guard stress.giveWay() else { return }
            case 1: exchange.reclaim()
            default: break
            }
          }
        },
        {
          var last: UInt64 = 0
          while last < UInt64(count - 1) {
            if let state = AudioSide.acquire(exchange.reader) {
              for _ in 0..<20 where !state.pointee.isWhole { stress.fail("read after it was freed") }
              let number = state.pointee.number
              if number < last { stress.fail("\(number) after \(last)") }
              if number > last {
                last = number
                continue
              }
            }
            guard stress.giveWay() else { return }
          }
        })
      #expect(exchange.reader.acquire() == UnsafePointer(memory.baseAddress! + (count - 1)))
      exchange.reclaim()
      #expect(exchange.heldCount == 1)
      let freed = graveyard.counts.reduce(0, +)
      #expect(freed == count - 1)
    }
    let isEachFreedOnce = graveyard.counts.allSatisfy { $0 == 1 }
    #expect(isEachFreedOnce)
  }

  /// Two control threads may edit at once.
  @Test func severalPublishers() {
    let (stress, count) = (Stress(), rounds(4_000))
    let graveyard = Graveyard(2 * count)
    nonisolated(unsafe) let memory = UnsafeMutableBufferPointer<Wide>.allocate(capacity: 2 * count)
    defer { memory.deallocate() }
    let left = Atomic(2)
    do {
      let exchange = SnapshotExchange<Snapshot, Wide>()
      let publish = { @Sendable (first: Int) in
        for number in first..<first + count {
          let snapshot = Snapshot(number, in: memory, graveyard)
          exchange.publish(snapshot, snapshot.memory)
        }
        left.subtract(1, ordering: .releasing)
      }
      together(
        { publish(0) }, { publish(count) },
        {
          while left.load(ordering: .acquiring) > 0 {
            let state = AudioSide.acquire(exchange.reader)
            if let state, !state.pointee.isWhole { stress.fail("read after it was freed") }
            guard stress.giveWay() else { return }
          }
        })
      #expect(exchange.heldCount <= 3)
    }
    let isEachFreedOnce = graveyard.counts.allSatisfy { $0 == 1 }
    #expect(isEachFreedOnce)
  }
}
