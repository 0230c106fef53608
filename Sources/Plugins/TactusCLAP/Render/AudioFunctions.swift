import CCLAP

// CLAP's functions of the audio thread.

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func processAudio(_ plugin: UnsafePointer<CLAPPlugin>?, _ call: UnsafePointer<CLAPProcess>?) -> Int32 {
  guard let audio = plugin?.pointee.data?.assumingMemoryBound(to: AudioSide.self), audio.pointee.isActive, let call
  else { return Int32(truncatingIfNeeded: CLAPProcessError) }
  return audio.pointee.process(call)
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func resetAudio(_ plugin: UnsafePointer<CLAPPlugin>?) {
  guard let data = plugin?.pointee.data else { return }
  data.assumingMemoryBound(to: AudioSide.self).pointee.reset()
}

/// Frames of the tail; those from 2³¹ − 1 on stand for no end. Both threads may ask.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func tail(_ plugin: UnsafePointer<CLAPPlugin>?) -> UInt32 {
  guard let data = plugin?.pointee.data else { return 0 }
  return data.assumingMemoryBound(to: AudioSide.self).pointee.shared.pointee.tail.load(ordering: .relaxed)
}

/// Parameters without a block, if the plug-in is active; otherwise it is the main thread that calls, and the control side
/// sets them.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func flushIfActive(
  _ plugin: UnsafePointer<CLAPPlugin>?, _ input: UnsafePointer<CLAPInputEvents>?,
  _ output: UnsafePointer<CLAPOutputEvents>?
) -> Bool {
  guard let audio = plugin?.pointee.data?.assumingMemoryBound(to: AudioSide.self) else { return true }
  guard audio.pointee.isActive else { return false }
  audio.pointee.flush(input, output)
  return true
}
