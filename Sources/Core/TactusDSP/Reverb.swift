/// A stereo reverb.
///
/// It only adds the reverb to its outputs; the caller mixes the dry sound. Input and output are stereo. There is no
/// latency beyond the pre-delay. The output is linear in the input. It does not depend on how the frames are divided
/// into calls, on the platform, or on earlier sounds that have decayed.
///
/// This non-copyable value owns the memory; the audio thread accesses the state through a pointer.
public struct Reverb: ~Copyable {
  /// The state of the audio thread; valid for the lifetime of this value.
  package let core: UnsafeMutablePointer<ReverbCore>

  /// Creates a silent reverb.
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000 … 768,000.
  ///   - settings: the settings of the effect.
  /// - Thread: control
  public init(sampleRate: Int, settings: ReverbSettings = ReverbSettings()) {
    core = .allocate(capacity: 1)
    core.initialize(to: ReverbCore(sampleRate: sampleRate, settings: settings))
  }

  deinit {
    core.pointee.deallocate()
    core.deallocate()
  }
}

extension ReverbCore {
  /// Creates a silent reverb.
  /// - Parameter isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  /// - Thread: control
  package init(sampleRate: Int, settings: ReverbSettings, isTouched: Bool = true) {
    precondition((1_000...768_000).contains(sampleRate), "the sample rate must be 1,000 to 768,000 frames per second")
    let rate = Double(sampleRate)
    let block = Self.block
    let longestRoom = Int(ReverbTuning.roomDelays(size: 1, sampleRate: rate).max())
    let longestFirst = Int(ReverbTuning.firstDelays(size: 1, sampleRate: rate).max())
    let longestSecond = Int(ReverbTuning.secondDelays(size: 1, sampleRate: rate).max())
    let longestEntrance = Int(ReverbTuning.tapDelays(size: 1, preDelay: 0.25, sampleRate: rate).max())
    // reading starts up to three frames before the delayed block
    let banks = [(2, longestEntrance), (8, longestFirst), (8, longestSecond), (8, longestRoom)].map {
      (lines: $0.0, longest: $0.1 + 4, count: DelayBank.capacity(lineCount: $0.0, longest: $0.1 + 4, block: block))
    }
    let gateCount = BlockGate.capacity(block: block)
    let count = banks.reduce(gateCount + Self.swungCount + 4 * Self.filterCount) { $0 + $1.count }

    self.sampleRate = rate
    memoryCount = count
    memory = ZeroedMemory.allocate(count, isTouched: isTouched)
    swung = memory + gateCount
    filterStates = swung + Self.swungCount
    var next = filterStates + 4 * Self.filterCount
    let made = banks.map { bank in
      defer { next += bank.count }
      return DelayBank(memory: next, lineCount: bank.lines, longest: bank.longest, block: block)
    }
    (entrance, firstDiffuser, secondDiffuser, room) = (made[0], made[1], made[2], made[3])
    swings = ReverbTuning.swings(sampleRate: rate)
    rampBlocks = max(1, Int(rate * 0.04) / block)
    memoryBlocks = made.reduce(0) { max($0, $1.length) } / block + 1
    state = EffectState(
      gate: BlockGate(memory: memory, block: block),
      window: longestEntrance + longestFirst + longestSecond + longestRoom)
    target = ReverbTuning(settings, sampleRate: rate)
    tuning = target
  }

  /// All stored sound, for tests.
  /// - Thread: control
  package var contents: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: memory, count: memoryCount) }

  /// Frees the memory.
  /// - Thread: control
  package func deallocate() { ZeroedMemory.free(memory) }
}
