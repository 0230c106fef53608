import TactusMIDI

// Assembles system-exclusive messages from packets, and dispatches them by manufacturer.

/// The outcome of a system-exclusive message.
enum ExclusiveOutcome {
  case understood
  /// The message is for another device, or for a function that the synthesizer does not have.
  case ignored
  case badChecksum
}

/// The data of a system-exclusive message, between F0 and F7.
struct ExclusiveData {
  let bytes: UnsafePointer<UInt8>
  let count: Int

  @inline(__always) subscript(index: Int) -> UInt8 { bytes[index] }

  /// Returns two bytes, LSB first, as a 14-bit number.
  func value14(_ index: Int) -> Int { Int(bytes[index &+ 1]) &<< 7 | Int(bytes[index]) }

  /// Returns the data starting at an offset.
  func dropping(_ first: Int) -> ExclusiveData { ExclusiveData(bytes: bytes + first, count: count &- first) }

  /// Returns whether the bytes from an offset to the end, including the checksum, add up to zero modulo 128.
  func addsUp(from first: Int) -> Bool {
    var sum: UInt8 = 0
    for index in first..<count { sum = (sum &+ bytes[index]) & 127 }
    return sum == 0
  }
}

extension ChannelState {
  /// Appends a packet; the message takes effect with its last packet.
  mutating func assemble(_ packet: ChannelMessage) {
    let port = Int(packet.port)
    var state = ports[port].exclusive
    guard let form = packet.packetForm else { return }
    switch form {
    case .whole, .start: state = ExclusiveAssembly(isOpen: true)
    case .middle, .end: break
    }
    guard state.isOpen else { return }
    let buffer = exclusiveBytes + port &* SynthLimits.exclusiveBytes
    for index in 0..<packet.packetByteCount {
      if state.count == SynthLimits.exclusiveBytes {
        state.isTooLong = true
        break
      }
      buffer[state.count] = packet.packetByte(index)
      state.count &+= 1
    }
    let isDone = form == .whole || form == .end
    state.isOpen = !isDone
    ports[port].exclusive = state
    guard isDone else { return }
    if state.isTooLong { return counters.longSystemMessages &+= 1 }
    perform(ExclusiveData(bytes: UnsafePointer(buffer), count: state.count), port: port)
  }

  private mutating func perform(_ data: ExclusiveData, port: Int) {
    switch outcome(of: data, port: port) {
    case .understood: counters.systemMessages &+= 1
    case .ignored: counters.ignoredSystemMessages &+= 1
    case .badChecksum: counters.badChecksums &+= 1
    }
  }

  private mutating func outcome(of data: ExclusiveData, port: Int) -> ExclusiveOutcome {
    guard data.count >= 4 else { return .ignored }
    switch data[0] {
    case 0x7E, 0x7F: return performUniversal(data, port: port)
    case 0x41: return performRoland(data, port: port)
    case 0x43: return performYamaha(data, port: port)
    default: return .ignored
    }
  }
}
