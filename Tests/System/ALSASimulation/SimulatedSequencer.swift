import CALSA
import TactusDevices
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An ALSA sequencer in memory: programs with one port each, which appear and disappear, and what they send and
/// receive.
///
/// - Thread: any; one client reads
package final class SimulatedSequencer: @unchecked Sendable {  // the tables are fixed; what changes is under a lock
  /// What arrives at the client's input port.
  private enum Arrival: Sendable {
    case appeared(Int32), gone(Int32)
    /// A connection between two clients has ended.
    case disconnected(sender: Int32, receiver: Int32)
    case message([UInt8], sender: Int32, port: Int)
    /// Events were lost.
    case lost
  }

  private struct Connection: Hashable {
    let output, client: Int32
  }

  private struct State {
    var titles: [Int32: String] = [:]
    var outputCount: Int32 = 0
    var connections: Set<Connection> = []
    /// The programs that are connected to the client's input port.
    var inputs: Set<Int32> = []
    var arrivals: [Arrival] = []
    var received: [Int32: [[UInt8]]] = [:]
  }

  package let functions: UnsafePointer<ctactus_alsa_seq_functions>
  private let event = UnsafeMutablePointer<snd_seq_event_t>.allocate(capacity: 1)
  private let state = Guarded(State())
  /// A pipe, from which bytes can be read while events are waiting.
  private let ends: (output: Int32, input: Int32)
  /// The number of the client.
  private static var ownNumber: Int32 { 129 }

  package init() {
    let table = UnsafeMutablePointer<ctactus_alsa_seq_functions>.allocate(capacity: 1)
    table.initialize(to: ctactus_alsa_seq_functions())
    SimulatedPorts.fill(&table.pointee)
    SimulatedEncoder.fill(&table.pointee)
    table.pointee.snd_seq_close = { _ in 0 }
    table.pointee.snd_seq_set_client_name = { _, _ in 0 }
    table.pointee.snd_seq_client_id = { _ in SimulatedSequencer.ownNumber }
    // the port of the announcements is the first one, and no output
    table.pointee.snd_seq_create_simple_port = { handle, _, _, _ in SimulatedSequencer.at(handle).addPort() }
    table.pointee.snd_seq_connect_from = { handle, _, client, _ in SimulatedSequencer.at(handle).connect(from: client) }
    table.pointee.snd_seq_connect_to = { handle, port, client, _ in
      SimulatedSequencer.at(handle).connect(port, to: client)
    }
    table.pointee.snd_seq_disconnect_to = { handle, port, client, _ in
      SimulatedSequencer.at(handle).disconnect(port, from: client)
    }
    table.pointee.snd_seq_event_input = { handle, event in SimulatedSequencer.at(handle).nextEvent(event) }
    table.pointee.snd_seq_event_output_direct = { handle, event in SimulatedSequencer.at(handle).take(event) }
    table.pointee.snd_seq_poll_descriptors_count = { _, _ in 1 }
    table.pointee.snd_seq_poll_descriptors = { handle, space, _, events in
      space?.pointee = pollfd(fd: SimulatedSequencer.at(handle).ends.output, events: events, revents: 0)
      return 1
    }
    functions = UnsafePointer(table)
    var pair: [Int32] = [-1, -1]
    guard pipe(&pair) == 0, fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0 else { preconditionFailure("no pipe") }
    ends = (pair[0], pair[1])
    event.initialize(to: snd_seq_event_t())
  }

  deinit {
    close(ends.output)
    close(ends.input)
    functions.deallocate()
    event.deallocate()
  }

  static func at(_ handle: OpaquePointer?) -> SimulatedSequencer {
    Unmanaged<SimulatedSequencer>.fromOpaque(UnsafeRawPointer(handle!)).takeUnretainedValue()
  }

  /// Opens a client. The sequencer must outlive it.
  package func open(hasInput: Bool = false) throws(DeviceError) -> ALSASequencer {
    try ALSASequencer(
      OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), functions, name: "test", hasInput: hasInput)
  }

  // MARK: What the test does

  /// Adds a program; `isAnnounced` says whether the announcement arrives.
  package func plug(_ client: Int32, _ title: String, isAnnounced: Bool = true) {
    state.withLock { $0.titles[client] = title }
    if isAnnounced { deliver(.appeared(client)) }
  }

  package func unplug(_ client: Int32, isAnnounced: Bool = true) {
    state.withLock {
      $0.titles[client] = nil
      $0.connections = $0.connections.filter { $0.client != client }
      $0.inputs.remove(client)
    }
    if isAnnounced { deliver(.gone(client)) }
  }

  package func loseEvents() { deliver(.lost) }

  /// Announces that a connection has ended; without a receiver, one from a program to the client's input port, which
  /// ends now.
  package func endConnection(from sender: Int32, to receiver: Int32? = nil) {
    if receiver == nil { state.withLock { _ = $0.inputs.remove(sender) } }
    deliver(.disconnected(sender: sender, receiver: receiver ?? Self.ownNumber))
  }

  /// Sends a message of at most twelve bytes from a program to an input port.
  package func send(_ bytes: [UInt8], from client: Int32, to port: Int = 0) {
    deliver(.message(bytes, sender: client, port: port))
  }

  /// Whether a program is connected to the client's input port.
  package func isInput(_ client: Int32) -> Bool { state.withLock { $0.inputs.contains(client) } }

  /// The outputs, counted from 0, that are connected to a program.
  package func outputs(at client: Int32) -> [Int] {
    state.withLock { $0.connections.filter { $0.client == client }.map { Int($0.output) - 1 }.sorted() }
  }

  /// The messages that a program has received.
  package func received(_ client: Int32) -> [[UInt8]] { state.withLock { $0.received[client] ?? [] } }

  private func deliver(_ arrival: Arrival) {
    let end = ends.input
    state.withLock {
      $0.arrivals.append(arrival)
      _ = write(end, "x", 1)
    }
  }

  // MARK: What the library does

  /// The programs in the order of their numbers.
  func client(after client: Int32) -> Int32? {
    state.withLock { state in state.titles.keys.filter { $0 > client }.min() }
  }

  func title(of client: Int32) -> String { state.withLock { $0.titles[client] ?? "" } }

  private func addPort() -> Int32 {
    state.withLock {
      $0.outputCount += 1
      return $0.outputCount - 1
    }
  }

  private func connect(from client: Int32) -> Int32 {
    state.withLock {
      guard client != Int32(SND_SEQ_CLIENT_SYSTEM) else { return 0 }
      guard $0.titles[client] != nil else { return -EINVAL }
      return $0.inputs.insert(client).inserted ? 0 : -EBUSY
    }
  }

  private func connect(_ port: Int32, to client: Int32) -> Int32 {
    state.withLock {
      guard $0.titles[client] != nil else { return -EINVAL }
      return $0.connections.insert(Connection(output: port, client: client)).inserted ? 0 : -EBUSY
    }
  }

  private func disconnect(_ port: Int32, from client: Int32) -> Int32 {
    state.withLock { $0.connections.remove(Connection(output: port, client: client)) == nil ? -ENOENT : 0 }
  }

  private func nextEvent(_ event: UnsafeMutablePointer<UnsafeMutablePointer<snd_seq_event_t>?>?) -> Int32 {
    let end = ends.output
    let next: Arrival? = state.withLock {
      guard $0.arrivals.isEmpty else { return $0.arrivals.removeFirst() }
      var byte: UInt8 = 0
      while read(end, &byte, 1) > 0 {}
      return nil
    }
    switch next {
    case .appeared(let client): set(Int(SND_SEQ_EVENT_PORT_START), client)
    case .gone(let client): set(Int(SND_SEQ_EVENT_PORT_EXIT), client)
    case .disconnected(let sender, let receiver):
      set(Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED), sender)
      self.event.pointee.data.connect.dest = snd_seq_addr_t(client: UInt8(receiver), port: 0)
    case .message(let bytes, let sender, let port):
      self.event.pointee = snd_seq_event_t()
      SimulatedEncoder.set(&self.event.pointee, bytes)
      self.event.pointee.source = snd_seq_addr_t(client: UInt8(sender), port: 0)
      self.event.pointee.dest = snd_seq_addr_t(client: UInt8(Self.ownNumber), port: UInt8(port))
    case .lost: return -ENOSPC
    case nil: return -EAGAIN
    }
    event?.pointee = self.event
    return 0
  }

  private func set(_ type: Int, _ client: Int32) {
    event.pointee = snd_seq_event_t()
    event.pointee.type = UInt8(type)
    event.pointee.data.addr.client = UInt8(client)
  }

  private func take(_ event: UnsafeMutablePointer<snd_seq_event_t>?) -> Int32 {
    guard let event = event?.pointee else { return -EINVAL }
    let bytes = SimulatedEncoder.bytes(of: event)
    let (output, receiver) = (Int32(event.source.port), Int32(event.dest.client))
    return state.withLock { state in
      for client in state.titles.keys {
        let isConnected = state.connections.contains(Connection(output: output, client: client))
        let isMeant = receiver == Int32(SND_SEQ_ADDRESS_SUBSCRIBERS) ? isConnected : client == receiver
        if isMeant { state.received[client, default: []].append(bytes) }
      }
      return 0
    }
  }
}
