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
/// - Thread: control until the thread starts, then the thread; `remarks` and the shared words any
final class MIDISender: @unchecked Sendable {  // the thread alone uses the destinations; the rest is atomic or locked
  let remarks = Guarded<[String]>([])
  let stopWord = SharedWords(0)
  private let output: HostTimeOutput
  /// The machine's monotonic clock in nanoseconds.
  let now: @Sendable () -> Int64
  /// The message ports that messages are to have, and those that they have now, one bit each; above them the number of
  /// the session.
  let wantedPorts, presentPorts: SharedWords
  /// The time of the message that the thread has taken last.
  let dueTime = SharedWords(0)
  private let ports: MIDIOutputPorts?
  /// The outputs that are raw devices, by their indices among all outputs.
  private let files: [Int: RawMIDIOutput]
  private var routes: MIDIRoutes
  private var sent = SentNotes()
  private var writers = [MIDIStreamWriter](repeating: MIDIStreamWriter(), count: 16)
  /// Whether a receiver's clock runs, for each port.
  private var runningClocks: UInt16 = 0

  /// The time in nanoseconds after which the thread looks for new messages. Messages lie further ahead.
  private static var pause: Int64 { 1_000_000 }
  /// The longest time to wait for the time of a message, in nanoseconds: 20 seconds. The longest buffer of a device,
  /// 131,072 frames at 8,000 Hz, lasts 16 seconds.
  static var longestLead: Int64 { 20_000_000_000 }

  /// - Parameter sequencer: opens a client of the ALSA sequencer.
  init(
    _ words: [String], ports mask: UInt16, from output: HostTimeOutput, now: @escaping @Sendable () -> Int64,
    sequencer: () throws(DeviceError) -> ALSASequencer
  ) throws(DeviceError) {
    (self.output, self.now) = (output, now)
    (wantedPorts, presentPorts) = (SharedWords(Int(mask)), SharedWords(Int(mask)))
    routes = MIDIRoutes(ports: mask, outputs: words.count)
    var opened: [Int: RawMIDIOutput] = [:]
    var names: [MIDIOutputNames.Name] = []
    for (index, word) in words.enumerated() {
      if word.hasPrefix("/") {
        opened[index] = try RawMIDIOutput(word)
      } else {
        names.append(MIDIOutputNames.Name(output: index, name: word))
      }
    }
    files = opened
    let isSingle = routes.outputCount == 1
    do {
      ports = try MIDIOutputPorts(
        MIDIOutputNames(names), count: isSingle ? routes.portCount : routes.outputCount, isSingle: isSingle,
        at: sequencer())
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
      for words in ports?.takeChanges(endingBytes(for:)) ?? [] { remark(words) }
      for file in files.values where file.isOpen {
        if !file.recover() { remarkDisconnection(file) }
      }
      if next == nil { next = output.take() }
      guard let message = next else {
        takePorts()
        usleep(UInt32(Self.pause / 1_000))
        continue
      }
      dueTime[0].pointee.store(Int(clamping: message.hostTime), ordering: .releasing)
      let wait = Int64(clamping: message.hostTime) - now()
      if wait > 0 {
        pause(wait)
      } else {
        send(message.message)
        next = nil
      }
    }
    finish(next)
  }

  /// Waits for a time in nanoseconds, but not longer than a pause: the system's clock decides how long that is.
  private func pause(_ wait: Int64) { usleep(UInt32(clamping: max(1, min(wait, Self.pause) / 1_000))) }

  /// Takes the message ports of the next song, when the messages of the song before have been sent.
  private func takePorts() {
    let word = wantedPorts[0].pointee.load(ordering: .acquiring)
    // messages that have arrived since the thread looked belong to the song before
    guard word != presentPorts[0].pointee.load(ordering: .relaxed), output.waitingCount == 0 else { return }
    // a session whose device has gone could not end its notes
    for message in endings { send(message) }
    routes = MIDIRoutes(ports: UInt16(truncatingIfNeeded: word), outputs: routes.outputCount)
    if routes.outputCount == 1 { for words in ports?.grow(to: routes.portCount) ?? [] { remark(words) } }
    presentPorts[0].pointee.store(word, ordering: .releasing)
  }

  /// Sends what is waiting, each message at its time, and ends what sounds.
  private func finish(_ first: StampedMessage?) {
    let last = now() + Self.longestLead
    var next = first ?? output.take()
    while let message = next {
      let due = min(Int64(clamping: message.hostTime), last)
      // a signal can interrupt a pause
      while now() < due { pause(due - now()) }
      send(message.message)
      next = output.take()
    }
    for message in endings { send(message) }
  }

  /// The messages that release all notes and pedals, and stop all clocks.
  private var endings: [ChannelMessage] {
    var sent = sent
    let clocks = (UInt8(0)..<16).filter { runningClocks & 1 << UInt16($0) != 0 }
    return sent.releases(after: 0) + clocks.map { ChannelMessage(system: 0xFC, port: $0) }
  }

  /// Returns the bytes of those that an output needs.
  private func endingBytes(for output: Int) -> [[UInt8]] {
    endings.filter { routes.outputs(ofPort: Int($0.port)).contains(output) }.map { message in
      var writer = MIDIStreamWriter()
      return Array(writer.bytes(of: message))
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
    for output in routes.outputs(ofPort: port) {
      // for a single output, the sequencer has a port for each message port, to which other programs can connect
      let index = routes.outputCount == 1 ? routes.index(ofPort: port) : output
      if let words = ports?.send(bytes, ofPort: port, from: index) { remark(words) }
      guard let file = files[output], file.isOpen, !file.send(message, bytes) else { continue }
      remarkDisconnection(file)
    }
  }

  private func remarkDisconnection(_ file: RawMIDIOutput) { remark("MIDI output disconnected: \(file.path)") }
}
