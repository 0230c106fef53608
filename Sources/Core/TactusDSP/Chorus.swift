import CTactusKernels

/// A stereo chorus: several delayed copies of the input, whose delays, and therefore pitches, vary slowly.
///
/// It only adds the copies to its outputs; the caller mixes the dry sound. The output is linear in the input. It does
/// not depend on how the frames are divided into calls, on the platform, or on earlier sounds that have decayed.
///
/// This non-copyable value owns the memory; the audio thread accesses the state through a pointer.
public struct Chorus: ~Copyable {
  /// The state of the audio thread; valid for the lifetime of this value.
  package let core: UnsafeMutablePointer<ChorusCore>

  /// Creates a silent chorus.
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000 … 768,000.
  ///   - settings: the settings of the effect.
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
  package init(sampleRate: Int, settings: ChorusSettings, isTouched: Bool = true) {
    precondition((1_000...768_000).contains(sampleRate), "the sample rate must be 1,000 to 768,000 frames per second")
    let rate = Double(sampleRate)
    let block = Self.block
    let longest = ChorusTuning.longestDelay(sampleRate: rate)
    let gateCount = BlockGate.capacity(block: block)
    let count = gateCount + 4 * block + DelayBank.capacity(lineCount: 2, longest: longest, block: block)

    self.sampleRate = rate
    memoryCount = count
    memory = ZeroedMemory.allocate(count, isTouched: isTouched)
    state = EffectState(gate: BlockGate(memory: memory, block: block), window: longest + block)
    sums = memory + gateCount
    sends = sums + 2 * block
    lines = DelayBank(memory: sends + 2 * block, lineCount: 2, longest: longest, block: block)
    taps = .allocate(capacity: 1)
    taps.initialize(to: TactusTaps())
    rampCells = max(1, Int(rate * 0.02) / (block * ChorusTuning.blocksPerCell))
    // the maximum movement of a tap per cell of 64 frames, `mostMove`, is at least a quarter of the cell's length
    glideCells = 1 + longest / (block * ChorusTuning.blocksPerCell / 4)
    target = ChorusTuning(settings, sampleRate: rate)
    tuning = target
  }

  /// All stored sound, for tests.
  /// - Thread: control
  package var contents: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: memory, count: memoryCount) }

  /// Frees the memory.
  /// - Thread: control
  package func deallocate() {
    ZeroedMemory.free(memory)
    taps.deallocate()
  }
}
