import TactusMIDI

/// The laws of Universal MIDI Packets.
enum PacketFuzzing {
  private static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { position in
      bytes[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private static func packets(_ words: [UInt32]) -> (packets: [UniversalPacket], left: Int) {
    words.withUnsafeBufferPointer {
      var (iterator, packets): (UniversalPackets, [UniversalPacket]) = (UniversalPackets($0), [])
      while let packet = iterator.next() { packets.append(packet) }
      return (packets, iterator.wordsLeft)
    }
  }

  static func violation(_ bytes: [UInt8]) -> String? {
    let words = words(bytes)
    let (packets, left) = packets(words)
    let given = packets.flatMap { packet in (0..<packet.wordCount).map { packet.word($0) } }
    if given != Array(words.dropLast(left)) || left > 3 { return "words are lost" }
    let channels = UnsafeMutablePointer<MIDI2Translator.Channel>.allocate(capacity: MIDI2Translator.channelCount)
    channels.initialize(repeating: .init(), count: MIDI2Translator.channelCount)
    defer { channels.deallocate() }
    let translator = MIDI2Translator(channels: channels)
    var (receiver, due, time) = (JitterReductionReceiver(timesPerSecond: 44_100), Int64.min, Int64(0))
    for packet in packets {
      if PacketName.words(of: packet).isEmpty { return "a packet without a name" }
      switch UtilityMessage(packet) {
      case .clock(let stamp): receiver.receive(clock: stamp, at: time)
      case .timestamp(let stamp):
        let next = receiver.playbackTime(of: stamp, at: time)
        if next < due { return "time goes back" }
        due = next
      case let message?:
        if UtilityMessage(message.packet) != message { return "a utility message changes" }
      case nil: break
      }
      time += Int64(packet.word0 & 0xFFFF)
      if let message = packet.message, let fault = violation(message, translator) { return fault }
    }
    return nil
  }

  private static func violation(_ message: ChannelMessage, _ translator: MIDI2Translator) -> String? {
    let lower = Array(message.midi1)
    if lower.count > 4 { return "too many messages" }
    if message.isMIDI2, !lower.allSatisfy({ $0.isMIDI1 && $0.status >= 0x80 }) { return "a translation is no message" }
    if let three = ThreeByteMessage(message), three.message(port: message.port)?.status != message.status {
      return "three bytes change a message"
    }
    _ = translator.translate(message)
    return nil
  }

  /// Packets for an assembler with few and small slots: no result is longer than its slot; and the bytes as a single
  /// message are restored completely.
  static func violationAssembling(_ bytes: [UInt8]) -> String? {
    let (room, count) = (40, 3)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room * count)
    let slots = UnsafeMutableBufferPointer<ExclusiveAssembler.Slot>.allocate(capacity: count)
    memory.initialize(repeating: 0)
    slots.initialize(repeating: .init())
    defer {
      memory.deallocate()
      slots.deallocate()
    }
    var assembler = ExclusiveAssembler(memory: memory, slots: slots)
    for packet in packets(words(bytes)).packets {
      guard let message = assembler.take(packet) else { continue }
      if message.bytes.count > room { return "a message is longer than its slot" }
      if SystemExclusiveName.words(Array(message.bytes)).isEmpty { return "a message without a name" }
      _ = DeviceInquiry(message.bytes)
    }
    assembler.reset()
    let data = bytes.prefix(room).map { $0 & 0x7F }
    // the payload of a file may have bytes of eight bits
    for bytes in [data, bytes] where SystemExclusiveName.words(bytes).isEmpty { return "bytes without a name" }
    var whole: [UInt8]?
    for packet in SystemExclusivePackets(data, port: 7) {
      if let message = assembler.take(UniversalPacket(packet)) { whole = Array(message.bytes) }
    }
    return data.isEmpty || whole == data ? nil : "a message does not come back"
  }
}
