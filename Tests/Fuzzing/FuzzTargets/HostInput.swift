import TactusRender

/// A host whose cycles and contexts an input chooses.
struct HostInput {
  private var beat = 0.0

  /// The next cycle: 1 to 2,048 frames; its context has a position that advances, jumps, stays the same or is invalid.
  mutating func cycle(_ input: inout InputBytes, firstFrame: Int64) -> RenderCycle {
    let frames = 1 << Int(input.byte() & 7) + Int(input.byte()) * 7
    let choice = input.byte()
    var context = MusicalContext(tempo: 120, beat: beat)
    context.hasTransport = true
    context.isMoving = choice & 1 == 0
    context.isChanged = choice & 6 == 6
    if choice & 0x18 == 0x18 {
      (context.isCycling, context.cycleStart) = (true, Double(input.byte()) / 8)
      context.cycleEnd = context.cycleStart + Double(input.word()) / 4_096
    }
    if choice & 0x60 == 0x60 { beat = Double(Int16(bitPattern: input.word())) / 32 }
    if choice & 0x90 == 0x90 { context.tempo = Double(input.word()) / 16 }
    if choice == 0xFF { (context.tempo, context.beat) = (.nan, .infinity) }
    beat += Double(frames) * 120 / (60 * 48_000)
    return RenderCycle(firstFrame: firstFrame, frameCount: frames, context: context)
  }
}
