// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

/// The buffers of one render call, between guard bytes that must not be overwritten.
public final class StandInBuffers {
  /// What the unit is given.
  public let list: UnsafeMutablePointer<AudioBufferList>
  private let memory: UnsafeMutablePointer<Float>
  private let channels: Int
  private let frames: Int
  private let interleaves: Bool
  private let hasMemory: Bool
  private static var guardCount: Int { 16 }
  private static var guardValue: Float { 1234.5 }

  public init(channels: Int, frames: Int, _ manners: StandInHost.Manners = StandInHost.Manners()) {
    (self.channels, self.frames) = (channels, frames)
    (interleaves, hasMemory) = (manners.interleaves, !manners.givesNoMemory)
    let (buffers, stride) = interleaves ? (1, channels * frames) : (channels, frames)
    memory = .allocate(capacity: buffers * (stride + Self.guardCount))
    memory.initialize(repeating: Self.guardValue, count: buffers * (stride + Self.guardCount))
    let raw = UnsafeMutableRawPointer.allocate(byteCount: 8 + 16 * max(1, buffers), alignment: 8)
    list = raw.bindMemory(to: AudioBufferList.self, capacity: 1)
    raw.storeBytes(of: UInt32(buffers), as: UInt32.self)
    for index in 0..<buffers {
      let position = memory + index * (stride + Self.guardCount)
      position.update(repeating: .nan, count: stride)
      let buffer = AudioBuffer(
        mNumberChannels: interleaves ? UInt32(channels) : 1,
        mDataByteSize: manners.givesNoByteSizes ? 0 : UInt32(4 * stride), mData: hasMemory ? position : nil)
      raw.storeBytes(of: buffer, toByteOffset: 8 + 16 * index, as: AudioBuffer.self)
    }
  }

  deinit {
    UnsafeMutableRawPointer(list).deallocate()
    memory.deallocate()
  }

  private func buffer(_ index: Int) -> AudioBuffer {
    UnsafeRawPointer(list).load(fromByteOffset: 8 + 16 * index, as: AudioBuffer.self)
  }

  /// The samples of each channel, wherever the unit has put them.
  public func sound() -> [[Float]] {
    (0..<channels).map { channel in
      guard let data = buffer(interleaves ? 0 : channel).mData?.assumingMemoryBound(to: Float.self) else { return [] }
      return (0..<frames).map { interleaves ? data[$0 * channels + channel] : data[$0] }
    }
  }

  /// The faults found in the buffers after a successful call.
  public var problem: String? {
    let (count, stride) = interleaves ? (1, channels * frames) : (channels, frames)
    for index in 0..<count {
      let buffer = buffer(index)
      if buffer.mData == nil { return "a buffer is left without memory" }
      if buffer.mDataByteSize != UInt32(4 * stride) { return "a buffer's byte size is \(buffer.mDataByteSize)" }
      let position = memory + index * (stride + Self.guardCount)
      if hasMemory, buffer.mData != UnsafeMutableRawPointer(position) { return "a buffer's memory was exchanged" }
      if (0..<Self.guardCount).contains(where: { position[stride + $0] != Self.guardValue }) {
        return "samples were written after the end of a buffer"
      }
    }
    return sound().joined().contains { $0.isNaN } ? "not all samples were written" : nil
  }
}
