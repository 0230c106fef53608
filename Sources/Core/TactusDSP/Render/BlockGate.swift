import CTactusKernels

/// Cuts a stream of frames that comes in any portions into the blocks of an absolute grid.
///
/// Frames are gathered until a block is full; meanwhile what the block before gave is handed out. The block's length is
/// so part of the effect's delay, and no portion ever shows in the result.
struct BlockGate {
  /// The gathered input, `block` frames a side, and before each room for history: the last four frames of the block
  /// before.
  let inputLeft: UnsafeMutablePointer<Float>
  let inputRight: UnsafeMutablePointer<Float>
  /// What is being handed out, `block` frames a side.
  let outputLeft: UnsafeMutablePointer<Float>
  let outputRight: UnsafeMutablePointer<Float>
  /// The length of a block in frames, a multiple of sixteen.
  let block: Int
  /// How many frames of the present block have come in.
  private(set) var filled = 0

  /// Both sides' inputs and outputs.
  var inputs: TactusSides { @_noAllocation @_noLocks get { TactusSides(left: inputLeft, right: inputRight) } }
  var outputs: TactusSides { @_noAllocation @_noLocks get { TactusSides(left: outputLeft, right: outputRight) } }

  /// How many floats a gate needs.
  static func capacity(block: Int) -> Int { 4 * block + 32 }

  /// A gate over `capacity(block:)` floats at `memory`, which hold zeros.
  /// - Thread: control
  init(memory: UnsafeMutablePointer<Float>, block: Int) {
    inputLeft = memory + 16
    inputRight = memory + (block + 32)
    outputLeft = memory + (2 * block + 32)
    outputRight = memory + (3 * block + 32)
    self.block = block
  }

  /// How many of `count` frames go into the present block.
  @inline(__always) @_noAllocation @_noLocks
  func portion(of count: Int) -> Int {
    let room = block &- filled
    return count < room ? count : room
  }

  /// Gathers `count` frames and adds as many of the finished ones to the outputs; answers whether the block is full
  /// and must be rendered before the next call. The outputs may be the inputs.
  /// - Thread: audio
  @inline(__always) @_noAllocation @_noLocks
  mutating func exchange(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, addingTo outLeft: UnsafeMutablePointer<Float>,
    _ outRight: UnsafeMutablePointer<Float>, count: Int, isSilent: Bool
  ) -> Bool {
    let finishedLeft = isSilent ? nil : UnsafePointer(outputLeft + filled)
    let finishedRight = isSilent ? nil : UnsafePointer(outputRight + filled)
    tactus_exchange(left, inputLeft + filled, finishedLeft, outLeft, Int64(count))
    tactus_exchange(right, inputRight + filled, finishedRight, outRight, Int64(count))
    filled &+= count
    guard filled == block else { return false }
    filled = 0
    return true
  }

  /// The greatest magnitude of the full input block, whose tiny values have been made zero. A block with a value that
  /// is not a number, or beyond 2^20, is made silent and counts as zero: it would never leave a feedback loop again.
  /// - Thread: audio
  @_noAllocation @_noLocks
  func cleanInput() -> Float { tactus_clean(inputs, Int64(block)) }

  /// The greatest magnitude among the frames of the block that is not yet full; zero where one is not a number.
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

  /// Hands out zeros until the next block has been rendered.
  @_noAllocation @_noLocks
  func silenceOutput() { outputLeft.clear(count: 2 &* block) }

  /// Forgets everything and begins a block.
  @_noAllocation @_noLocks
  mutating func reset() {
    (inputLeft - 16).clear(count: 4 &* block &+ 32)
    filled = 0
  }
}
