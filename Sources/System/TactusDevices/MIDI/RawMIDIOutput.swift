import CTactusClock
import TactusMIDI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A raw MIDI device, or another file to which MIDI bytes go.
///
/// Messages are written whole. A device that stops reading delays other outputs once, by ``longestDelay``; from then
/// on, it loses messages. When it reads again, it first gets the end of the message that it has taken in part, and the
/// ends of what hangs because a message was lost.
/// - Thread: control, one thread at a time
package final class RawMIDIOutput {
  let path: String
  private var descriptor: Int32
  /// Whether the device has not taken a message, and none is waited for any more.
  package private(set) var isStalled = false
  /// The last bytes of a message of which the device has taken the first ones.
  private var rest: ArraySlice<UInt8> = []
  private var lost = LostMIDI()
  /// The incomplete system-exclusive message of each message port.
  private var exclusives = [[UInt8]](repeating: [], count: 16)

  package var isOpen: Bool { descriptor >= 0 }

  /// The time in nanoseconds for which the device is waited for: a fifth of a second.
  package static var longestDelay: Int64 { 200_000_000 }
  /// The size of the longest system-exclusive message in bytes. Longer ones are lost.
  private static var longestMessage: Int { 1 << 16 }

  package init(_ path: String) throws(DeviceError) {
    self.path = path
    descriptor = try RawMIDIDescriptor.open(path, O_WRONLY)
  }

  deinit { if isOpen { close(descriptor) } }

  /// Sends a message. Returns false if the device has gone.
  ///
  /// - Parameter bytes: the bytes of the message, or of a packet of a system-exclusive message. Such a message is sent
  ///   with its last packet.
  package func send(_ message: ChannelMessage, _ bytes: [UInt8]) -> Bool {
    guard let whole = join(message, bytes) else { return isOpen }
    recover()
    let canTake = !isStalled || rest.isEmpty && lost.isEmpty
    let left = canTake ? put(whole[...], waits: !isStalled) : whole[...]
    isStalled = !left.isEmpty
    if left.count < whole.count { rest = left } else { lost.add(message) }
    return isOpen
  }

  /// Completes the message that a stalled device has taken in part, and ends what hangs, if the device reads again.
  ///
  /// - Returns: whether the device is still open.
  @discardableResult package func recover() -> Bool {
    guard isStalled, isOpen else { return isOpen }
    rest = put(rest, waits: false)
    while rest.isEmpty, isOpen, let message = lost.next() {
      var writer = MIDIStreamWriter()
      let bytes = Array(writer.bytes(of: message))
      let left = put(bytes[...], waits: false)
      guard left.count < bytes.count else { return isOpen }
      lost.removeNext()
      rest = left
    }
    return isOpen
  }

  /// Returns the bytes of a message with all its packets; nil if packets are missing.
  private func join(_ message: ChannelMessage, _ bytes: [UInt8]) -> [UInt8]? {
    let port = Int(message.port)
    guard message.isSystemExclusive else {
      // another message, except a real-time one, truncates an incomplete message
      if !message.isRealTime { exclusives[port] = [] }
      return bytes
    }
    if bytes.first == 0xF0 { exclusives[port] = [] }
    exclusives[port] += bytes
    if exclusives[port].count > Self.longestMessage { exclusives[port] = [] }
    guard bytes.last == 0xF7 else { return nil }
    defer { exclusives[port] = [] }
    return exclusives[port].first == 0xF0 ? exclusives[port] : nil
  }

  /// Writes bytes. Returns those that the device does not take.
  ///
  /// - Parameter waits: whether a device whose buffer is full is waited for.
  private func put(_ bytes: ArraySlice<UInt8>, waits: Bool) -> ArraySlice<UInt8> {
    var rest = bytes
    var deadline = ctactus_monotonic_time() + Self.longestDelay
    while !rest.isEmpty, isOpen {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        deadline = ctactus_monotonic_time() + Self.longestDelay
      } else if count < 0, errno == EAGAIN {
        let left = deadline - ctactus_monotonic_time()
        guard waits, left > 0 else { break }
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let isReady = poll(&state, 1, Int32(clamping: left / 1_000_000 + 1)) > 0
        if isReady, Int32(state.revents) & Int32(POLLOUT) == 0 { leave() }
      } else if count == 0 || errno != EINTR {
        leave()
      }
    }
    return rest
  }

  private func leave() {
    close(descriptor)
    descriptor = -1
  }
}
