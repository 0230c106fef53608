import TactusMIDI
import TactusRender
import TestSupport

/// A host and its plug-ins, as badly behaved as the test wants, and, beside the port under test, a completely sorted
/// list of the expected output.
struct RandomHost {
  /// One message, or the packets of a system-exclusive message.
  struct Event {
    var time: Int64
    var messages: [ChannelMessage]
  }

  var random: SeededGenerator
  let memory: HostEventPortMemory
  var port: HostEventPort
  let settings: HostEventSettings
  /// The waiting messages in the order of arrival; times in the host's frame count.
  var waiting: [Event] = []
  var expected = HostEventCounters()
  var cycle = RenderCycle(firstFrame: 0, frameCount: 0)
  /// The start of the next cycle if the frames are continuous.
  var next: Int64
  /// The incomplete system-exclusive message of each port.
  private var open: [UInt8: Event] = [:]
  private var number: UInt32 = 0

  init(seed: UInt64, settings: HostEventSettings = HostEventSettings()) {
    random = SeededGenerator(seed: seed)
    self.settings = settings
    memory = HostEventPortMemory(settings: settings)
    port = memory.port
    let starts: [Int64] = [0, 0, 86_400 * 48_000, -3_000, 1 << 52]
    next = starts.randomElement(using: &random)!
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Begins the next cycle; if the test wants it, the frames sometimes jump.
  mutating func begin(frameCount: Int, leaps: Bool) {
    var first = next
    if leaps, number(0...9) == 0 { first += Int64(number(-5_000...5_000)) }
    if first < next {
      for index in waiting.indices { waiting[index].time += first - next }
      for key in open.keys { open[key]!.time += first - next }
    }
    cycle = RenderCycle(firstFrame: first, frameCount: frameCount)
    port.begin(cycle)
  }

  /// A time stamp, and the frame at which an event with it must be output.
  mutating func time() -> (given: Int64, due: Int64) {
    let (first, frames) = (cycle.firstFrame, Int64(cycle.frameCount))
    var given: Int64
    switch number(0...9) {
    case 0: given = first - Int64(number(1...2_000))
    case 1: given = first + frames + Int64(number(0...3_000))
    case 2: given = HostEventTime.immediate(after: Int64(number(0...Int(frames) + 100)))
    case 3: given = first + frames + settings.horizon + Int64(number(-2...2_000))
    default: given = first + Int64(number(0...Int(max(1, frames)) - 1))
    }
    let offset = HostEventTime.offset(ofImmediate: given) ?? given - first
    if offset < 0 {
      expected.late += 1
      return (given, first)
    } else if offset >= frames + settings.horizon {
      expected.clipped += 1
      return (given, first + max(0, frames - 1))
    }
    if offset >= frames { expected.carried += 1 }
    return (given, first + offset)
  }

  /// A message that differs from all others.
  mutating func message() -> ChannelMessage {
    number += 1
    let (low, high) = (UInt8(number & 127), UInt8(number >> 7 & 127))
    let port = UInt8(number(0...15))
    switch number(0...3) {
    case 0: return ChannelMessage(status: 0x80 | UInt8(number & 15), low, high, port: port)
    case 1: return ChannelMessage(status: 0xE0 | UInt8(number & 15), low, high, port: port)
    case 2: return ChannelMessage(system: 0xF2, low, high, port: port)
    default:
      return ChannelMessage(word0: 0x4090_0000 | UInt32(low) << 8 | UInt32(port) << 24, word1: number << 8)
    }
  }

  /// Sends a message, an array of bytes, or packets of system-exclusive messages of several ports in turn.
  mutating func send() {
    switch number(0...3) {
    case 0: sendBytes()
    case 1: sendPacket()
    default:
      let (time, message) = (time(), message())
      port.receive(message, at: time.given)
      waiting.append(Event(time: time.due, messages: [message]))
    }
  }

  private mutating func sendBytes() {
    // all messages of an array have one time
    let time = time()
    let position = UInt8(number(0...15))
    var bytes: [UInt8] = []
    for _ in 0..<number(1...4) {
      number += 1
      let (low, high) = (UInt8(number & 127), UInt8(number >> 7 & 127))
      if number(0...2) == 0 {
        let data = (0..<number(1...20)).map { UInt8(($0 * 7 + Int(number)) & 127) }
        bytes += [0xF0] + data + [0xF7]
        waiting.append(Event(time: time.due, messages: Array(SystemExclusivePackets(data, port: position))))
      } else {
        bytes += [0x91, low, high]
        waiting.append(
          Event(time: time.due, messages: [ChannelMessage(status: 0x91, low, high, port: position)]))
      }
    }
    let isWhole = bytes.withUnsafeBufferPointer {
      port.receive($0.baseAddress!, count: $0.count, at: time.given, port: position)
    }
    precondition(isWhole)
  }

  /// The next packet of a port's incomplete message, or the first packet of a new message.
  private mutating func sendPacket() {
    let position = UInt8(number(0...2))
    if var message = open[position] {
      let packet = message.messages.removeFirst()
      // its own time is not what counts
      port.receive(packet, at: cycle.firstFrame + Int64(number(-100...100)))
      sent[position, default: []].append(packet)
      open[position] = message.messages.isEmpty ? nil : message
      if message.messages.isEmpty {
        waiting.append(Event(time: max(cycle.firstFrame, message.time), messages: sent[position]!))
        sent[position] = nil
      }
    } else {
      let time = time()
      number += 1
      let data = (0..<number(7...40)).map { UInt8(($0 * 5 + Int(number)) & 127) }
      var packets = Array(SystemExclusivePackets(data, port: position))
      port.receive(packets[0], at: time.given)
      sent[position] = [packets.removeFirst()]
      open[position] = Event(time: time.due, messages: packets)
    }
  }
  private var sent: [UInt8: [ChannelMessage]] = [:]

  /// The events of all sub-blocks of the cycle, with offsets from its start.
  private mutating func takeSubBlocks() -> [TimedEvent] {
    let frames = cycle.frameCount
    let cuts = (0..<number(0...4)).map { _ in number(0...frames) }.sorted()
    var (events, start) = ([TimedEvent](), 0)
    for end in cuts + [frames] {
      let isLast = end == frames
      let list = isLast ? port.end(from: start, to: end) : port.events(from: start, to: end)
      events += list.map { TimedEvent(offset: $0.offset + Int32(start), message: $0.message) }
      start = end
      if isLast { break }
    }
    return events
  }

  /// Ends the cycle, with sub-blocks if the test wants them; returns the output and the expected output.
  mutating func end(inSubBlocks: Bool) -> (got: [TimedEvent], expected: [TimedEvent]) {
    let got = inSubBlocks ? takeSubBlocks() : Array(port.end())
    next = cycle.firstFrame + Int64(cycle.frameCount)
    guard cycle.frameCount > 0 else { return (got, []) }
    let end = next
    let due = waiting.enumerated().filter { $0.element.time < end }
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    waiting.removeAll { $0.time < end }
    expected.late += due.count { $0.element.time < cycle.firstFrame }
    return (
      got,
      due.flatMap { entry in
        let offset = Int32(max(0, entry.element.time - cycle.firstFrame))
        return entry.element.messages.map { TimedEvent(offset: offset, message: $0) }
      }
    )
  }
}
