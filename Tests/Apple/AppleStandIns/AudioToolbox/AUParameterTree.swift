// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

public typealias AUImplementorValueObserver = (AUParameter, AUValue) -> Void
public typealias AUImplementorValueProvider = (AUParameter) -> AUValue
public typealias AUImplementorStringFromValueCallback = (AUParameter, UnsafePointer<AUValue>?) -> String
public typealias AUImplementorValueFromStringCallback = (AUParameter, String) -> AUValue
public typealias AUParameterObserver = (AUParameterAddress, AUValue) -> Void
public typealias AUParameterObserverToken = UnsafeMutableRawPointer

public enum AudioUnitParameterUnit: UInt32, Sendable {
  case generic = 0, indexed, boolean, percent, seconds, sampleFrames, phase, rate, hertz, cents, relativeSemiTones
  case midiNoteNumber, midiController, decibels, linearGain, degrees, equalPowerCrossfade, mixerFaderCurve1, pan
  case meters, absoluteCents, octaves, BPM, beats, milliseconds, ratio, customUnit
}

public struct AudioUnitParameterOptions: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let flag_ValuesHaveStrings = AudioUnitParameterOptions(rawValue: 1 << 21)
  public static let flag_DisplayLogarithmic = AudioUnitParameterOptions(rawValue: 1 << 22)
  public static let flag_CanRamp = AudioUnitParameterOptions(rawValue: 1 << 25)
  public static let flag_IsHighResolution = AudioUnitParameterOptions(rawValue: 1 << 23)
  public static let flag_IsReadable = AudioUnitParameterOptions(rawValue: 1 << 30)
  public static let flag_IsWritable = AudioUnitParameterOptions(rawValue: 1 << 31)
}

public enum AUParameterAutomationEventType: UInt32, Sendable {
  case value = 0, touch, release
}

public struct AUParameterAutomationEvent: Sendable {
  public var hostTime: UInt64
  public var address: AUParameterAddress
  public var value: AUValue
  public var eventType: AUParameterAutomationEventType
}

public typealias AUParameterAutomationObserver = (Int, UnsafePointer<AUParameterAutomationEvent>) -> Void

/// A node of the tree of parameters.
open class AUParameterNode: NSObject {
  public let identifier: String
  public let displayName: String
  open var implementorValueObserver: AUImplementorValueObserver = { _, _ in }
  open var implementorValueProvider: AUImplementorValueProvider = { $0.stored }
  open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback = { parameter, value in
    "\(value?.pointee ?? parameter.value)"
  }
  open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback = { _, text in Float(text) ?? 0 }
  weak var parent: AUParameterNode?
  var observers: [UnsafeMutableRawPointer: AUParameterObserver] = [:]
  var automationObservers: [UnsafeMutableRawPointer: AUParameterAutomationObserver] = [:]

  init(identifier: String, name: String) { (self.identifier, displayName) = (identifier, name) }

  public var keyPath: String { parent.map { $0.parent == nil ? identifier : $0.keyPath + "." + identifier } ?? "" }

  /// Observers are notified of changes on any thread.
  public func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
    let token = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    observers[token] = observer
    return token
  }

  /// Observers are notified of changes as gestures, for a host to record.
  public func token(
    byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
  ) -> AUParameterObserverToken {
    let token = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    automationObservers[token] = observer
    return token
  }

  public func removeParameterObserver(_ token: AUParameterObserverToken) {
    let isKnown = observers.removeValue(forKey: token) != nil
    if automationObservers.removeValue(forKey: token) != nil || isKnown { token.deallocate() }
  }

  /// The root, whose callbacks apply to all nodes.
  var root: AUParameterNode { parent?.root ?? self }
}

/// One parameter.
open class AUParameter: AUParameterNode {
  public let address: AUParameterAddress
  public let minValue: AUValue
  public let maxValue: AUValue
  public let unit: AudioUnitParameterUnit
  public let unitName: String?
  public let flags: AudioUnitParameterOptions
  public let valueStrings: [String]?
  public let dependentParameters: [NSNumber]?
  fileprivate(set) var stored: AUValue

  init(
    _ identifier: String, _ name: String, _ address: AUParameterAddress, _ range: (AUValue, AUValue),
    _ unit: AudioUnitParameterUnit, _ unitName: String?, _ flags: AudioUnitParameterOptions, _ strings: [String]?,
    _ dependents: [NSNumber]?
  ) {
    (self.address, minValue, maxValue, self.unit, self.unitName) = (address, range.0, range.1, unit, unitName)
    (self.flags, valueStrings, dependentParameters, stored) = (flags, strings, dependents, range.0)
    super.init(identifier: identifier, name: name)
  }

  /// Setting it clamps the value and notifies the implementor, then the observers.
  open var value: AUValue {
    get { root.implementorValueProvider(self) }
    set { setValue(newValue, originator: nil) }
  }

  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
    stored = min(max(value, minValue), maxValue)
    root.implementorValueObserver(self, stored)
    for (token, observer) in root.observers where token != originator { observer(address, stored) }
    for (token, observer) in observers where token != originator { observer(address, stored) }
  }

  open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
    setValue(value, originator: originator)
  }

  open func setValue(
    _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
    eventType: AUParameterAutomationEventType
  ) {
    setValue(value, originator: originator)
    var event = AUParameterAutomationEvent(
      hostTime: hostTime, address: address, value: stored, eventType: eventType)
    for (token, observer) in root.automationObservers where token != originator { observer(1, &event) }
  }

  open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
    root.implementorStringFromValueCallback(self, value)
  }

  open func value(from string: String) -> AUValue { root.implementorValueFromStringCallback(self, string) }
}

/// A group of parameters.
open class AUParameterGroup: AUParameterNode {
  public let children: [AUParameterNode]

  init(identifier: String, name: String, children: [AUParameterNode]) {
    self.children = children
    super.init(identifier: identifier, name: name)
    for child in children { child.parent = self }
  }

  public var allParameters: [AUParameter] {
    children.flatMap { child -> [AUParameter] in
      (child as? AUParameter).map { [$0] } ?? (child as? AUParameterGroup)?.allParameters ?? []
    }
  }
}

/// All parameters of a unit.
open class AUParameterTree: AUParameterGroup {
  public class func createParameter(
    withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
    unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [], valueStrings: [String]?,
    dependentParameters: [NSNumber]?
  ) -> AUParameter {
    AUParameter(
      identifier, name, address, (min, max), unit, unitName, flags, valueStrings, dependentParameters)
  }

  public class func createGroup(
    withIdentifier identifier: String, name: String, children: [AUParameterNode]
  ) -> AUParameterGroup { AUParameterGroup(identifier: identifier, name: name, children: children) }

  public class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
    AUParameterTree(identifier: "", name: "", children: children)
  }

  public func parameter(withAddress address: AUParameterAddress) -> AUParameter? {
    allParameters.first { $0.address == address }
  }
}
