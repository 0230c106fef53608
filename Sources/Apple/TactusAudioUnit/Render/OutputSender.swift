import CTactusHostCalls
import TactusMIDI
import TactusPlugin

/// Sends the output events of a plug-in to its host, as bytes or as packets.
///
/// Messages of the same frame are sent in one call, except notes. Each note has a call of its own, because the host's
/// answer for it decides which note-offs are due. System-exclusive messages also have calls of their own.
struct OutputSender {
  struct Memory {
    let bytes: UnsafeMutablePointer<UInt8>
    let byteCapacity: Int
    let list: UnsafeMutableRawPointer
    let listCapacity: Int
    let channels: UnsafeMutablePointer<MIDI2Translator.Channel>
  }

  private let bytes: UnsafeMutablePointer<UInt8>
  private let byteCapacity: Int
  private let translator: MIDI2Translator
  private var list: PacketListWriter
  private let cables: UInt8
  /// The number of collected bytes.
  private var byteCount = 0
  /// The sample time of the collected messages.
  private var time: Int64 = 0
  /// The cable of the collected messages.
  private var cable: UInt8 = 0
  /// The number of calls that the host has refused.
  private(set) var refused = 0

  init(_ memory: Memory, _ layout: RenderLayout, cables: UInt8) {
    (bytes, byteCapacity) = (memory.bytes, memory.byteCapacity)
    translator = MIDI2Translator(channels: memory.channels)
    list = PacketListWriter(memory.list, capacity: memory.listCapacity, layout)
    self.cables = cables
  }

  mutating func reset() { translator.reset() }

  /// Sends all events of the cycle. If the host has no block that receives events, they are dropped but count as sent.
  mutating func send(
    _ core: UnsafeMutablePointer<PluginCore>, from firstTime: Int64, _ calls: UnsafePointer<TactusHostCalls>
  ) {
    let (usesLists, usesBytes) = (calls.pointee.list != nil, calls.pointee.bytes != nil)
    begin(calls)
    while let output = core.pointee.nextOutput() {
      guard usesLists || usesBytes else { continue }
      let due = firstTime.addingReportingOverflow(Int64(output.offset)).partialValue
      let isAlone = Self.isNote(output.message) || output.message.isSystemExclusive
      let port = min(output.message.port, cables &- 1)
      if isAlone || due != time || port != cable { flush(calls) }
      (time, cable) = (due, port)
      if usesLists { addPackets(output, calls) } else { addBytes(output, calls) }
      if isAlone, !flush(calls) { core.pointee.refuseOutput() }
    }
    flush(calls)
  }

  private static func isNote(_ message: ChannelMessage) -> Bool {
    (message.word0 &>> 28 == 2 || message.word0 &>> 28 == 4) && message.status & 0xE0 == 0x80
  }

  private mutating func begin(_ calls: UnsafePointer<TactusHostCalls>) {
    byteCount = 0
    list.begin(calls.pointee.protocolID)
  }

  private mutating func addBytes(_ output: PluginOutput, _ calls: UnsafePointer<TactusHostCalls>) {
    if byteCount &+ output.count > byteCapacity { flush(calls) }
    guard output.count <= byteCapacity else { return }
    for index in 0..<output.count { bytes[byteCount &+ index] = output.bytes[index] }
    byteCount &+= output.count
  }

  private mutating func addPackets(_ output: PluginOutput, _ calls: UnsafePointer<TactusHostCalls>) {
    if output.message.isSystemExclusive { return addExclusive(output, calls) }
    guard calls.pointee.protocolID == 2 else {
      return add(output.message.word0, output.message.word1, count: 1, calls)
    }
    // a bank select alone translates to nothing; it is sent with its program change
    guard let message = translator.translate(output.message) else { return }
    add(message.word0, message.word1, count: UniversalPacket.wordCount(first: message.word0), calls)
  }

  /// Sends a system-exclusive message of any length, six bytes per packet.
  private mutating func addExclusive(_ output: PluginOutput, _ calls: UnsafePointer<TactusHostCalls>) {
    let length = output.count &- 2
    var done = 0
    while done < length || done == 0 {
      let count = max(0, min(6, length &- done))
      let isLast = done &+ count >= length
      let form: UInt32 = done == 0 ? (isLast ? 0 : 1) : (isLast ? 3 : 2)
      var data: UInt64 = 0
      for index in 0..<count {
        data |= UInt64(output.bytes[1 &+ done &+ index] & 127) &<< UInt64(truncatingIfNeeded: 40 &- 8 &* index)
      }
      let head = 0x3000_0000 | form &<< 20 | UInt32(truncatingIfNeeded: count) &<< 16
      add(
        head | UInt32(truncatingIfNeeded: data &>> 32), UInt32(truncatingIfNeeded: data), count: 2, calls)
      done &+= 6
    }
  }

  private mutating func add(_ first: UInt32, _ second: UInt32, count: Int, _ calls: UnsafePointer<TactusHostCalls>) {
    let first = first & 0xF0FF_FFFF | UInt32(cable) &<< 24
    if list.add(first, second, count: count) { return }
    flush(calls)
    _ = list.add(first, second, count: count)
  }

  /// Sends the collected bytes or packets; returns whether the host has accepted them.
  @discardableResult private mutating func flush(_ calls: UnsafePointer<TactusHostCalls>) -> Bool {
    var status: Int32 = 0
    if !list.isEmpty {
      status = ctactus_host_list(calls, time, cable, list.memory)
    } else if byteCount > 0 {
      status = ctactus_host_bytes(calls, time, cable, Int64(byteCount), UnsafePointer(bytes))
    }
    begin(calls)
    if status != 0 { refused &+= 1 }
    return status == 0
  }
}
