import CTactusKernels

/// A stereo chorus: copies of what is sent to it, each a little later and slowly drifting in time, and so in pitch.
///
/// It only adds the copies to its outputs; the dry sound is the caller's. What comes back is linear in what is sent and
/// does not depend on how the frames are cut into calls, on the platform, or on the sounds long before.
///
/// The owner of the memory is a value that cannot be copied; the state that the audio thread works on is reached
/// through it.
public struct Chorus: ~Copyable {
  /// The state on the audio thread, alive as long as this value.
  package let core: UnsafeMutablePointer<ChorusCore>

  /// A silent chorus.
  /// - Parameters:
  ///   - sampleRate: frames per second, 4,000 … 768,000.
  ///   - settings: how it sounds.
  /// - Thread: control
  public init(sampleRate: Int, settings: ChorusSettings = ChorusSettings()) {
    core = .allocate(capacity: 1)
    core.initialize(to: ChorusCore(sampleRate: sampleRate, settings: settings))
  }

  deinit {
    core.pointee.deallocate()
    core.deallocate()
  }
}

extension ChorusCore {
  /// - Thread: control
  package init(sampleRate: Int, settings: ChorusSettings) {
    precondition((4_000...768_000).contains(sampleRate), "the sample rate must be 4,000 to 768,000 frames per second")
    let rate = Double(sampleRate)
    let block = Self.block
    let longest = ChorusTuning.longestDelay(sampleRate: rate)
    let gateCount = BlockGate.capacity(block: block)
    let count = gateCount + 4 * block + DelayBank.capacity(lineCount: 2, longest: longest, block: block)

    self.sampleRate = rate
    memoryCount = count
    memory = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64).bindMemory(
      to: Float.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
    gate = BlockGate(memory: memory, block: block)
    sums = memory + gateCount
    sends = sums + 2 * block
    lines = DelayBank(memory: sends + 2 * block, lineCount: 2, longest: longest, block: block)
    taps = .allocate(capacity: 1)
    taps.initialize(to: TactusTaps())
    rampCells = max(1, Int(rate * 0.02) / (block * ChorusTuning.blocksPerCell))
    // A cell's quarter, see `mostMove`.
    glideCells = 1 + longest / (block * ChorusTuning.blocksPerCell / 4)
    follower = PeakFollower(window: longest + block)
    target = ChorusTuning(settings, sampleRate: rate)
    tuning = target
  }

  /// All the sound it remembers, for tests to look through.
  /// - Thread: control
  package var contents: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: memory, count: memoryCount) }

  /// Gives the memory back.
  /// - Thread: control
  package func deallocate() {
    memory.deallocate()
    taps.deallocate()
  }
}
