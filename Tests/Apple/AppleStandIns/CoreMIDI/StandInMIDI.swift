// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CoreAudioTypes
import Foundation

/// The server behind the stand-in for CoreMIDI; there is one in the process.
///
/// Sent lists wait here until ``advance(to:)`` moves the clock to their time; destinations with an advance schedule
/// time get them at once. Virtual sources deliver at once.
public final class StandInMIDI: @unchecked Sendable {  // all state is under the lock
  public static let shared = StandInMIDI()

  enum Object {
    case client(MIDINotifyBlock?)
    case input(InputPort)
    case output(MIDIClientRef)
    case endpoint(Endpoint)
  }

  struct InputPort {
    var client: MIDIClientRef
    var protocolID: MIDIProtocolID
    var receive: MIDIReceiveBlock
    var sources: [MIDIEndpointRef: UnsafeMutableRawPointer?] = [:]
  }

  struct Endpoint {
    var client: MIDIClientRef
    var name: String
    var protocolID: MIDIProtocolID
    var isSource: Bool
    var receive: MIDIReceiveBlock?
    var advance: Int32 = 0
    var uniqueID: MIDIUniqueID = 0
  }

  /// A packet on its way to a destination.
  struct Scheduled {
    /// When it is delivered.
    var time: UInt64
    /// When it is due.
    var stamp: UInt64
    var destination: MIDIEndpointRef
    var protocolID: MIDIProtocolID
    var words: [UInt32]
  }

  let lock = NSRecursiveLock()
  var objects: [MIDIObjectRef: Object] = [:]
  var scheduled: [Scheduled] = []
  private var nextObject: MIDIObjectRef = 1
  private var nextUniqueID: MIDIUniqueID = 1_000
  var noted: [String] = []
  var refusals = 0
  /// The number of ticks by which a packet is late.
  var delay: () -> UInt64 = { 0 }

  func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  // MARK: For tests

  /// Forgets all objects, packets and violations, and sets the clock.
  public func reset(now: UInt64 = 1) {
    locked {
      (objects, scheduled, noted, delay, refusals) = ([:], [], [], { 0 }, 0)
      StandInClock.now = now
      StandInClock.timeBase = (1, 1)
    }
  }

  /// The forbidden actions of clients.
  public var violations: [String] { locked { noted } }
  /// The number of packets that wait for their time.
  public var waitingCount: Int { locked { scheduled.count } }
  /// Delays each waiting packet by this many ticks.
  public func setDelay(_ delay: @escaping () -> UInt64) { locked { self.delay = delay } }
  /// Makes this many of the next send calls fail.
  public func refuse(_ count: Int) { locked { refusals = count } }

  /// Moves the clock on, and delivers on the calling thread what is due by then.
  public func advance(to time: UInt64) {
    while let next = locked({ takeNext(before: time) }) {
      StandInClock.now = max(StandInClock.now, next.time)
      deliver(next)
    }
    StandInClock.now = max(StandInClock.now, time)
  }

  private func takeNext(before time: UInt64) -> Scheduled? {
    guard let next = scheduled.last, next.time <= time else { return nil }
    return scheduled.removeLast()
  }

  /// Inserts a packet in order; the packet that is due next is the last.
  func schedule(_ packet: Scheduled) {
    var (low, high) = (0, scheduled.count)
    while low < high {
      let middle = (low + high) / 2
      if scheduled[middle].time > packet.time { low = middle + 1 } else { high = middle }
    }
    scheduled.insert(packet, at: low)
  }

  /// Records a violation.
  public func note(_ violation: String) { locked { noted.append(violation) } }

  // MARK: Objects

  func add(_ object: Object) -> MIDIObjectRef {
    let reference = locked {
      var object = object
      if case .endpoint(var endpoint) = object {
        endpoint.uniqueID = nextUniqueID
        nextUniqueID += 1
        object = .endpoint(endpoint)
      }
      nextObject += 1
      objects[nextObject] = object
      return nextObject
    }
    notify()
    return reference
  }

  func remove(_ object: MIDIObjectRef) -> OSStatus {
    let isThere = locked {
      scheduled.removeAll { $0.destination == object }
      return objects.removeValue(forKey: object) != nil
    }
    if isThere { notify() }
    return isThere ? noErr : kMIDIObjectNotFound
  }

  func disposeClient(_ client: MIDIClientRef) -> OSStatus {
    guard isClient(client) else { return kMIDIInvalidClient }
    locked {
      objects = objects.filter { key, object in
        switch object {
        case .client: key != client
        case .input(let port): port.client != client
        case .output(let owner): owner != client
        case .endpoint(let endpoint): endpoint.client != client
        }
      }
    }
    return noErr
  }

  func isClient(_ reference: MIDIClientRef) -> Bool {
    locked { if case .client = objects[reference] { true } else { false } }
  }

  func endpoint(_ reference: MIDIEndpointRef) -> Endpoint? {
    locked { if case .endpoint(let endpoint) = objects[reference] { endpoint } else { nil } }
  }

  func endpoints(areSources: Bool) -> [MIDIEndpointRef] {
    locked { objects.keys.sorted().filter { endpoint($0)?.isSource == areSources } }
  }

  private func notify() {
    let blocks = locked {
      objects.values.compactMap { if case .client(let block) = $0 { block } else { nil } }
    }
    var notification = MIDINotification(messageID: .msgSetupChanged, messageSize: 8)
    for block in blocks { block(&notification) }
  }

  // MARK: Properties

  func set(_ object: MIDIObjectRef, _ name: String, _ value: Int32) -> OSStatus {
    locked {
      guard case .endpoint(var endpoint) = objects[object] else { return kMIDIObjectNotFound }
      switch name {
      case "uniqueID":
        if let other = find(value), other.object != object { return kMIDIIDNotUnique }
        endpoint.uniqueID = value
      case "scheduleAheadMuSec":
        guard !endpoint.isSource else { return kMIDIUnknownProperty }
        endpoint.advance = value
      default: return kMIDIUnknownProperty
      }
      objects[object] = .endpoint(endpoint)
      return noErr
    }
  }

  func integer(_ object: MIDIObjectRef, _ name: String) -> Int32? {
    guard let endpoint = endpoint(object) else { return nil }
    switch name {
    case "uniqueID": return endpoint.uniqueID
    case "scheduleAheadMuSec": return endpoint.isSource ? nil : endpoint.advance
    default: return nil
    }
  }

  func name(_ object: MIDIObjectRef) -> String? { endpoint(object)?.name }

  func find(_ uniqueID: MIDIUniqueID) -> (object: MIDIObjectRef, isSource: Bool)? {
    locked {
      for (reference, object) in objects {
        if case .endpoint(let endpoint) = object, endpoint.uniqueID == uniqueID {
          return (reference, endpoint.isSource)
        }
      }
      return nil
    }
  }
}
