// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CoreAudioTypes

extension StandInMIDI {
  // MARK: Connections

  func connect(_ port: MIDIPortRef, _ source: MIDIEndpointRef, _ context: UnsafeMutableRawPointer?) -> OSStatus {
    guard let endpoint = endpoint(source) else { return kMIDIUnknownEndpoint }
    guard endpoint.isSource else { return kMIDIWrongEndpointType }
    return locked {
      guard case .input(var input) = objects[port] else { return kMIDIInvalidPort }
      input.sources[source] = context
      objects[port] = .input(input)
      return noErr
    }
  }

  func disconnect(_ port: MIDIPortRef, _ source: MIDIEndpointRef) -> OSStatus {
    locked {
      guard case .input(var input) = objects[port] else { return kMIDIInvalidPort }
      guard input.sources.removeValue(forKey: source) != nil else { return kMIDINoConnection }
      objects[port] = .input(input)
      return noErr
    }
  }

  // MARK: Sending

  func send(_ port: MIDIPortRef, _ destination: MIDIEndpointRef, _ list: UnsafePointer<MIDIEventList>) -> OSStatus {
    guard locked({ if case .output = objects[port] { true } else { false } }) else { return kMIDIInvalidPort }
    guard let endpoint = endpoint(destination) else { return kMIDIUnknownEndpoint }
    guard !endpoint.isSource else { return kMIDIWrongEndpointType }
    if isRefused() { return kMIDIMessageSendErr }
    guard let packets = packets(of: list) else { return kMIDIMessageSendErr }
    for packet in packets {
      let due = packet.time == 0 ? StandInClock.now : packet.time
      let late = locked { delay() }
      let scheduled = Scheduled(
        time: max(due, StandInClock.now) + late, stamp: due, destination: destination,
        protocolID: list.pointee.protocol, words: packet.words)
      // a destination that does its own scheduling gets the packet at once, with its time stamp
      if endpoint.advance > 0 { deliver(scheduled) } else { locked { schedule(scheduled) } }
    }
    return noErr
  }

  func received(_ source: MIDIEndpointRef, _ list: UnsafePointer<MIDIEventList>) -> OSStatus {
    guard let endpoint = endpoint(source) else { return kMIDIUnknownEndpoint }
    guard endpoint.isSource else { return kMIDIWrongEndpointType }
    if isRefused() { return kMIDIMessageSendErr }
    guard let packets = packets(of: list) else { return kMIDIMessageSendErr }
    if packets.contains(where: { $0.time == 0 }) { note("a virtual source has sent a packet without a time") }
    let ports = locked {
      objects.keys.sorted().compactMap { key -> InputPort? in
        if case .input(let port) = objects[key], port.sources[source] != nil { port } else { nil }
      }
    }
    for port in ports {
      let context = port.sources[source] ?? nil
      give(packets, list.pointee.protocol, to: port.protocolID) { port.receive($0, context) }
    }
    return noErr
  }

  func flush(_ destination: MIDIEndpointRef) {
    locked { scheduled.removeAll { destination == 0 || $0.destination == destination } }
  }

  func deliver(_ packet: Scheduled) {
    guard let endpoint = endpoint(packet.destination), let receive = endpoint.receive else { return }
    let stamped = Packet(time: packet.stamp, words: packet.words)
    give([stamped], packet.protocolID, to: endpoint.protocolID) { receive($0, nil) }
  }

  private func isRefused() -> Bool {
    locked {
      guard refusals > 0 else { return false }
      refusals -= 1
      return true
    }
  }

  // MARK: Lists

  struct Packet {
    var time: UInt64
    var words: [UInt32]
  }

  /// The packets of a list; nil if the list is too long. Faults are recorded.
  private func packets(of list: UnsafePointer<MIDIEventList>) -> [Packet]? {
    if standin_event_list_size(list) > 65_536 {
      note("a list is longer than 65,536 bytes")
      return nil
    }
    if list.pointee.numPackets == 0 { note("a list has no packets") }
    var result: [Packet] = []
    var position = UnsafeRawPointer(list).advanced(by: 8)
    for _ in 0..<list.pointee.numPackets {
      let time = position.loadUnaligned(as: UInt64.self)
      let count = Int(position.load(fromByteOffset: 8, as: UInt32.self))
      let words = (0..<count).map { position.load(fromByteOffset: 12 + 4 * $0, as: UInt32.self) }
      check(Packet(time: time, words: words), after: result.last)
      result.append(Packet(time: time, words: words))
      position = position.advanced(by: 12 + 4 * count)
    }
    return result
  }

  private func check(_ packet: Packet, after last: Packet?) {
    if packet.words.isEmpty || packet.words.count > 64 { note("a packet of \(packet.words.count) words") }
    if let last, packet.time < last.time { note("times in a list descend") }
    var (index, kinds): (Int, Set<UInt32>) = (0, [])
    while index < packet.words.count {
      kinds.insert(packet.words[index] >> 28)
      index += Self.wordCount(packet.words[index])
    }
    if index != packet.words.count { note("a message is cut at the end of a packet") }
    if kinds.contains(3), kinds.count > 1 { note("system-exclusive data shares a packet") }
  }

  /// The number of words in a message, determined from its first word.
  public static func wordCount(_ word: UInt32) -> Int {
    [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4][Int(word >> 28)]
  }

  /// Delivers packets in a list whose memory is freed after the call.
  private func give(
    _ packets: [Packet], _ from: MIDIProtocolID, to: MIDIProtocolID, _ body: (UnsafePointer<MIDIEventList>) -> Void
  ) {
    let size = 8 + packets.reduce(0) { $0 + 12 + 16 * $1.words.count } + 512
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer {
      memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
      memory.deallocate()
    }
    memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: size)
    memory.storeBytes(of: to.rawValue, as: Int32.self)
    memory.storeBytes(of: UInt32(packets.count), toByteOffset: 4, as: UInt32.self)
    var position = 8
    for packet in packets {
      let words = ProtocolConversion.words(packet.words, from: from, to: to)
      memory.storeBytes(of: packet.time, toByteOffset: position, as: UInt64.self)
      memory.storeBytes(of: UInt32(words.count), toByteOffset: position + 8, as: UInt32.self)
      for (index, word) in words.enumerated() {
        memory.storeBytes(of: word, toByteOffset: position + 12 + 4 * index, as: UInt32.self)
      }
      position += 12 + 4 * words.count
    }
    body(UnsafePointer(memory.assumingMemoryBound(to: MIDIEventList.self)))
  }
}
