import CTactusKernels
import Foundation

/// The choice among the versions of the kernels, which is one for the whole process. Other tests may run meanwhile,
/// because all versions give the same bits, but a test that compares versions must be the only one that chooses.
public enum KernelVersions {
  private static let lock = NSLock()

  /// Waits until no other test chooses versions, and returns the best version of this processor.
  public static func begin() -> Int32 {
    lock.lock()
    return ctactus_best_kernel_version()
  }

  /// Selects the best version, and lets other tests choose.
  public static func end() {
    ctactus_choose_kernel_version(ctactus_best_kernel_version())
    lock.unlock()
  }
}
