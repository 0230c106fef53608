// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

public enum AUAudioUnitBusType: Int, Sendable {
  case input = 1
  case output = 2
}

/// A bus of a unit.
open class AUAudioUnitBus: NSObject {
  public private(set) var format: AVAudioFormat
  open var isEnabled = true
  open var name: String?
  open var maximumChannelCount: AUAudioChannelCount = 0
  open var supportedChannelCounts: [NSNumber]?
  open var contextPresentationLatency: TimeInterval = 0
  public internal(set) weak var ownerAudioUnit: AUAudioUnit?
  public internal(set) var index = 0
  public internal(set) var busType = AUAudioUnitBusType.output

  public init(format: AVAudioFormat) throws { self.format = format }

  /// Asks the unit first, as the original does.
  open func setFormat(_ format: AVAudioFormat) throws {
    if let unit = ownerAudioUnit {
      guard !unit.renderResourcesAllocated else { throw StandInError(kAudioUnitErr_Initialized) }
      guard unit.shouldChange(to: format, for: self) else { throw StandInError(kAudioUnitErr_FormatNotSupported) }
    }
    if maximumChannelCount > 0, format.channelCount > maximumChannelCount {
      throw StandInError(kAudioUnitErr_FormatNotSupported)
    }
    self.format = format
  }
}

public typealias AUAudioChannelCount = UInt32

/// The buses of one side of a unit.
open class AUAudioUnitBusArray: NSObject {
  public let busType: AUAudioUnitBusType
  public private(set) weak var ownerAudioUnit: AUAudioUnit?
  private var busses: [AUAudioUnitBus] = []

  public init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses: [AUAudioUnitBus]) {
    (ownerAudioUnit, self.busType) = (owner, busType)
    super.init()
    replaceBusses(busses)
  }

  public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
    self.init(audioUnit: owner, busType: busType, busses: [])
  }

  open var count: Int { busses.count }
  open var isCountChangeable: Bool { false }
  open subscript(index: Int) -> AUAudioUnitBus { busses[index] }

  open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
    busses = busArray
    for (index, bus) in busses.enumerated() {
      (bus.index, bus.busType, bus.ownerAudioUnit) = (index, busType, ownerAudioUnit)
    }
  }
}

/// An error with a system status, like an `NSError` in the OSStatus domain.
public func StandInError(_ status: OSStatus) -> NSError { NSError(domain: "NSOSStatusErrorDomain", code: Int(status)) }
