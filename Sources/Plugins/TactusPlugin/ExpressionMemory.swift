/// The memory of ``HostExpressions``.
///
/// - Thread: control; the audio thread uses the expressions in it
package final class ExpressionMemory: @unchecked Sendable {  // fixed from init to deinit
  private let pending = UnsafeMutableBufferPointer<HostExpressions.Pending>.allocate(capacity: 256)
  private let marks = UnsafeMutablePointer<UInt64>.allocate(capacity: HostExpressions.markCount)

  /// Allocates the memory.
  package init() {
    pending.initialize(repeating: HostExpressions.Pending())
    marks.initialize(repeating: 0, count: HostExpressions.markCount)
  }

  deinit {
    pending.deallocate()
    marks.deallocate()
  }

  /// No expressions, in this memory.
  package var expressions: HostExpressions { HostExpressions(pending, marks: marks) }
}
