import CTactusClock
import TactusMIDI
import TactusRealtime
import TactusRender

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the thread of ``MIDIOutputs`` does: it waits for the time of each message, and sends it.
///
/// - Thread: control until the thread starts, then the thread; `remarks` and `stopWord` any
final class MIDISender: @unchecked Sendable {  // the thread alone uses the destinations; the rest is atomic or locked
  let remarks = Guarded<[String]>([])
  let stopWord = SharedWords(0)
  private let output: HostTimeOutput
  private let ports: MIDIOutputPorts?
  private let files: [RawMIDIOutput]
  private var sent = SentNotes()
  private var writers = [MIDIStreamWriter](repeating: MIDIStreamWriter(), count: 16)
  /// Whether a receiver's clock runs, for each port.
  private var runningClocks: UInt16 = 0

  /// The time in nanoseconds after which the thread looks for new messages. Messages lie further ahead.
  private static var pause: Int64 { 1_000_000 }

  init(
    _ words: [String], portCount: Int, from output: HostTimeOutput, client: String
  ) throws(DeviceError) {
    self.output = output
    var opened: [RawMIDIOutput] = []
    for path in words where path.hasPrefix("/") { opened.append(try RawMIDIOutput(path)) }
    files = opened
    let names = words.filter { !$0.hasPrefix("/") }
    do {
      ports = try MIDIOutputPorts(names, count: portCount, client: client)
    } catch {
      if opened.isEmpty || !names.isEmpty { throw error }
      ports = nil
    }
    for words in ports?.connectWanted() ?? [] { remark(words) }
    if let words = ports?.missing {
      remark("no MIDI output is named '\(words)' yet; it is connected when it appears (see `tactus devices`)")
    }
  }

  private func remark(_ words: String) { remarks.withLock { $0.append(words) } }

  // MARK: The thread

  func run() {
    var next: StampedMessage?
    while stopWord[0].pointee.load(ordering: .acquiring) == 0 {
      for words in ports?.takeChanges() ?? [] { remark(words) }
      if next == nil { next = output.take() }
      let now = ctactus_monotonic_time()
      guard let message = next else {
        usleep(UInt32(Self.pause / 1_000))
        continue
      }
      let wait = Int64(clamping: message.hostTime) - now
      if wait > 0 {
        usleep(UInt32(clamping: max(1, min(wait, Self.pause) / 1_000)))
      } else {
        send(message.message)
        next = nil
      }
    }
    finish(next)
  }

  /// Sends what is waiting, each message at its time, and ends what sounds.
  private func finish(_ first: StampedMessage?) {
    let most: Int64 = 1_000_000_000  // nothing is expected to lie further ahead
    var next = first ?? output.take()
    while let message = next {
      let wait = Int64(clamping: message.hostTime) - ctactus_monotonic_time()
      if wait > 0 { usleep(UInt32(clamping: min(wait, most) / 1_000)) }
      send(message.message)
      next = output.take()
    }
    for message in sent.releases(after: 0) { send(message) }
    for port in UInt8(0)..<16 where runningClocks & 1 << UInt16(port) != 0 {
      send(ChannelMessage(system: 0xFC, port: port))
    }
  }

  private func send(_ message: ChannelMessage) {
    sent.send(message, at: 0)
    let port = Int(message.port)
    switch message.word0 >> 28 == 1 ? message.status : 0 {
    case 0xFA, 0xFB: runningClocks |= 1 << UInt16(port)
    case 0xFC: runningClocks &= ~(1 << UInt16(port))
    default: break
    }
    let bytes = Array(writers[port].bytes(of: message))
    guard !bytes.isEmpty else { return }
    if let words = ports?.send(bytes, port) { remark(words) }
    guard !files.isEmpty else { return }
    let file = files[min(port, files.count - 1)]
    if file.isOpen, !file.send(bytes) { remark("MIDI output disconnected: \(file.path)") }
  }
}
