import TactusC
import TactusTool

/// Runs the program `tactus` and returns its exit code. `arguments` holds the arguments of the process without its own
/// name. The caller passes them, because the arguments of the process begin with those of Python.
@_cdecl("tactus_program")
package func tactus_program(_ count: Int32, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
  TactusCommand.run(count, arguments)
}
