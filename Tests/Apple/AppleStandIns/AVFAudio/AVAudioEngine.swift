// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import AudioToolbox
import Foundation

public enum AVAudioEngineManualRenderingMode: Int, Sendable { case offline, realtime }
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  case error = -1
  case success, insufficientDataFromInputNode, cannotDoInCurrentContext
}

open class AVAudioMixerNode: AVAudioNode {}
open class AVAudioIONode: AVAudioNode {}
open class AVAudioOutputNode: AVAudioIONode {
  open override func outputFormat(forBus bus: Int) -> AVAudioFormat {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
      preconditionFailure("the stand-in has this format")
    }
    return format
  }
}

extension NSNotification.Name {
  public static var AVAudioEngineConfigurationChange: NSNotification.Name {
    NSNotification.Name("AVAudioEngineConfigurationChangeNotification")
  }
}

/// An engine that renders one source node offline, in slices of its own choice.
open class AVAudioEngine: NSObject {
  public let mainMixerNode = AVAudioMixerNode()
  public let outputNode = AVAudioOutputNode()
  public private(set) var isRunning = false
  public private(set) var manualRenderingFormat: AVAudioFormat?
  private var attached: [AVAudioNode] = []
  private var source: AVAudioSourceNode?
  private var frame = 0.0

  open func attach(_ node: AVAudioNode) { attached.append(node) }
  open func detach(_ node: AVAudioNode) { attached.removeAll { $0 === node } }
  open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    precondition(attached.contains { $0 === node1 }, "required condition is false: the node is attached")
    source = node1 as? AVAudioSourceNode
  }
  open func enableManualRenderingMode(
    _ mode: AVAudioEngineManualRenderingMode, format: AVAudioFormat, maximumFrameCount: AVAudioFrameCount
  ) throws {
    guard !isRunning else { throw StandInError(-80_801) }
    manualRenderingFormat = format
  }
  open func start() throws { isRunning = true }
  open func stop() { isRunning = false }

  open func renderOffline(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    try render(numberOfFrames, to: buffer)
  }

  /// Renders frames, as the hardware asks for them in a running engine; for tests.
  public func render(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    guard isRunning, let source, let data = buffer.floatChannelData else { return .error }
    var done = 0
    while done < Int(numberOfFrames) {
      let count = min(Int(numberOfFrames) - done, 100 + done % 37)
      let buffers = StandInBuffers(channels: Int(source.format.channelCount), frames: count)
      var stamp = AudioTimeStamp(sampleTime: frame, hostTime: StandInClock.now)
      var isSilence: ObjCBool = false
      guard source.renderBlock(&isSilence, &stamp, AVAudioFrameCount(count), buffers.list) == 0 else { return .error }
      for (channel, samples) in buffers.sound().enumerated() {
        for (index, sample) in samples.enumerated() { data[channel][done + index] = sample }
      }
      done += count
      frame += Double(count)
    }
    buffer.frameLength = numberOfFrames
    return .success
  }
}
