// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

/// Builds linked lists of render events in memory; each event has the minimum size.
public enum RenderEventList {
  /// An event to be laid out.
  public enum Element {
    /// MIDI 1.0 bytes; more than three bytes, or bytes that begin with F0, are system-exclusive.
    case midi(AUEventSampleTime, UInt8, [UInt8])
    /// Packets: times, and words.
    case list(AUEventSampleTime, UInt8, MIDIProtocolID, [(UInt64, [UInt32])])
    case parameter(AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue)
    /// An event of an unknown kind.
    case unknown(AUEventSampleTime, UInt8)
  }

  /// Calls the body with the first of the events; afterwards their memory is overwritten and freed.
  public static func withList<Result>(
    _ elements: [Element], _ body: (UnsafePointer<AURenderEvent>?) -> Result
  ) -> Result {
    guard !elements.isEmpty else { return body(nil) }
    let sizes = elements.map { size($0) }
    let blocks = sizes.map { UnsafeMutableRawPointer.allocate(byteCount: $0 + 8, alignment: 8) }
    defer {
      for (block, size) in zip(blocks, sizes) {
        block.initializeMemory(as: UInt8.self, repeating: 0xDB, count: size + 8)
        block.deallocate()
      }
    }
    for (index, element) in elements.enumerated() {
      blocks[index].initializeMemory(as: UInt8.self, repeating: 0xEE, count: sizes[index] + 8)
      fill(blocks[index], element)
      let next = index + 1 < blocks.count ? UInt(bitPattern: blocks[index + 1]) : 0
      blocks[index].storeBytes(of: next, as: UInt.self)
    }
    return body(UnsafePointer(blocks[0].assumingMemoryBound(to: AURenderEvent.self)))
  }

  private static func size(_ element: Element) -> Int {
    switch element {
    case .midi(_, _, let bytes): 21 + max(3, bytes.count)
    case .list(_, _, _, let packets): 28 + packets.reduce(0) { $0 + 12 + 4 * $1.1.count }
    case .parameter: 36
    case .unknown: 18
    }
  }

  private static func fill(_ block: UnsafeMutableRawPointer, _ element: Element) {
    func head(_ time: AUEventSampleTime, _ type: UInt8) {
      block.storeBytes(of: time, toByteOffset: 8, as: Int64.self)
      block.storeBytes(of: type, toByteOffset: 16, as: UInt8.self)
      block.storeBytes(of: 0, toByteOffset: 17, as: UInt8.self)
    }
    switch element {
    case .midi(let time, let cable, let bytes):
      head(time, bytes.count > 3 || bytes.first == 0xF0 ? 9 : 8)
      block.storeBytes(of: UInt16(truncatingIfNeeded: bytes.count), toByteOffset: 18, as: UInt16.self)
      block.storeBytes(of: cable, toByteOffset: 20, as: UInt8.self)
      for (index, byte) in bytes.enumerated() { block.storeBytes(of: byte, toByteOffset: 21 + index, as: UInt8.self) }
    case .list(let time, let cable, let protocolID, let packets):
      head(time, 10)
      block.storeBytes(of: cable, toByteOffset: 18, as: UInt8.self)
      block.storeBytes(of: protocolID.rawValue, toByteOffset: 20, as: Int32.self)
      block.storeBytes(of: UInt32(packets.count), toByteOffset: 24, as: UInt32.self)
      var position = 28
      for (time, words) in packets {
        block.storeBytes(of: time, toByteOffset: position, as: UInt64.self)
        block.storeBytes(of: UInt32(words.count), toByteOffset: position + 8, as: UInt32.self)
        for (index, word) in words.enumerated() {
          block.storeBytes(of: word, toByteOffset: position + 12 + 4 * index, as: UInt32.self)
        }
        position += 12 + 4 * words.count
      }
    case .parameter(let time, let ramp, let address, let value):
      head(time, ramp > 0 ? 2 : 1)
      block.storeBytes(of: ramp, toByteOffset: 20, as: UInt32.self)
      block.storeBytes(of: address, toByteOffset: 24, as: UInt64.self)
      block.storeBytes(of: value, toByteOffset: 32, as: Float.self)
    case .unknown(let time, let type): head(time, type)
    }
  }
}
