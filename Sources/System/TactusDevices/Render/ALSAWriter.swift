import CALSA
import Synchronization
import TactusFiles

/// Renders cycle by cycle and writes to an ALSA device.
///
/// - Thread: audio
package struct ALSAWriter {
  private let functions: UnsafePointer<ctactus_alsa_functions>
  private let pcm: OpaquePointer
  private let renderer: UnsafeMutablePointer<DeviceRenderer>
  private let period: Int
  /// The number of frames that the device buffers.
  private let bufferFrames: Int
  private let size: Int
  private let quantizer: SampleQuantizer
  /// Room for a cycle and sixteen more bytes.
  private let bytes: UnsafeMutableRawPointer
  private let underruns: UnsafeMutablePointer<Atomic<Int>>
  private let stop: UnsafeMutablePointer<Atomic<Int>>

  package init(
    functions: UnsafePointer<ctactus_alsa_functions>, pcm: OpaquePointer,
    renderer: UnsafeMutablePointer<DeviceRenderer>, period: Int, bufferFrames: Int, format: ALSAFormat,
    bytes: UnsafeMutableRawPointer, underruns: UnsafeMutablePointer<Atomic<Int>>,
    stop: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.functions, self.pcm, self.renderer) = (functions, pcm, renderer)
    (self.period, self.bufferFrames) = (period, bufferFrames)
    (size, quantizer) = (format.size, SampleQuantizer(format.sampleFormat, EncodingOptions()))
    (self.bytes, self.underruns, self.stop) = (bytes, underruns, stop)
  }

  /// Writes cycles until `stop` is set. Returns 0, or ALSA's error after which the device cannot be used.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func run() -> Int {
    renderer.pointee.beginPrefill(bufferFrames)
    while stop.pointee.load(ordering: .acquiring) == 0 {
      render()
      let error = write()
      if error < 0 { return error }
    }
    return 0
  }

  private func render() {
    let (left, right) = (renderer.pointee.left, renderer.pointee.right)
    let frame = renderer.pointee.frame
    var done = 0
    while done < period {
      let count = min(period &- done, renderer.pointee.capacity)
      renderer.pointee.render(count, left, right, isLate: done > 0)
      let target = bytes + done &* 2 &* size
      let magnitude = quantizer.encode(
        left, right, count, frame: frame &+ Int64(done), size: size, bigEndian: false, into: target)
      // a sample that is not a number has no value to write
      if magnitude > Float.infinity.bitPattern {
        target.initializeMemory(as: UInt8.self, repeating: 0, count: count &* 2 &* size)
      }
      done &+= count
    }
  }

  /// How often a device may start again without taking a frame.
  private static var mostAttempts: Int { 100 }

  /// Writes the cycle. After an underrun the device starts again; it ends only if that fails.
  private func write() -> Int {
    var (done, attempts) = (0, 0)
    while done < period, stop.pointee.load(ordering: .acquiring) == 0 {
      let written = ctactus_alsa_write(functions, pcm, bytes + done &* 2 &* size, period &- done)
      if written > 0 {
        (done, attempts) = (done &+ written, 0)
        continue
      }
      // a device that starts again and again without taking a frame is broken
      attempts &+= 1
      if attempts > Self.mostAttempts { return written < 0 ? written : ctactus_alsa_io_error() }
      let isUnderrun = ctactus_alsa_is_underrun(written)
      if isUnderrun { underruns.pointee.wrappingAdd(1, ordering: .relaxed) }
      if written < 0, ctactus_alsa_recover(functions, pcm, Int32(truncatingIfNeeded: written)) < 0 { return written }
      // the buffer is empty, and the rest of this cycle is the first to fill it
      if isUnderrun { renderer.pointee.beginPrefill(bufferFrames &- (period &- done)) }
    }
    return 0
  }
}
