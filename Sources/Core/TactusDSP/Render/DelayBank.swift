import CTactusKernels

/// Several ring buffers of past frames, stored one after another, which are written and read in whole, contiguous
/// blocks.
///
/// The length of a ring is a multiple of the block, so a written block never wraps. The first frames of a ring are
/// repeated after its end, so that a block that is read from any position does not wrap either:
///
///     |0 ······ position ············· length|0 ·· margin|
///      written →↑                              the copy
///
/// The owner provides the memory. The block that is being written has not been copied to the margin yet, so a delay
/// must be at least one block plus the reader's look-ahead.
struct DelayBank {
  /// The number of frames at the start of a ring that are repeated after its end. It is also the maximum number of
  /// frames in one read.
  static var margin: Int { @_noAllocation @_noLocks get { 128 } }

  let base: UnsafeMutablePointer<Float>
  let lineCount: Int
  let length: Int
  let block: Int
  private(set) var position = 0

  /// Returns the number of floats that a bank needs for `lineCount` lines with delays of up to `longest` frames, in
  /// blocks of `block` frames (a divisor of `margin`).
  /// - Thread: control
  static func capacity(lineCount: Int, longest: Int, block: Int) -> Int {
    lineCount * (ringLength(longest: longest, block: block) + margin)
  }

  private static func ringLength(longest: Int, block: Int) -> Int {
    (max(longest, margin) + 2 * block - 1) / block * block
  }

  /// Creates a bank over `capacity(…)` floats at `memory`, which must be zeroed.
  /// - Thread: control
  init(memory: UnsafeMutablePointer<Float>, lineCount: Int, longest: Int, block: Int) {
    precondition(block >= 4 && Self.margin % block == 0, "the block must divide the margin")
    base = memory
    self.lineCount = lineCount
    length = Self.ringLength(longest: longest, block: block)
    self.block = block
  }

  /// The distance between successive rings in memory, in frames.
  var stride: Int { @_noAllocation @_noLocks get { length &+ Self.margin } }

  /// Returns the address at which a line's current block is written.
  @inline(__always) @_noAllocation @_noLocks
  func head(_ line: Int) -> UnsafeMutablePointer<Float> { base + (line &* stride &+ position) }

  /// The rings in the form that the kernels use. From each ring, the kernels may read up to `margin` frames at once, at
  /// any delay from the start of the current block.
  var rings: TactusRings {
    @inline(__always) @_noAllocation @_noLocks get {
      TactusRings(base: base, stride: Int64(stride), length: Int64(length), position: Int64(position))
    }
  }

  /// Ends the current block, which has been written at the heads of the lines, and updates its copy in the margin.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() {
    if position < Self.margin {
      var line = 0
      while line < lineCount {
        (head(line) + length).copy(head(line), count: block)
        line &+= 1
      }
    }
    position &+= block
    if position == length { position = 0 }
  }

  /// Advances past blocks whose frames and copies in the margin have already been written.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance(blocks: Int) {
    position &+= blocks &* block
    if position >= length { position &-= length }
  }

  /// If no value in the current block reaches `floor`, clears the block and returns true.
  @_noAllocation @_noLocks
  func hush(below floor: Float) -> Bool {
    var line = 0
    while line < lineCount {
      guard head(line).peak(count: block) < floor else { return false }
      line &+= 1
    }
    line = 0
    while line < lineCount {
      head(line).clear(count: block)
      line &+= 1
    }
    return true
  }

  /// Clears everything. Pass `isClean` if the rings already hold only zeros.
  @_noAllocation @_noLocks
  mutating func reset(isClean: Bool) {
    if !isClean { base.clear(count: lineCount &* stride) }
    position = 0
  }
}
