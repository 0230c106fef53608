// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// A stand-in for Apple's CoreMIDI: virtual endpoints in one process, without devices. Forbidden calls of a client are
// recorded as violations (``StandInMIDI/violations``); the time is that of `StandInClock`.

@_exported import CoreAudioTypes
import Foundation

public typealias CFString = NSString
public typealias MIDIReceiveBlock = (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void
public typealias MIDINotifyBlock = (UnsafePointer<MIDINotification>) -> Void

public let kMIDIInvalidClient: OSStatus = -10830
public let kMIDIInvalidPort: OSStatus = -10831
public let kMIDIWrongEndpointType: OSStatus = -10832
public let kMIDINoConnection: OSStatus = -10833
public let kMIDIUnknownEndpoint: OSStatus = -10834
public let kMIDIUnknownProperty: OSStatus = -10835
public let kMIDIMessageSendErr: OSStatus = -10838
public let kMIDIObjectNotFound: OSStatus = -10842
public let kMIDIIDNotUnique: OSStatus = -10843

nonisolated(unsafe) public let kMIDIPropertyUniqueID: CFString = NSString(string: "uniqueID")
nonisolated(unsafe) public let kMIDIPropertyDisplayName: CFString = NSString(string: "displayName")
nonisolated(unsafe) public let kMIDIPropertyName: CFString = NSString(string: "name")
nonisolated(unsafe) public let kMIDIPropertyAdvanceScheduleTimeMuSec: CFString =
  NSString(string: "scheduleAheadMuSec")

public enum MIDINotificationMessageID: Int32 {
  case msgSetupChanged = 1
  case msgObjectAdded, msgObjectRemoved, msgPropertyChanged, msgThruConnectionsChanged, msgSerialPortOwnerChanged
  case msgIOError
}

public struct MIDINotification {
  public var messageID: MIDINotificationMessageID
  public var messageSize: UInt32
}

public struct MIDIObjectType: RawRepresentable, Equatable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public static let other = MIDIObjectType(rawValue: -1)
  public static let source = MIDIObjectType(rawValue: 2)
  public static let destination = MIDIObjectType(rawValue: 3)
}

// MARK: Clients and ports

public func MIDIClientCreateWithBlock(
  _ name: CFString, _ outClient: UnsafeMutablePointer<MIDIClientRef>, _ notifyBlock: MIDINotifyBlock?
) -> OSStatus {
  outClient.pointee = StandInMIDI.shared.add(.client(notifyBlock))
  return noErr
}

@discardableResult public func MIDIClientDispose(_ client: MIDIClientRef) -> OSStatus {
  StandInMIDI.shared.disposeClient(client)
}

public func MIDIInputPortCreateWithProtocol(
  _ client: MIDIClientRef, _ portName: CFString, _ protocol: MIDIProtocolID,
  _ outPort: UnsafeMutablePointer<MIDIPortRef>, _ receiveBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
  guard StandInMIDI.shared.isClient(client) else { return kMIDIInvalidClient }
  let port = StandInMIDI.InputPort(client: client, protocolID: `protocol`, receive: receiveBlock)
  outPort.pointee = StandInMIDI.shared.add(.input(port))
  return noErr
}

public func MIDIOutputPortCreate(
  _ client: MIDIClientRef, _ portName: CFString, _ outPort: UnsafeMutablePointer<MIDIPortRef>
) -> OSStatus {
  guard StandInMIDI.shared.isClient(client) else { return kMIDIInvalidClient }
  outPort.pointee = StandInMIDI.shared.add(.output(client))
  return noErr
}

public func MIDIPortConnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef, _ connRefCon: UnsafeMutableRawPointer?
) -> OSStatus { StandInMIDI.shared.connect(port, source, connRefCon) }

@discardableResult public func MIDIPortDisconnectSource(
  _ port: MIDIPortRef, _ source: MIDIEndpointRef
) -> OSStatus { StandInMIDI.shared.disconnect(port, source) }

@discardableResult public func MIDIPortDispose(_ port: MIDIPortRef) -> OSStatus { StandInMIDI.shared.remove(port) }

// MARK: Virtual endpoints

public func MIDISourceCreateWithProtocol(
  _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID, _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
  guard StandInMIDI.shared.isClient(client) else { return kMIDIInvalidClient }
  let endpoint = StandInMIDI.Endpoint(
    client: client, name: name as String, protocolID: `protocol`, isSource: true, receive: nil)
  outSrc.pointee = StandInMIDI.shared.add(.endpoint(endpoint))
  return noErr
}

public func MIDIDestinationCreateWithProtocol(
  _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
  _ outDest: UnsafeMutablePointer<MIDIEndpointRef>, _ readBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
  guard StandInMIDI.shared.isClient(client) else { return kMIDIInvalidClient }
  let endpoint = StandInMIDI.Endpoint(
    client: client, name: name as String, protocolID: `protocol`, isSource: false, receive: readBlock)
  outDest.pointee = StandInMIDI.shared.add(.endpoint(endpoint))
  return noErr
}

@discardableResult public func MIDIEndpointDispose(_ endpoint: MIDIEndpointRef) -> OSStatus {
  StandInMIDI.shared.remove(endpoint)
}

public func MIDIGetNumberOfSources() -> Int { StandInMIDI.shared.endpoints(areSources: true).count }
public func MIDIGetNumberOfDestinations() -> Int { StandInMIDI.shared.endpoints(areSources: false).count }
public func MIDIGetSource(_ index: Int) -> MIDIEndpointRef {
  let all = StandInMIDI.shared.endpoints(areSources: true)
  return all.indices.contains(index) ? all[index] : 0
}
public func MIDIGetDestination(_ index: Int) -> MIDIEndpointRef {
  let all = StandInMIDI.shared.endpoints(areSources: false)
  return all.indices.contains(index) ? all[index] : 0
}

// MARK: Properties

public func MIDIObjectSetIntegerProperty(_ object: MIDIObjectRef, _ name: CFString, _ value: Int32) -> OSStatus {
  StandInMIDI.shared.set(object, name as String, value)
}

public func MIDIObjectGetIntegerProperty(
  _ object: MIDIObjectRef, _ name: CFString, _ outValue: UnsafeMutablePointer<Int32>
) -> OSStatus {
  guard let value = StandInMIDI.shared.integer(object, name as String) else { return kMIDIUnknownProperty }
  outValue.pointee = value
  return noErr
}

public func MIDIObjectGetStringProperty(
  _ object: MIDIObjectRef, _ name: CFString, _ string: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
  guard let value = StandInMIDI.shared.name(object) else { return kMIDIObjectNotFound }
  string.pointee = Unmanaged.passRetained(NSString(string: value))
  return noErr
}

public func MIDIObjectFindByUniqueID(
  _ uniqueID: MIDIUniqueID, _ outObject: UnsafeMutablePointer<MIDIObjectRef>?,
  _ outObjectType: UnsafeMutablePointer<MIDIObjectType>?
) -> OSStatus {
  guard let found = StandInMIDI.shared.find(uniqueID) else { return kMIDIObjectNotFound }
  outObject?.pointee = found.object
  outObjectType?.pointee = found.isSource ? .source : .destination
  return noErr
}

// MARK: Sending

public func MIDISendEventList(
  _ port: MIDIPortRef, _ dest: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>
) -> OSStatus { StandInMIDI.shared.send(port, dest, evtlist) }

public func MIDIReceivedEventList(_ src: MIDIEndpointRef, _ evtlist: UnsafePointer<MIDIEventList>) -> OSStatus {
  StandInMIDI.shared.received(src, evtlist)
}

@discardableResult public func MIDIFlushOutput(_ dest: MIDIEndpointRef) -> OSStatus {
  StandInMIDI.shared.flush(dest)
  return noErr
}
