import Synchronization
import TactusMIDI

// System-exclusive messages, which are inserted completely or not at all.

extension HostEventPort {
  /// Splits a system-exclusive message into packets and inserts it.
  mutating func insertExclusive(
    _ bytes: UnsafePointer<UInt8>, count: Int, dataCount: Int, port: UInt8, at position: Int64
  ) {
    guard dataCount > 0 else { return }
    guard (dataCount &+ 5) / 6 <= pool.room else {
      counters.dropped.pointee.wrappingAdd(1, ordering: .relaxed)
      return
    }
    var event = Waiting(message: ChannelMessage(word0: 0x3000_0000, word1: 0))
    var (packet, done) = (ExclusivePacket(port: port), 0)
    for index in 0..<count where bytes[index] < 0x80 {
      packet.add(bytes[index])
      done &+= 1
      if packet.count == 6 || done == dataCount {
        _ = pool.add(packet.message(isFirst: done <= 6, isLast: done == dataCount), to: &event.chain)
        packet = ExclusivePacket(port: port)
      }
    }
    insert(event, at: position)
  }

  /// Appends a packet to its incomplete message; if there is no room, the message is dropped.
  mutating func add(_ message: ChannelMessage) {
    let port = Int(message.port)
    switch open[port].state {
    case .none: counters.malformed.pointee.wrappingAdd(1, ordering: .relaxed)
    case .refused: break
    case .open:
      if pool.add(message, to: &open[port].chain) { return }
      pool.release(open[port].chain)
      open[port].chain = PacketPool.Chain()
      open[port].state = .refused
      counters.dropped.pointee.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Inserts a complete message at the time of its first packet, or at the start of the current cycle if that time has
  /// passed.
  mutating func close(_ port: UInt8) {
    let message = open[Int(port)]
    open[Int(port)] = OpenMessage()
    guard message.state == .open else { return }
    let event = Waiting(message: ChannelMessage(word0: 0x3000_0000, word1: 0), chain: message.chain)
    insert(event, at: max(now, message.time))
  }

  mutating func forgetOpen(_ port: UInt8) {
    let message = open[Int(port)]
    open[Int(port)] = OpenMessage()
    guard message.state == .open else { return }
    pool.release(message.chain)
    counters.malformed.pointee.wrappingAdd(1, ordering: .relaxed)
  }
}
