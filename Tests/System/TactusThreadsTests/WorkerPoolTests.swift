import Synchronization
import TactusEngine
import TactusThreads
import TestSupport
import Testing

/// Plain memory for results, one element per item: ThreadSanitizer detects every race on it.
final class Places: @unchecked Sendable {  // each item writes its own place; `perform` orders the rest
  let counts: UnsafeMutableBufferPointer<Int>
  init(_ count: Int) {
    counts = .allocate(capacity: count)
    counts.initialize(repeating: 0)
  }
  deinit { counts.deallocate() }
}

struct WorkerPoolTests {
  @Test(arguments: [1, 2, 3, 8]) func everyItemRunsOnceAndIsSeen(_ width: Int) {
    for patience in [0, 100] {
      let pool = WorkerPool(width: width, patience: patience)
      #expect(pool.width == width)
      for count in [-1, 0, 1, 2, 3, 7, 64, 1000] {
        let places = Places(max(1, count))
        for round in 1...5 {
          pool.perform(count) { places.counts[$0] += 1 }
          #expect(places.counts.prefix(max(0, count)).allSatisfy { $0 == round })
        }
      }
    }
  }

  @Test func manyShortJobsInARow() {
    let pool = WorkerPool(width: 3)
    let places = Places(4)
    for _ in 0..<3000 { pool.perform(4) { places.counts[$0] += 1 } }
    #expect(places.counts.allSatisfy { $0 == 3000 })
  }

  @Test func sleepersAreWoken() async throws {
    let pool = WorkerPool(width: 4, patience: 0)
    for round in 0..<20 {
      if round % 5 == 0 { try await Task.sleep(for: .milliseconds(2)) }
      // Ends only if a worker joins the caller: each of two items waits for the other.
      let met = Atomic(0)
      let deadline = ContinuousClock.now + .seconds(120)
      pool.perform(2) { _ in
        met.wrappingAdd(1, ordering: .relaxed)
        while met.load(ordering: .relaxed) < 2, ContinuousClock.now < deadline {}
      }
      #expect(ContinuousClock.now < deadline)
    }
  }

  @Test func performInsidePerform() {
    let pool = WorkerPool(width: 3)
    let places = Places(16)
    pool.perform(4) { outer in pool.perform(4) { inner in places.counts[outer * 4 + inner] += 1 } }
    #expect(places.counts.allSatisfy { $0 == 1 })
  }

  @Test func severalCallersAtOnce() async {
    let pool = WorkerPool(width: 3)
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let places = Places(8)
          for _ in 0..<300 { pool.perform(8) { places.counts[$0] += 1 } }
          return places.counts.reduce(0, +)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == [2400, 2400, 2400, 2400])
  }

  @Test func unevenItemsAreSharedAndAwaited() {
    var generator = SeededGenerator(seed: 2)
    let loads = (0..<40).map { _ in Int.random(in: 0...20_000, using: &generator) }
    let pool = WorkerPool(width: 4, patience: 10)
    let places = Places(loads.count)
    pool.perform(loads.count) { item in
      var sum = 0
      for i in 0..<loads[item] { sum &+= i }
      places.counts[item] = sum
    }
    #expect(Array(places.counts) == loads.map { $0 * ($0 - 1) / 2 })
  }

  @Test func poolsEndCleanly() {
    let places = Places(2)
    for round in 0..<40 {
      let pool = WorkerPool(width: round % 4 + 1, patience: round % 3 * 50)
      if round % 2 == 0 { pool.perform(2) { places.counts[$0] += 1 } }
    }
    #expect(Array(places.counts) == [20, 20])
  }

  @Test func widthsAreClamped() {
    #expect(WorkerPool(width: 0).width == 1)
    #expect(WorkerPool(width: .min).width == 1)
    #expect(Processors.available >= 1)
    #expect(SerialWork().width == 1)
    let places = Places(3)
    SerialWork().perform(3) { places.counts[$0] += $0 }
    SerialWork().perform(-3) { _ in Issue.record("nothing is to be done") }
    #expect(Array(places.counts) == [0, 1, 2])
  }
}
