import TactusMIDI
import TactusPlugin
import TactusRender

/// The linked list of events of a render call, read in place.
struct RenderEvents {
  private let layout: RenderLayout
  private let cables: UInt8
  /// The host's sample time of the cycle's first frame.
  private let firstTime: Int64
  private let frameCount: Int

  /// The maximum length of a list; guards against circular lists.
  private static var mostEvents: Int { 1 << 16 }
  private static var mostPackets: Int { 1 << 14 }

  /// - Parameter cables: the number of the unit's cables, at least 1.
  init(_ layout: RenderLayout, cables: UInt8, firstTime: Int64, frameCount: Int) {
    (self.layout, self.cables, self.firstTime, self.frameCount) = (layout, cables, firstTime, frameCount)
  }

  /// Passes all events to the plug-in.
  func take(
    _ first: UnsafeRawPointer, _ core: UnsafeMutablePointer<PluginCore>, _ addresses: ParameterAddresses,
    _ ramps: inout ParameterRamps
  ) {
    var (event, count) = (first, 0)
    while count < Self.mostEvents {
      let offset = offset(event.loadUnaligned(fromByteOffset: layout.time, as: Int64.self))
      let kind = event.loadUnaligned(fromByteOffset: layout.type, as: UInt8.self)
      if kind == RenderEventKind.parameter || kind == RenderEventKind.ramp {
        takeParameter(event, at: offset, isRamp: kind == RenderEventKind.ramp, core, addresses, &ramps)
      } else if kind == RenderEventKind.bytes || kind == RenderEventKind.systemExclusive {
        takeBytes(event, at: offset, core)
      } else if kind == RenderEventKind.packets {
        takePackets(event, at: offset, core)
      }
      let next = event.loadUnaligned(fromByteOffset: layout.next, as: UInt.self)
      guard let following = UnsafeRawPointer(bitPattern: next) else { return }
      event = following
      count &+= 1
    }
  }

  /// Converts an event's time, which is absolute or "now" plus an offset, to frames from the start of the cycle.
  private func offset(_ time: Int64) -> Int {
    if let offset = HostEventTime.offset(ofImmediate: time) { return Int(truncatingIfNeeded: offset) }
    let (distance, isBeyond) = time.subtractingReportingOverflow(firstTime)
    if isBeyond { return time < firstTime ? -(1 << 40) : 1 << 40 }
    return Int(truncatingIfNeeded: distance)
  }

  private func takeParameter(
    _ event: UnsafeRawPointer, at offset: Int, isRamp: Bool, _ core: UnsafeMutablePointer<PluginCore>,
    _ addresses: ParameterAddresses, _ ramps: inout ParameterRamps
  ) {
    let address = event.loadUnaligned(fromByteOffset: layout.address, as: UInt64.self)
    guard address <= UInt64(UInt32.max), let index = addresses.index(of: UInt32(truncatingIfNeeded: address)) else {
      return
    }
    let value = event.loadUnaligned(fromByteOffset: layout.value, as: Float.self)
    guard value == value else { return }
    let length = isRamp ? event.loadUnaligned(fromByteOffset: layout.rampDuration, as: UInt32.self) : 0
    ramps.move(index, to: Double(value), over: Int64(length), at: offset, core)
  }

  private func takeBytes(_ event: UnsafeRawPointer, at offset: Int, _ core: UnsafeMutablePointer<PluginCore>) {
    let count = event.loadUnaligned(fromByteOffset: layout.byteCount, as: UInt16.self)
    let cable = event.loadUnaligned(fromByteOffset: layout.byteCable, as: UInt8.self)
    let bytes = (event + layout.bytes).assumingMemoryBound(to: UInt8.self)
    core.pointee.receive(bytes, count: Int(count), at: offset, port: port(cable))
  }

  private func port(_ cable: UInt8) -> UInt8 { min(cable, cables &- 1) }

  private func takePackets(_ event: UnsafeRawPointer, at offset: Int, _ core: UnsafeMutablePointer<PluginCore>) {
    let list = event + layout.list
    let port = port(event.loadUnaligned(fromByteOffset: layout.listCable, as: UInt8.self))
    let count = Int(list.loadUnaligned(fromByteOffset: layout.packetCount, as: UInt32.self))
    var packet = list + layout.packets
    for _ in 0..<min(count, Self.mostPackets) {
      let wordCount = Int(packet.loadUnaligned(fromByteOffset: layout.wordCount, as: UInt32.self))
      // a packet has at most 64 words; after a longer one, the start of the next packet is unknown
      guard wordCount <= 64 else { return }
      let frameOffset = frameOffset(packet.loadUnaligned(as: UInt64.self), of: offset)
      takeWords(packet + layout.words, wordCount, port: port, at: frameOffset, core)
      packet += layout.words &+ 4 &* wordCount
    }
  }

  /// Returns the offset of a packet. Packets have times of their own, whose meaning differs between hosts. Here, a time
  /// less than the number of frames in the cycle is an offset from the event; a sample time that lies within this cycle
  /// is absolute; any other time (such as a host clock) is ignored.
  private func frameOffset(_ time: UInt64, of offset: Int) -> Int {
    if time < UInt64(frameCount) { return offset &+ Int(truncatingIfNeeded: time) }
    guard let absolute = Int64(exactly: time), absolute >= firstTime else { return offset }
    let (distance, isBeyond) = absolute.subtractingReportingOverflow(firstTime)
    return !isBeyond && distance < Int64(frameCount) ? Int(truncatingIfNeeded: distance) : offset
  }

  private func takeWords(
    _ words: UnsafeRawPointer, _ count: Int, port: UInt8, at offset: Int, _ core: UnsafeMutablePointer<PluginCore>
  ) {
    var index = 0
    while index < count {
      let word = words.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
      let length = UniversalPacket.wordCount(first: word)
      guard index &+ length <= count else { return }
      let second = length > 1 ? words.loadUnaligned(fromByteOffset: 4 &* index &+ 4, as: UInt32.self) : 0
      if let message = UniversalPacket(word, second).message {
        // the cable determines the port; the group of each message is replaced
        let first = message.word0 & 0xF0FF_FFFF | UInt32(port) &<< 24
        core.pointee.receive(ChannelMessage(word0: first, word1: message.word1), at: offset)
      }
      index &+= length
    }
  }
}
