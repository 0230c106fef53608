/// The list of buffers that a host wants filled.
///
/// A buffer without memory is set to point to the unit's own memory, which stays valid until the next cycle.
struct HostBuffers {
  private let list: UnsafeMutableRawPointer
  private let layout: RenderLayout

  init(_ list: UnsafeMutableRawPointer, _ layout: RenderLayout) { (self.list, self.layout) = (list, layout) }

  private var count: Int {
    min(Int(list.loadUnaligned(fromByteOffset: layout.bufferCount, as: UInt32.self)), 64)
  }

  private func buffer(_ index: Int) -> UnsafeMutableRawPointer { list + layout.buffers + index &* layout.bufferStride }

  private func channelCount(_ buffer: UnsafeMutableRawPointer) -> Int {
    max(1, min(Int(buffer.loadUnaligned(fromByteOffset: layout.channelCount, as: UInt32.self)), 64))
  }

  private func byteSize(_ buffer: UnsafeMutableRawPointer) -> Int {
    Int(buffer.loadUnaligned(fromByteOffset: layout.byteSize, as: UInt32.self))
  }

  private func data(_ buffer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Float>? {
    let address = buffer.loadUnaligned(fromByteOffset: layout.data, as: UInt.self)
    return UnsafeMutablePointer(bitPattern: address)
  }

  /// Whether a number of frames fits the buffers that have memory. A size of 0 is ignored, because some hosts omit the
  /// size. Buffers without memory must have one channel each, like the unit's own.
  func fit(_ frames: Int) -> Bool {
    for index in 0..<count {
      let (buffer, size) = (buffer(index), byteSize(buffer(index)))
      if data(buffer) == nil {
        if channelCount(buffer) > 1 { return false }
      } else if size > 0, size < 4 &* frames &* channelCount(buffer) {
        return false
      }
    }
    return true
  }

  /// Copies the rendered channels to the buffers, interleaved if a buffer has several channels.
  ///
  /// - Parameters:
  ///   - channels: the unit's own memory.
  ///   - last: the index of the last channel, which is silent; it is copied for every channel that the unit lacks.
  func fill(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, last: Int, frames: Int) {
    var next = 0
    for index in 0..<count {
      let buffer = buffer(index)
      let width = channelCount(buffer)
      buffer.storeBytes(
        of: UInt32(truncatingIfNeeded: 4 &* frames &* width), toByteOffset: layout.byteSize, as: UInt32.self)
      if let data = data(buffer) {
        for channel in 0..<width {
          let source = channels[min(next &+ channel, last)]
          for frame in 0..<frames { data[frame &* width &+ channel] = source[frame] }
        }
      } else {
        let source = UnsafeMutableRawPointer(channels[min(next, last)])
        buffer.storeBytes(of: UInt(bitPattern: source), toByteOffset: layout.data, as: UInt.self)
      }
      next &+= width
    }
  }

  /// Fills the buffers with silence, if nothing could be rendered.
  func silence() {
    for index in 0..<count {
      let buffer = buffer(index)
      guard let data = data(buffer) else { continue }
      for sample in 0..<byteSize(buffer) / 4 { data[sample] = 0 }
    }
  }
}
