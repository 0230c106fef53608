import Synchronization
import TactusMIDI
import TactusRealtime

/// The audio side of MIDI learn: finds the parameters that a controller controls, and reports to the control
/// side which controller has moved while it waits for one.
///
/// - Thread: audio
struct LearnCore {
  /// An event for a later cycle.
  struct Waiting: BitwiseCopyable {
    let message: ChannelMessage
    var offset: Int
  }

  private let maps: SnapshotReader<LearnedControllers.Plain>
  private var map: UnsafePointer<LearnedControllers.Plain>?
  let words: LearnWords
  /// For each channel, the controllers 0…31.
  private let pairs: UnsafeMutablePointer<ControllerPairs>
  private let waiting: UnsafeMutablePointer<Waiting>
  private(set) var waitingCount = 0
  /// Whether controllers must be looked at.
  private(set) var isActive = false

  static var mostWaiting: Int { 256 }

  init(
    maps: SnapshotReader<LearnedControllers.Plain>, words: LearnWords, pairs: UnsafeMutablePointer<ControllerPairs>,
    waiting: UnsafeMutablePointer<Waiting>
  ) {
    (self.maps, self.words, self.pairs, self.waiting) = (maps, words, pairs, waiting)
  }

  /// Takes over the assignments that have been published. Returns whether there are new ones that must be reported to
  /// the host.
  mutating func begin() -> Bool {
    let isNew = maps.hasUpdate
    if isNew { map = maps.acquire() }
    isActive = (map?.pointee.count ?? 0) > 0 || words.listens.pointee.load(ordering: .acquiring)
    return isNew && words.isChanged.pointee.load(ordering: .relaxed)
  }

  var slots: UnsafeBufferPointer<LearnedControllers.Slot> {
    UnsafeBufferPointer(start: map?.pointee.slots, count: map?.pointee.count ?? 0)
  }

  /// Returns the controller and its value; nil for other messages.
  mutating func reading(_ message: ChannelMessage) -> LearnedSource? {
    guard !message.isSystemExclusive, !message.isSystem else { return nil }
    let channel = message.channel
    let share = Double(message.word1) * (1 / 4_294_967_295)
    switch message.status & 0xF0 {
    case 0xD0:
      let value = message.isMIDI2 ? share : Double(message.data1) / 127
      return LearnedSource(word: LearnedSource.pressure(channel), value: value)
    case 0xE0:
      let value = message.isMIDI2 ? share : Double(message.pitchBend) / 16_383
      return LearnedSource(word: LearnedSource.bend(channel), value: value)
    case 0xB0:
      let number = message.data1
      if message.isMIDI2 {
        guard LearnedSource.isLearnable(number) else { return nil }
        return LearnedSource(word: LearnedSource.controller(number, channel), value: share)
      }
      return controller(number, message.data2, channel)
    default: return nil
    }
  }

  private mutating func controller(_ number: UInt8, _ value: UInt8, _ channel: UInt8) -> LearnedSource? {
    let own = LearnedSource(
      word: LearnedSource.controller(number, channel), value: Double(value) / 127)
    if number < 32 {
      let isFine = pairs[Int(channel)].takeHigh(of: Int(number), value)
      guard LearnedSource.isLearnable(number) else { return nil }
      return isFine ? LearnedSource(word: own.word, value: Double(Int(value) &<< 7) / 16_383) : own
    }
    if number < 64, LearnedSource.isLearnable(number &- 32), !isAssigned(own.word),
      let whole = pairs[Int(channel)].takeLow(of: Int(number &- 32), value)
    {
      return LearnedSource(
        word: LearnedSource.controller(number &- 32, channel), value: Double(whole) / 16_383, isLow: true)
    }
    return LearnedSource.isLearnable(number) ? own : nil
  }

  private func isAssigned(_ word: UInt32) -> Bool {
    for index in 0..<slots.count where slots[index].source == word { return true }
    return false
  }

  /// Reports to the control side that a controller has moved. Returns whether it waits for one.
  mutating func hear(_ source: LearnedSource) -> Bool {
    guard !source.isLow, words.listens.pointee.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    words.heard.pointee.store(1 &<< 32 | UInt64(source.word), ordering: .releasing)
    return true
  }

  /// Reports to the control side that the host has changed a parameter. Returns whether it wants to know.
  func touch(_ index: Int) -> Bool {
    guard words.mode.pointee.load(ordering: .relaxed) != LearnMode.off else { return false }
    words.touched.pointee.store(index, ordering: .releasing)
    return true
  }

  // MARK: Events for later cycles

  /// Keeps an event for a later cycle; returns false if there is no room.
  mutating func wait(_ message: ChannelMessage, until offset: Int) -> Bool {
    guard waitingCount < Self.mostWaiting else { return false }
    (waiting + waitingCount).initialize(to: Waiting(message: message, offset: offset))
    waitingCount &+= 1
    return true
  }

  /// Removes and returns the first event before the end of a cycle.
  mutating func nextWaiting(before frames: Int) -> Waiting? {
    var index = 0
    while index < waitingCount {
      if waiting[index].offset < frames {
        let found = waiting[index]
        waitingCount &-= 1
        while index < waitingCount {
          waiting[index] = waiting[index &+ 1]
          index &+= 1
        }
        return found
      }
      index &+= 1
    }
    return nil
  }

  /// Counts the frames of a cycle that has ended.
  mutating func pass(_ frames: Int) {
    for index in 0..<waitingCount { waiting[index].offset &-= frames }
  }

  mutating func reset() { waitingCount = 0 }
}
