import CTactusKernels

/// Several rings of past frames, side by side, that are written and read in whole blocks, each contiguous in memory.
///
/// The rings' length is a multiple of the block, so that a written block never wraps. Their first frames stand once
/// more behind their ends, so that a block read from anywhere does not wrap either:
///
///     |0 ······ position ············· length|0 ·· margin|
///      written →↑                              the copy
///
/// Memory is borrowed from the owner. The block being written is not yet in the margin, so a delay is at least a block
/// and what the reader looks ahead.
struct DelayBank {
  /// How many of a ring's first frames are repeated behind its end, and so the longest stretch one read may span.
  static var margin: Int { @_noAllocation @_noLocks get { 128 } }

  let base: UnsafeMutablePointer<Float>
  let lineCount: Int
  let length: Int
  let block: Int
  private(set) var position = 0

  /// How many floats a bank of `lineCount` lines for delays up to `longest` frames needs, with blocks of `block` frames
  /// (a divisor of `margin`).
  /// - Thread: control
  static func capacity(lineCount: Int, longest: Int, block: Int) -> Int {
    lineCount * (ringLength(longest: longest, block: block) + margin)
  }

  private static func ringLength(longest: Int, block: Int) -> Int {
    (max(longest, margin) + 2 * block - 1) / block * block
  }

  /// A bank over `capacity(…)` floats at `memory`, which hold zeros.
  /// - Thread: control
  init(memory: UnsafeMutablePointer<Float>, lineCount: Int, longest: Int, block: Int) {
    precondition(block >= 4 && Self.margin % block == 0, "the block must divide the margin")
    base = memory
    self.lineCount = lineCount
    length = Self.ringLength(longest: longest, block: block)
    self.block = block
  }

  /// From one ring to the next in memory.
  var stride: Int { @_noAllocation @_noLocks get { length &+ Self.margin } }

  /// Where a line's current block is to be written.
  @inline(__always) @_noAllocation @_noLocks
  func head(_ line: Int) -> UnsafeMutablePointer<Float> { base + (line &* stride &+ position) }

  /// The rings as the kernels see them. They read a line's frames from any delay before the current block's first one
  /// on, up to `margin` of them.
  var rings: TactusRings {
    @inline(__always) @_noAllocation @_noLocks get {
      TactusRings(base: base, stride: Int64(stride), length: Int64(length), position: Int64(position))
    }
  }

  /// Ends the current block, which has been written at the lines' heads.
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

  /// Passes blocks that have been written, copies and all.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance(blocks: Int) {
    position &+= blocks &* block
    if position >= length { position &-= length }
  }

  /// If nothing in the current block reaches `floor`, makes the block zero and answers true.
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

  /// Forgets everything; `isClean` tells that the rings hold zeros already.
  @_noAllocation @_noLocks
  mutating func reset(isClean: Bool) {
    if !isClean { base.clear(count: lineCount &* stride) }
    position = 0
  }
}
