import CTactusKernels

/// Divides a stream of frames, which arrives in portions of any size, into blocks of equal length, counted from the
/// first frame.
///
/// Input is collected until a block is full; meanwhile, the output of the previous block is returned. This adds a
/// latency of one block to the effect, and the output does not depend on the host's buffer size.
struct BlockGate {
  /// The collected input, `block` frames per side, each preceded by the last four frames of the previous block.
  let inputLeft: UnsafeMutablePointer<Float>
  let inputRight: UnsafeMutablePointer<Float>
  /// The output being returned, `block` frames per side.
  let outputLeft: UnsafeMutablePointer<Float>
  let outputRight: UnsafeMutablePointer<Float>
  /// The length of a block in frames, a multiple of sixteen.
  let block: Int
  /// The number of input frames collected in the current block.
  private(set) var filled = 0

  /// The input of the left and right channels.
  var inputs: TactusSides { @_noAllocation @_noLocks get { TactusSides(left: inputLeft, right: inputRight) } }
  /// The output of the left and right channels.
  var outputs: TactusSides { @_noAllocation @_noLocks get { TactusSides(left: outputLeft, right: outputRight) } }

  /// Returns the number of floats that a gate needs.
  static func capacity(block: Int) -> Int { 4 * block + 32 }

  /// Creates a gate over `capacity(block:)` floats at `memory`, which must be zeroed.
  /// - Thread: control
  init(memory: UnsafeMutablePointer<Float>, block: Int) {
    inputLeft = memory + 16
    inputRight = memory + (block + 32)
    outputLeft = memory + (2 * block + 32)
    outputRight = memory + (3 * block + 32)
    self.block = block
  }

  /// Returns how many of `count` frames belong to the current block.
  @inline(__always) @_noAllocation @_noLocks
  func portion(of count: Int) -> Int {
    let room = block &- filled
    return count < room ? count : room
  }

  /// Collects `count` frames of input, and adds as many finished frames to the outputs. Returns whether the block is
  /// full and must be rendered before the next call. The outputs may be the same memory as the inputs.
  /// - Parameter isSilent: whether the output of the previous block is zero, so that nothing needs to be added.
  /// - Thread: audio
  @inline(__always) @_noAllocation @_noLocks
  mutating func exchange(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, addingTo outLeft: UnsafeMutablePointer<Float>,
    _ outRight: UnsafeMutablePointer<Float>, count: Int, isSilent: Bool
  ) -> Bool {
    let finishedLeft = isSilent ? nil : UnsafePointer(outputLeft + filled)
    let finishedRight = isSilent ? nil : UnsafePointer(outputRight + filled)
    ctactus_exchange(left, inputLeft + filled, finishedLeft, outLeft, Int64(count))
    ctactus_exchange(right, inputRight + filled, finishedRight, outRight, Int64(count))
    filled &+= count
    guard filled == block else { return false }
    filled = 0
    return true
  }

  /// Sets tiny values of the full input block to zero, and returns its greatest magnitude. A block with a NaN, or
  /// with a magnitude of 2^20 or more, is silenced and counts as zero, because such values would never leave a feedback
  /// loop again.
  /// - Thread: audio
  @_noAllocation @_noLocks
  func cleanInput() -> Float { ctactus_clean(inputs, Int64(block)) }

  /// The greatest magnitude in the incomplete block, ignoring NaN.
  /// - Thread: audio
  var pendingPeak: Float {
    @_noAllocation @_noLocks get {
      var peak: Float = 0
      var i = 0
      while i < filled {
        let left = inputLeft[i].magnitude
        let right = inputRight[i].magnitude
        if left > peak { peak = left }
        if right > peak { peak = right }
        i &+= 1
      }
      return peak
    }
  }

  /// Outputs zeros until the next block has been rendered.
  @_noAllocation @_noLocks
  func silenceOutput() { outputLeft.clear(count: 2 &* block) }

  /// Clears everything and starts a new block.
  @_noAllocation @_noLocks
  mutating func reset() {
    (inputLeft - 16).clear(count: 4 &* block &+ 32)
    filled = 0
  }
}
