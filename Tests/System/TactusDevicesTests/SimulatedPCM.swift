import CALSA

/// A device of the ALSA library in memory. It has no threads, and waits for nothing.
final class SimulatedPCM {
  private let table = UnsafeMutablePointer<ctactus_alsa_functions>.allocate(capacity: 1)
  /// Takes a number of frames; returns how many it has taken, or an error.
  var write: (Int) -> Int = { $0 }
  /// Prepares the device again after an error.
  var recover: () -> Void = {}

  var functions: UnsafePointer<ctactus_alsa_functions> { UnsafePointer(table) }
  var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  init() {
    table.initialize(to: ctactus_alsa_functions())
    table.pointee.snd_pcm_writei = { handle, _, count in SimulatedPCM.at(handle).write(Int(count)) }
    table.pointee.snd_pcm_recover = { handle, _, _ in
      SimulatedPCM.at(handle).recover()
      return 0
    }
  }

  deinit { table.deallocate() }

  private static func at(_ handle: OpaquePointer?) -> SimulatedPCM {
    Unmanaged<SimulatedPCM>.fromOpaque(UnsafeRawPointer(handle!)).takeUnretainedValue()
  }
}
