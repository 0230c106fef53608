// What Apple's names mean is said by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// A stand-in of Apple's CoreAudioTypes, and of what little of Darwin comes with it, for systems that have neither.

@_exported import CAppleStandIns

public let noErr: OSStatus = 0

extension AudioTimeStamp {
  /// Nothing is valid.
  public static var nothing: AudioTimeStamp { AudioTimeStamp() }

  /// A stamp of both times.
  public init(sampleTime: Double, hostTime: UInt64) {
    self.init()
    (mSampleTime, mHostTime) = (sampleTime, hostTime)
    mFlags = [.sampleTimeValid, .hostTimeValid]
  }
}
