import Synchronization
import TactusRealtime

/// Owns what both sides of MIDI learn share.
///
/// - Thread: control, except ``core`` and ``words``
final class LearnMemory: @unchecked Sendable {  // the audio thread owns the core; the rest is thread-safe
  /// The assignments, and the parameter that waits for a controller.
  struct State {
    var assignments: [ControllerAssignment] = []
    var learning: Int?
  }

  let state = Guarded(State())
  let core: UnsafeMutablePointer<LearnCore>
  let words: LearnWords
  private let exchange = SnapshotExchange<LearnedControllers, LearnedControllers.Plain>()
  private let pairs: UnsafeMutablePointer<ControllerPairs>
  private let waiting: UnsafeMutablePointer<LearnCore.Waiting>

  init() {
    words = LearnWords()
    pairs = .allocate(capacity: 16)
    pairs.initialize(repeating: ControllerPairs(), count: 16)
    waiting = .allocate(capacity: LearnCore.mostWaiting)
    core = .allocate(capacity: 1)
    core.initialize(
      to: LearnCore(maps: exchange.reader, words: words, pairs: pairs, waiting: waiting))
  }

  deinit {
    core.deallocate()
    pairs.deallocate()
    waiting.deallocate()
    words.deallocate()
  }

  /// Hands the assignments over to the audio thread.
  func publish(_ assignments: [ControllerAssignment]) {
    let map = LearnedControllers(assignments)
    exchange.publish(map, map.plain)
    exchange.reclaim()
  }
}

/// Assignments in plain memory.
///
/// - Thread: any
final class LearnedControllers: @unchecked Sendable {  // written in init only, freed in deinit
  /// What the audio thread reads.
  struct Plain {
    let slots: UnsafePointer<Slot>
    let count: Int
  }

  struct Slot: BitwiseCopyable {
    let source: UInt32
    let isPassedOn: Bool
    let parameter: Int
    let from, to: Double
  }

  let plain: UnsafePointer<Plain>
  private let slots: UnsafeMutablePointer<Slot>

  init(_ assignments: [ControllerAssignment]) {
    slots = .allocate(capacity: max(1, assignments.count))
    for (index, assignment) in assignments.enumerated() {
      (slots + index).initialize(
        to: Slot(
          source: assignment.controller.word, isPassedOn: assignment.isPassedOn, parameter: assignment.parameter,
          from: assignment.from, to: assignment.to))
    }
    let plain = UnsafeMutablePointer<Plain>.allocate(capacity: 1)
    plain.initialize(to: Plain(slots: UnsafePointer(slots), count: assignments.count))
    self.plain = UnsafePointer(plain)
  }

  deinit {
    plain.deallocate()
    slots.deallocate()
  }
}

extension LearnWords {
  init() {
    listens = .allocate(capacity: 1)
    listens.initialize(to: Atomic(false))
    heard = .allocate(capacity: 1)
    heard.initialize(to: Atomic(0))
    mode = .allocate(capacity: 1)
    mode.initialize(to: Atomic(LearnMode.off))
    touched = .allocate(capacity: 1)
    touched.initialize(to: Atomic(-1))
    isChanged = .allocate(capacity: 1)
    isChanged.initialize(to: Atomic(false))
  }

  func deallocate() {
    listens.deinitialize(count: 1).deallocate()
    heard.deinitialize(count: 1).deallocate()
    mode.deinitialize(count: 1).deallocate()
    touched.deinitialize(count: 1).deallocate()
    isChanged.deinitialize(count: 1).deallocate()
  }
}
