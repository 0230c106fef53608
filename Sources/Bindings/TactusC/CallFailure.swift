import CTactus
import Tactus

/// The failure of a call: its status in tactus.h and its description.
struct CallFailure: Error {
  let status: Int32
  let text: String

  init(_ status: Int, _ text: String) { (self.status, self.text) = (Int32(status), text) }

  static func argument(_ text: String) -> CallFailure { CallFailure(TACTUS_ERROR_ARGUMENT, text) }
  static func setting(_ text: String) -> CallFailure { CallFailure(TACTUS_ERROR_SETTING, text) }
  static var messagesWaiting: CallFailure {
    CallFailure(TACTUS_ERROR_FULL, "1024 messages are waiting for the next block")
  }

  /// Throws the first of the failures to decode samples.
  static func check(_ failures: [SampleFailure]) throws(CallFailure) {
    if let first = failures.first { throw CallFailure(TACTUS_ERROR_FORMAT, "\(first)") }
  }

  /// Records the failure for the calling thread, and returns the status.
  @discardableResult func report() -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ctactus_fail(status, $0.baseAddress, $0.count) }
    }
  }
}

extension CallFailure {
  /// Converts an error of the engine.
  init(_ error: any Error) {
    switch error {
    case let failure as CallFailure: self = failure
    case BounceError.cancelled: self.init(TACTUS_ERROR_CANCELLED, "the progress function has cancelled the rendering")
    case BounceError.noMemory: self.init(TACTUS_ERROR_MEMORY, "\(error)")
    case is BounceError, is SequencerError, is LiveSequence.Failure, is ChainError:
      self.init(TACTUS_ERROR_SETTING, "\(error)")
    case is FileError: self.init(TACTUS_ERROR_FILE, "\(error)")
    default: self.init(TACTUS_ERROR_FORMAT, "\(error)")
    }
  }
}

/// Runs the body of a function that returns a status.
func status(_ body: () throws -> Void) -> Int32 {
  do {
    try body()
    return Int32(TACTUS_OK)
  } catch { return CallFailure(error).report() }
}

/// Runs the body of a function that returns a number, or a negative status.
func number<Value: BinaryInteger>(_ body: () throws -> Value) -> Value {
  do { return try body() } catch { return Value(CallFailure(error).report()) }
}

/// Runs the body of a function that returns a text, or NULL.
func text(_ body: () throws -> UnsafePointer<CChar>) -> UnsafePointer<CChar>? {
  do { return try body() } catch {
    CallFailure(error).report()
    return nil
  }
}

/// Returns a pointer that must not be NULL.
func required<Pointer>(_ pointer: Pointer?, _ name: String) throws(CallFailure) -> Pointer {
  guard let pointer else { throw .argument("`\(name)` is NULL") }
  return pointer
}

/// Returns the text of a C string, which must be UTF-8.
func text(_ characters: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
  guard let text = String(validatingCString: try required(characters, name)) else {
    throw .argument("`\(name)` is not UTF-8")
  }
  return text
}
