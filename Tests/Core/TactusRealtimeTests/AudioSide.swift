import TactusRealtime

/// The audio thread's part of the data exchange, marked so that a release build of the tests proves that everything it
/// calls neither allocates nor locks.
enum AudioSide {
  struct Message: Equatable, Sendable, BitwiseCopyable {
    var source = 0
    var number = 0
  }

  /// A state that shows whether it is complete: all words are derived from the first.
  struct Wide: Sendable, BitwiseCopyable {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    init(_ number: UInt64) {
      let other = ~number
      words = (number, other, number, other, number, other, number, other, number)
    }
    var number: UInt64 { words.0 }
    var isWhole: Bool {
      let (a, b) = (words.0, ~words.0)
      return words.1 == b && words.2 == a && words.3 == b && words.4 == a && words.5 == b && words.6 == a
        && words.7 == b && words.8 == a
    }
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func push(_ message: Message, _ end: RingProducer<Message>) -> Bool { end.push(message) }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func push(contentsOf messages: UnsafeBufferPointer<Message>, _ end: RingProducer<Message>) -> Bool {
    end.push(contentsOf: messages)
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func pop(_ end: RingConsumer<Message>) -> Message? { end.pop() }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func publish(_ state: Wide, _ end: StateWriter<Wide>) { end.publish(state) }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func acquire(_ end: StateReader<Wide>) -> Wide { end.acquire() }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func acquire(_ end: SnapshotReader<Wide>) -> UnsafePointer<Wide>? { end.acquire() }

  /// Puts a message in, with its source as the rank.
  ///
  /// - Returns: the number of the message that is not in the heap afterwards: this one if it is refused, or the
  ///   displaced one; nil if all are in.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func push(_ message: Message, _ heap: inout EventHeap<Message>, time: Int64, isEssential: Bool) -> Int? {
    let rank = UInt8(truncatingIfNeeded: message.source)
    switch heap.push(message, time: time, rank: rank, isEssential: isEssential) {
    case .accepted: return nil
    case .refused: return message.number
    case .displaced(let other): return other.number
    }
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  static func pop(_ heap: inout EventHeap<Message>, before end: Int64) -> Message? { heap.pop(before: end) }
}
