import Synchronization
import TactusEngine
import TactusRealtime
import TactusRender
import TactusTime

/// Renders the cycles of an audio driver: MIDI input to events, a player, audio and MIDI output.
///
///     HostTimeInput ─► kernel ─► left, right
///                        └─────► HostTimeOutput
///
/// Cycles may have any length.
/// - Thread: audio
package struct DeviceRenderer {
  var kernel: LiveKernel
  let load: AudioLoadWords
  let sampleRate: Int
  /// The receiver of the MIDI input.
  let input: UnsafeMutablePointer<HostTimeReceiver>
  /// The relation of the machine's clock to the frames.
  var clock: CycleClock
  /// Whether rendering has been interrupted since the last cycle.
  private var isInterrupted = false
  /// The first frame at which another pause of the driver counts as an interruption.
  private var nextInterruption: Int64 = 0
  /// The relation of the machine's clock to the frames that are heard, if the driver knows it.
  private var sound: SoundClock
  /// The recorder of the input; nil if nothing is recorded.
  var take: TakeWriter?
  /// The sender of the MIDI output; nil if there is none.
  let output: UnsafeMutablePointer<HostTimeSender>?
  /// The channel pointers of a cycle.
  let sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// Buffers of ``capacity`` frames for drivers with interleaved frames.
  let left, right: UnsafeMutablePointer<Float>
  /// The greatest number of frames in a cycle.
  package let capacity: Int
  /// The number of frames rendered.
  package private(set) var frame: Int64 = 0
  /// The first frame after those that fill a device's empty buffer; see ``beginPrefill(_:)``.
  private var firstTimedFrame: Int64 = 0

  init(
    load: AudioLoadWords, sampleRate: Int, input: UnsafeMutablePointer<HostTimeReceiver>,
    output: UnsafeMutablePointer<HostTimeSender>?, clock: CycleClock, sound: SoundClock,
    sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, capacity: Int
  ) {
    (kernel, self.load, self.sampleRate, self.clock) = (.silence, load, sampleRate, clock)
    (self.input, self.output, self.sound) = (input, output, sound)
    (self.sides, self.left, self.right, self.capacity) = (sides, left, right, capacity)
  }

  /// Renders a cycle into two channels.
  ///
  /// - Parameters:
  ///   - isLate: whether the cycle follows another one at once, because the driver has asked for many frames. Its time
  ///     says nothing about the clock of the device.
  ///   - hostTime: the driver's time stamp of the first frame; nil for the present time.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(
    _ frames: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, isLate: Bool = false,
    hostTime: Int64? = nil
  ) {
    let start = load.begin()
    if !isLate {
      let stamp = HostStamp(frame: max(frame, firstTimedFrame), hostTime: hostTime ?? start.time)
      let before = clock.clock
      clock.begin(stamp, isPresent: hostTime == nil)
      if hostTime == nil, hasPaused(before, stamp) {
        isInterrupted = isInterrupted || frame >= nextInterruption
        nextInterruption = frame &+ Int64(sampleRate)
      }
    }
    let cycle = RenderCycle(firstFrame: frame, frameCount: frames)
    let events = input.pointee.render(cycle, by: clock.clock, isResuming: isInterrupted)
    isInterrupted = false
    (sides[0], sides[1]) = (left, right)
    let block = AudioBlock(channels: sides, channelCount: 2, frameCount: frames)
    let played = kernel.render(cycle, events: events, transport: LiveTransport(), into: block)
    if let output, let played {
      output.pointee.send(played.clock, and: played.events, of: cycle, by: sound.clock(or: clock.clock))
    }
    take?.write(events, of: cycle, kernel)
    frame &+= Int64(frames)
    load.end(start, frames: frames, sampleRate: sampleRate)
  }

  /// The delay of a cycle in nanoseconds from which on the driver has paused. If pauses recur within a second, they are
  /// how this driver asks for frames, and no interruptions.
  private static var longestDelay: Int64 { 50_000_000 }

  /// Whether the driver has paused before the cycle with this stamp of the present time. Messages that have arrived
  /// meanwhile are late because of that, which says nothing about the latency that further messages need.
  private func hasPaused(_ before: HostClock, _ stamp: HostStamp) -> Bool {
    guard before.isAnchored else { return false }
    return stamp.hostTime &- before.hostTime(atFrame: stamp.frame) > Self.longestDelay
  }

  /// Prepares for cycles that fill the empty buffer of a device, at the start and after an underrun.
  ///
  /// These cycles are rendered in quick succession before the device starts, so they are not stamped with their own
  /// frames. When the buffer is full, the device starts and asks for the frame after it. Until then, the clock relates
  /// the present time to that frame. Each such stamp replaces the one before it, because its frame is not later.
  ///
  /// - Parameter frames: the number of frames that fill the buffer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func beginPrefill(_ frames: Int) {
    isInterrupted = frame > 0
    clock.reset()
    sound.reset()
    firstTimedFrame = frame &+ Int64(frames)
  }

  /// Sets the time at which the next frame is heard, for the MIDI output; nil if the driver does not know it. The output
  /// then estimates it.
  ///
  /// - Parameter time: a time of the machine's monotonic clock, in nanoseconds.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setSoundTime(_ time: Int64?) { sound.set(time, ofFrame: frame) }

  /// Counts an xrun after an interruption. The clock starts anew, because the times of earlier cycles no longer apply.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func resume(_ underruns: UnsafeMutablePointer<Atomic<Int>>) {
    underruns.pointee.wrappingAdd(1, ordering: .relaxed)
    isInterrupted = true
    clock.reset()
    sound.reset()
  }

  /// Renders frames into two channels of any length.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func fill(
    _ frames: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, hostTime: Int64? = nil
  ) {
    var done = 0
    while done < frames {
      let count = min(capacity, frames &- done)
      render(count, left + done, right + done, isLate: done > 0, hostTime: hostTime)
      done &+= count
    }
  }

  /// Renders interleaved frames of any number.
  ///
  /// - Parameter isLate: whether they follow others at once; see ``render(_:_:_:isLate:hostTime:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func fillInterleaved(_ frames: Int, _ samples: UnsafeMutablePointer<Float>, isLate: Bool = false) {
    var done = 0
    while done < frames {
      let count = min(capacity, frames &- done)
      render(count, left, right, isLate: isLate || done > 0)
      for index in 0..<count {
        samples[2 &* (done &+ index)] = left[index]
        samples[2 &* (done &+ index) &+ 1] = right[index]
      }
      done &+= count
    }
  }
}
