/// The results of a render call, with the system's status codes.
enum HostStatus {
  static var fine: Int32 { 0 }
  /// kAudioUnitErr_TooManyFramesToProcess
  static var tooManyFrames: Int32 { -10_874 }
  /// kAudioUnitErr_Uninitialized
  static var notAllocated: Int32 { -10_867 }
  /// kAudio_ParamError
  static var wrongBuffers: Int32 { -50 }
}

/// The request of a render call.
struct RenderCall {
  /// The host's sample time of the cycle's first frame, if ``hasTime``.
  var sampleTime: Double
  var hasTime: Bool
  var frameCount: Int
  var output: UnsafeMutableRawPointer
  var events: UnsafeRawPointer?
}

/// The result of a render call.
struct RenderAnswer {
  var status: Int32
  var isSilent: Bool

  init(_ status: Int32, isSilent: Bool = false) { (self.status, self.isSilent) = (status, isSilent) }
}
