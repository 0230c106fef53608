// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// A stand-in for Apple's CoreAudioTypes, and for the few parts of Darwin that it exports, for systems that have
// neither.

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
