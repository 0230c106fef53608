import CLV2
import CTactusShims

// The functions that hosts call on the audio thread.

/// Runs a cycle. If RealtimeSanitizer is loaded, it checks this function.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
@c(tactus_lv2_run)
package func runLV2(_ instance: UnsafeMutableRawPointer?, _ frameCount: UInt32) {
  guard let instance else { return }
  ctactus_realtime_enter()
  let core = instance.assumingMemoryBound(to: LV2Core.self)
  LV2Core.schedulePresets(core)
  core.pointee.run(frameCount)
  LV2Core.scheduleWork(core)
  LV2Core.requestNames(core)
  ctactus_realtime_exit()
}

/// Connects a port.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
@c(tactus_lv2_connect_port)
package func connectLV2(_ instance: UnsafeMutableRawPointer?, _ port: UInt32, _ pointer: UnsafeMutableRawPointer?) {
  instance?.assumingMemoryBound(to: LV2Core.self).pointee.ports.connect(Int(port), to: pointer)
}

/// Processes a reply of the worker.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
@c(tactus_lv2_work_response)
package func receiveLV2Reply(_ instance: UnsafeMutableRawPointer?, _ size: UInt32, _ body: UnsafeRawPointer?) -> Int32 {
  guard let instance, let body else { return Int32(LV2_WORKER_ERR_UNKNOWN) }
  instance.assumingMemoryBound(to: LV2Core.self).pointee.receiveReply(body, count: Int(size))
  return Int32(LV2_WORKER_SUCCESS)
}
