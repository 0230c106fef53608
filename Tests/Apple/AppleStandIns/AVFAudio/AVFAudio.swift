// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

// A stand-in for Apple's AVFAudio: buffers, source nodes and audio files, without a real engine.

@_exported import AudioToolbox
@_exported import Foundation

public typealias AVAudioSourceNodeRenderBlock = (
  UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
  UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

open class AVAudioNode: NSObject {
  /// The output format of a bus; only the first bus exists here.
  open func outputFormat(forBus bus: Int) -> AVAudioFormat {
    preconditionFailure("a node of the stand-in that has none")
  }
}

/// A node that gets its audio from a block.
open class AVAudioSourceNode: AVAudioNode {
  public let format: AVAudioFormat
  /// What the engine would call.
  public let renderBlock: AVAudioSourceNodeRenderBlock

  public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
    (self.format, renderBlock) = (format, block)
  }

  open override func outputFormat(forBus bus: Int) -> AVAudioFormat { format }
}

/// Uncompressed audio in memory: planar floats only.
open class AVAudioBuffer: NSObject {}

open class AVAudioPCMBuffer: AVAudioBuffer {
  public let format: AVAudioFormat
  public let frameCapacity: AVAudioFrameCount
  private let memory: UnsafeMutablePointer<Float>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The number of valid frames; the original throws an exception if it exceeds the capacity.
  open var frameLength: AVAudioFrameCount = 0 {
    willSet { precondition(newValue <= frameCapacity, "required condition is false: frameLength <= frameCapacity") }
  }

  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    guard format.isStandard else { return nil }
    (self.format, self.frameCapacity) = (format, frameCapacity)
    let (count, capacity) = (Int(format.channelCount), Int(frameCapacity))
    memory = .allocate(capacity: max(1, count * capacity))
    memory.initialize(repeating: 0, count: max(1, count * capacity))
    channels = .allocate(capacity: count)
    for channel in 0..<count { (channels + channel).initialize(to: memory + channel * capacity) }
  }

  deinit {
    channels.deallocate()
    memory.deallocate()
  }

  open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { UnsafePointer(channels) }
}

public typealias AudioFormatID = UInt32
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
