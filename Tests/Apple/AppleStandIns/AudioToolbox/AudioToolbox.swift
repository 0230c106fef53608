// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// A stand-in for the parts of Apple's AudioToolbox that an AUAudioUnit, its host and its parameters need.

@_exported import CoreMIDI
import Foundation

public typealias AUAudioUnitStatus = OSStatus
public var AUEventSampleTimeImmediate: AUEventSampleTime { -4_294_967_296 }

public struct AudioUnitRenderActionFlags: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let unitRenderAction_PreRender = AudioUnitRenderActionFlags(rawValue: 1 << 2)
  public static let unitRenderAction_PostRender = AudioUnitRenderActionFlags(rawValue: 1 << 3)
  public static let unitRenderAction_OutputIsSilence = AudioUnitRenderActionFlags(rawValue: 1 << 4)
  public static let offlineUnitRenderAction_Preflight = AudioUnitRenderActionFlags(rawValue: 1 << 5)
  public static let offlineUnitRenderAction_Render = AudioUnitRenderActionFlags(rawValue: 1 << 6)
  public static let offlineUnitRenderAction_Complete = AudioUnitRenderActionFlags(rawValue: 1 << 7)
  public static let unitRenderAction_PostRenderError = AudioUnitRenderActionFlags(rawValue: 1 << 8)
  public static let unitRenderAction_DoNotCheckRenderArgs = AudioUnitRenderActionFlags(rawValue: 1 << 9)
}

public typealias AUInternalRenderBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AURenderEvent>?, AURenderPullInputBlock?
) -> AUAudioUnitStatus
public typealias AURenderBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>, AURenderPullInputBlock?
) -> AUAudioUnitStatus
public typealias AURenderPullInputBlock = (
  UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int,
  UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus
public typealias AUScheduleMIDIEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> Void
public typealias AUMIDIOutputEventBlock = (AUEventSampleTime, UInt8, Int, UnsafePointer<UInt8>) -> OSStatus
public typealias AUMIDIEventListBlock = (AUEventSampleTime, UInt8, UnsafePointer<MIDIEventList>) -> OSStatus
public typealias AUScheduleParameterBlock = (AUEventSampleTime, AUAudioFrameCount, AUParameterAddress, AUValue) -> Void
public typealias AUHostMusicalContextBlock = (
  UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?,
  UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Double>?
) -> Bool
public typealias AUHostTransportStateBlock = (
  UnsafeMutablePointer<AUHostTransportStateFlags>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?,
  UnsafeMutablePointer<Double>?
) -> Bool
public typealias AURenderObserver = (
  AudioUnitRenderActionFlags, UnsafePointer<AudioTimeStamp>, AUAudioFrameCount, Int
) -> Void

public struct AUHostTransportStateFlags: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let changed = AUHostTransportStateFlags(rawValue: 1)
  public static let moving = AUHostTransportStateFlags(rawValue: 2)
  public static let recording = AUHostTransportStateFlags(rawValue: 4)
  public static let cycling = AUHostTransportStateFlags(rawValue: 8)
}

public struct AudioComponentDescription: Equatable, Sendable {
  public var componentType: OSType = 0
  public var componentSubType: OSType = 0
  public var componentManufacturer: OSType = 0
  public var componentFlags: UInt32 = 0
  public var componentFlagsMask: UInt32 = 0

  public init() {}
  public init(
    componentType: OSType, componentSubType: OSType, componentManufacturer: OSType, componentFlags: UInt32,
    componentFlagsMask: UInt32
  ) {
    (self.componentType, self.componentSubType) = (componentType, componentSubType)
    (self.componentManufacturer, self.componentFlags) = (componentManufacturer, componentFlags)
    self.componentFlagsMask = componentFlagsMask
  }
}

public struct AudioComponentInstantiationOptions: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)
  public static let loadInProcess = AudioComponentInstantiationOptions(rawValue: 2)
}

public let kAudioUnitType_MusicDevice: OSType = 0x6175_6D75
public let kAudioUnitType_MusicEffect: OSType = 0x6175_6D66
public let kAudioUnitType_MIDIProcessor: OSType = 0x6175_6D69
public let kAudioUnitType_Effect: OSType = 0x6175_6678
public let kAudioUnitType_Generator: OSType = 0x6175_676E

public let kAudioUnitErr_InvalidParameter: OSStatus = -10_878
public let kAudioUnitErr_InvalidElement: OSStatus = -10_877
public let kAudioUnitErr_NoConnection: OSStatus = -10_876
public let kAudioUnitErr_FailedInitialization: OSStatus = -10_875
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10_874
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868
public let kAudioUnitErr_Uninitialized: OSStatus = -10_867
public let kAudioUnitErr_PropertyNotWritable: OSStatus = -10_865
public let kAudioUnitErr_CannotDoInCurrentContext: OSStatus = -10_863
public let kAudioUnitErr_InvalidPropertyValue: OSStatus = -10_851
public let kAudioUnitErr_Initialized: OSStatus = -10_849
public let kAudioUnitErr_RenderTimeout: OSStatus = -66_745
public let kAudioUnitErr_MIDIOutputBufferFull: OSStatus = -66_753

/// Creates units: the entry point of an extension.
public protocol AUAudioUnitFactory: AnyObject {
  func createAudioUnit(with desc: AudioComponentDescription) throws -> AUAudioUnit
}
