import TactusC
import TactusTool

/// Runs the program `tactus` with the arguments that the process was started with, without its own name. Python has put
/// its own in front of them, so that they are passed here. Returns the exit code.
@_cdecl("tactus_program")
package func tactus_program(_ count: Int32, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
  TactusCommand.run(count, arguments)
}
