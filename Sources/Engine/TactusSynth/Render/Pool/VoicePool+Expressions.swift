// Expressions of single notes, and the choke of a key.

/// The expressions of a voice's note.
struct VoiceExpression: BitwiseCopyable {
  var values = NoteExpression()
  /// Whether later expressions of the note's key no longer change those of the note.
  var isDetached = false
}

extension VoicePool {
  mutating func expressionChanged(_ channel: Int, key: UInt8, _ expression: NoteExpression) {
    forEachVoice(of: channel, key: key) { pool, index in
      guard !pool.voices[index].expression.isDetached else { return }
      pool.express(index, expression)
    }
  }

  mutating func expressionsReset(_ channel: Int) {
    forEachVoice(of: channel) { pool, index in pool.express(index, NoteExpression()) }
  }

  mutating func detachNotes(_ channel: Int, key: UInt8) {
    forEachVoice(of: channel, key: key) { pool, index in pool.voices[index].expression.isDetached = true }
  }

  mutating func chokeKey(_ channel: Int, key: UInt8) {
    forEachVoice(of: channel, key: key) { pool, index in pool.fade(index, .choke) }
  }

  private mutating func express(_ index: Int, _ expression: NoteExpression) {
    guard voices[index].expression.values != expression else { return }
    markDirty(index)
    voices[index].expression.values = expression
  }
}

extension PoolCommands {
  func expressionChanged(_ part: Int, key: UInt8, _ expression: NoteExpression) {
    pool.pointee.expressionChanged(part, key: key, expression)
  }
  func expressionsReset(_ part: Int) { pool.pointee.expressionsReset(part) }
  func detachNotes(_ part: Int, key: UInt8) { pool.pointee.detachNotes(part, key: key) }
  func chokeKey(_ part: Int, key: UInt8) { pool.pointee.chokeKey(part, key: key) }
}
