extension ChorusCore {
  /// Renders one block of the grid.
  @_noAllocation @_noLocks
  mutating func renderBlock() {
    let inputPeak = gate.cleanInput()
    if isAsleep && inputPeak == 0 {
      if cellBlock == 0 && isPending { settle() }
      endBlock()
      return
    }
    if isAsleep { wake() } else if cellBlock == 0 { beginCell() }

    let old = (weights: tuning.weights, gain: tuning.gain, feedback: tuning.feedback, send: tuning.reverbSend)
    if rampLeft > 0 { stepRamp() }
    var outputPeak = renderSide(
      0, from: gate.inputLeft, to: gate.outputLeft, send: sends, oldWeights: old.weights, oldGain: old.gain,
      oldFeedback: old.feedback, oldSend: old.send)
    let rightPeak = renderSide(
      1, from: gate.inputRight, to: gate.outputRight, send: sends + Self.block, oldWeights: old.weights,
      oldGain: old.gain, oldFeedback: old.feedback, oldSend: old.send)
    if rightPeak > outputPeak { outputPeak = rightPeak }

    let isQuiet = inputPeak == 0 && outputPeak < ReverbCore.floor && lines.hush(below: ReverbCore.floor)
    quietBlocks = isQuiet ? quietBlocks &+ 1 : 0
    lines.advance()
    follower.follow(peak: inputPeak > outputPeak ? inputPeak : outputPeak, frames: Self.block)
    endBlock()
    if quietBlocks &* Self.block > lines.length { fallAsleep() }
  }

  /// One side: its taps, the gains, and what goes back into the line. Answers the greatest magnitude put out.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func renderSide(
    _ side: Int, from input: UnsafeMutablePointer<Float>, to output: UnsafeMutablePointer<Float>,
    send: UnsafeMutablePointer<Float>, oldWeights: SIMD8<Float>, oldGain: Float, oldFeedback: Float, oldSend: Float
  ) -> Float {
    let block = Self.block
    let sum = sums + side &* block
    feedBack(sum, with: input, to: lines.head(side), from: oldFeedback)
    sum.clear(count: block)
    var voice = 0
    while voice < Int(tuning.voices) {
      let weight = Ramp(from: oldWeights[voice], to: tuning.weights[voice], frames: block)
      taps[side &* ChorusTuning.mostVoices &+ voice].add(
        from: lines, line: side, weight: weight, to: sum, count: block)
      voice &+= 1
    }

    var gain = Ramp(from: oldGain, to: tuning.gain, frames: block)
    var sent = Ramp(from: oldSend, to: tuning.reverbSend, frames: block)
    var peak = FourFrames.zero
    var i = 0
    while i < block {
      let wet = (gain.value * sum.fourFrames(at: i)).withoutTiny
      output.setFourFrames(wet, at: i)
      send.setFourFrames(sent.value * wet, at: i)
      peak = peak.orGreater(wet.magnitudes)
      gain.advance()
      sent.advance()
      i &+= 4
    }
    return peak.greatest
  }

  /// Writes a side's input, and what goes round again, into its line.
  @inline(__always) @_noAllocation @_noLocks
  private func feedBack(
    _ sum: UnsafeMutablePointer<Float>, with input: UnsafeMutablePointer<Float>, to head: UnsafeMutablePointer<Float>,
    from oldFeedback: Float
  ) {
    var feedback = Ramp(from: oldFeedback, to: tuning.feedback, frames: Self.block)
    var i = 0
    while i < Self.block {
      head.setFourFrames((input.fourFrames(at: i) + feedback.value * sum.fourFrames(at: i)).withoutTiny, at: i)
      feedback.advance()
      i &+= 4
    }
  }

  /// Counts the block, asleep or not.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func endBlock() {
    cellBlock &+= 1
    guard cellBlock == ChorusTuning.blocksPerCell else { return }
    cellBlock = 0
    phase &+= tuning.phaseStep
  }

  /// Turns the taps towards where they have to be at the cell's end.
  @_noAllocation @_noLocks
  private mutating func beginCell() {
    beginRamp()
    aim()
  }

  /// Every line holds zeros now; nothing needs to be cleared but what is handed out.
  @_noAllocation @_noLocks
  private mutating func fallAsleep() {
    gate.silenceOutput()
    sums.clear(count: 4 &* Self.block)  // and the sends behind them
    settle()
    quietBlocks = 0
    isAsleep = true
    follower.reset()
  }
}
