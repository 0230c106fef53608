import Synchronization
import TactusRealtime
import TestSupport
import Testing

private typealias Message = AudioSide.Message

struct RingQueueTests {
  @Test func capacitiesAreRoundedUp() {
    for (wanted, got) in [(Int.min, 1), (0, 1), (1, 1), (2, 2), (3, 4), (64, 64), (65, 128), (1000, 1024)] {
      #expect(RingQueue<Message>(capacity: wanted).capacity == got)
    }
  }

  /// Compared with an array of the same maximum length.
  @Test func itIsAQueueOfBoundedLength() {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let queue = RingQueue<Message>(capacity: Int.random(in: 1...20, using: &random))
      var (model, refused, number) = ([Message](), 0, 0)
      for _ in 0..<400 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          number += 1
          let fits = model.count < queue.capacity
          if fits { model.append(Message(number: number)) } else { refused += 1 }
          #expect(AudioSide.push(Message(number: number), queue.producer) == fits, "seed \(seed)")
        case 2:
          let several = (0..<Int.random(in: 0...6, using: &random)).map { Message(source: 1, number: number + $0) }
          number += several.count
          let fits = model.count + several.count <= queue.capacity
          if fits { model += several } else { refused += several.count }
          let isIn = several.withUnsafeBufferPointer { AudioSide.push(contentsOf: $0, queue.producer) }
          #expect(isIn == fits, "seed \(seed)")
        default:
          let expected = model.isEmpty ? nil : model.removeFirst()
          #expect(AudioSide.pop(queue.consumer) == expected, "seed \(seed)")
        }
        #expect(queue.consumer.count == model.count && queue.producer.room == queue.capacity - model.count)
        #expect(queue.refusedCount == refused, "seed \(seed)")
      }
    }
  }
}

/// Run under the thread sanitizer, too.
@Suite(.serialized) struct RingQueueThreads {
  @Test(arguments: [1, 4, 256]) func whatGoesInComesOutOnceAndInOrder(capacity: Int) {
    let queue = RingQueue<Message>(capacity: capacity)
    let (stress, count) = (Stress(), rounds(20_000))
    together(
      {
        for number in 0..<count {
          while !AudioSide.push(Message(source: ~number, number: number), queue.producer) {
            guard stress.giveWay() else { return }
          }
        }
      },
      {
        var expected = 0
        while expected < count {
          if let message = AudioSide.pop(queue.consumer) {
            if message != Message(source: ~expected, number: expected) { stress.fail("\(message), not \(expected)") }
            expected += 1
          } else {
            guard stress.giveWay() else { return }
          }
        }
      })
    #expect(AudioSide.pop(queue.consumer) == nil)
  }

  /// A producer that does not wait loses the elements that do not fit, and the counter shows how many.
  @Test func nothingIsLostSilently() {
    let queue = RingQueue<Message>(capacity: 8)
    let (stress, count) = (Stress(), rounds(50_000))
    let refused = Atomic(0)
    let popped = Atomic(0)
    together(
      {
        for number in 1...count where !AudioSide.push(Message(number: number), queue.producer) {
          refused.add(1, ordering: .relaxed)
          guard stress.giveWay() else { return }
        }
        while !AudioSide.push(Message(number: .max), queue.producer) { guard stress.giveWay() else { return } }
      },
      {
        var last = 0
        while last < .max {
          if let message = AudioSide.pop(queue.consumer) {
            if message.number <= last { stress.fail("\(message.number) after \(last)") }
            last = message.number
            popped.add(1, ordering: .relaxed)
          } else {
            guard stress.giveWay() else { return }
          }
        }
      })
    // the last one may have been refused, too, before it went in
    #expect(popped.load(ordering: .relaxed) + refused.load(ordering: .relaxed) == count + 1)
    #expect(queue.refusedCount >= refused.load(ordering: .relaxed))
  }

  @Test func severalProducersTakeTurns() {
    let queue = RingQueue<Message>(capacity: 64)
    let producer = SharedProducer(of: queue)
    let (stress, count, sources) = (Stress(), rounds(4_000), 3)
    let producers = (0..<sources).map { source -> @Sendable () -> Void in
      {
        var number = 0
        while number < count {
          // every other time several at once, which must stay together
          let several = (0..<Self.length(at: number)).map { Message(source: source, number: number + $0) }
          while !(several.count == 1 ? producer.push(several[0]) : producer.push(contentsOf: several)) {
            guard stress.giveWay() else { return }
          }
          number += several.count
        }
      }
    }
    let consumer = { @Sendable in
      var (next, done, open) = ([Int](repeating: 0, count: sources), 0, (source: 0, left: 0))
      while done < sources {
        guard let message = AudioSide.pop(queue.consumer) else {
          guard stress.giveWay() else { return }
          continue
        }
        let isTogether = open.left == 0 || open.source == message.source
        if message.number != next[message.source] || !isTogether { stress.fail("\(message), \(next)") }
        if open.left == 0 { open = (message.source, Self.length(at: message.number)) }
        open.left -= 1
        next[message.source] += 1
        if open.left == 0, next[message.source] >= count { done += 1 }
      }
    }
    together(producers + [consumer])
    #expect(queue.consumer.count == 0)
  }

  /// How many messages starting at this number must stay together.
  private static func length(at number: Int) -> Int { number % 2 == 0 ? 1 : 5 }
}
