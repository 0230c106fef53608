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

/// An ALSA sequencer in memory: programs with one port each, which appear and disappear, and what they receive.
///
/// - Thread: any
final class SimulatedSequencer: @unchecked Sendable {  // the tables are fixed; what changes is under a lock
  private enum Announcement: Sendable {
    case appeared(Int32), gone(Int32)
    /// Announcements were lost.
    case lost
  }

  private struct Connection: Hashable {
    let output, client: Int32
  }

  private struct State {
    var titles: [Int32: String] = [:]
    var outputCount: Int32 = 0
    var connections: Set<Connection> = []
    var announcements: [Announcement] = []
    var received: [Int32: [[UInt8]]] = [:]
  }

  let functions: UnsafePointer<ctactus_alsa_seq_functions>
  private let event = UnsafeMutablePointer<snd_seq_event_t>.allocate(capacity: 1)
  private let state = Guarded(State())

  init() {
    let table = UnsafeMutablePointer<ctactus_alsa_seq_functions>.allocate(capacity: 1)
    table.initialize(to: ctactus_alsa_seq_functions())
    SimulatedPorts.fill(&table.pointee)
    SimulatedEncoder.fill(&table.pointee)
    table.pointee.snd_seq_close = { _ in 0 }
    table.pointee.snd_seq_set_client_name = { _, _ in 0 }
    table.pointee.snd_seq_client_id = { _ in 129 }
    // the port of the announcements is the first one, and no output
    table.pointee.snd_seq_create_simple_port = { handle, _, _, _ in SimulatedSequencer.at(handle).addPort() }
    table.pointee.snd_seq_connect_from = { _, _, _, _ in 0 }
    table.pointee.snd_seq_connect_to = { handle, port, client, _ in
      SimulatedSequencer.at(handle).connect(port, to: client)
    }
    table.pointee.snd_seq_disconnect_to = { handle, port, client, _ in
      SimulatedSequencer.at(handle).disconnect(port, from: client)
    }
    table.pointee.snd_seq_event_input = { handle, event in SimulatedSequencer.at(handle).nextEvent(event) }
    table.pointee.snd_seq_event_output_direct = { handle, event in SimulatedSequencer.at(handle).take(event) }
    functions = UnsafePointer(table)
    event.initialize(to: snd_seq_event_t())
  }

  deinit {
    functions.deallocate()
    event.deallocate()
  }

  static func at(_ handle: OpaquePointer?) -> SimulatedSequencer {
    Unmanaged<SimulatedSequencer>.fromOpaque(UnsafeRawPointer(handle!)).takeUnretainedValue()
  }

  /// Opens a client with outputs only. The sequencer must outlive it.
  func open() throws(DeviceError) -> ALSASequencer {
    try ALSASequencer(
      OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), functions, name: "test", hasInput: false)
  }

  // MARK: What the test does

  /// Adds a program; `isAnnounced` says whether the announcement arrives.
  func plug(_ client: Int32, _ title: String, isAnnounced: Bool = true) {
    state.withLock {
      $0.titles[client] = title
      if isAnnounced { $0.announcements.append(.appeared(client)) }
    }
  }

  func unplug(_ client: Int32, isAnnounced: Bool = true) {
    state.withLock {
      $0.titles[client] = nil
      $0.connections = $0.connections.filter { $0.client != client }
      if isAnnounced { $0.announcements.append(.gone(client)) }
    }
  }

  func loseAnnouncements() { state.withLock { $0.announcements.append(.lost) } }

  /// The outputs, counted from 0, that are connected to a program.
  func outputs(at client: Int32) -> [Int] {
    state.withLock { $0.connections.filter { $0.client == client }.map { Int($0.output) - 1 }.sorted() }
  }

  /// The messages that a program has received.
  func received(_ client: Int32) -> [[UInt8]] { state.withLock { $0.received[client] ?? [] } }

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
    let next: Announcement? = state.withLock { $0.announcements.isEmpty ? nil : $0.announcements.removeFirst() }
    switch next {
    case .appeared(let client): set(Int(SND_SEQ_EVENT_PORT_START), client)
    case .gone(let client): set(Int(SND_SEQ_EVENT_PORT_EXIT), client)
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
