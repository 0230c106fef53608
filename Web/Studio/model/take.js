/** A tick that precedes all others, at which the transport passes over nothing. */
const FIRST_TICK = Number.MIN_SAFE_INTEGER

/** One recording: what was played at which ticks, as the engine takes it, and the notes of the current pass. */
export class Take {
  constructor(start, countIn, track) {
    /**
     * Four numbers for each message: tick, status and data; with status 0, the transport only reaches the tick, in the
     * loop from the first datum to before the second.
     */
    this.numbers = []
    /** The first tick and the end of the loop, as `numbers` have them last; equal without a loop. */
    this.cycle = [0, 0]
    this.start = start
    this.countIn = countIn
    this.track = track
    /** The position that was reported last, and the tick of the last message. */
    this.lastTick = this.lastEvent = -Infinity
    this.held = new Map()
    this.passed = []
    this.isEmpty = true
    /** How many numbers are in the document already, and the tick and the loop with which they end. */
    this.applied = 0
    this.appliedTick = start
    this.appliedCycle = this.cycle
  }

  /** What was played so far; `markApplied` takes it when it is in the document. */
  get extent() {
    return { count: this.numbers.length, tick: this.lastEvent, cycle: this.cycle }
  }

  markApplied({ count, tick, cycle }) {
    this.applied = count
    this.appliedTick = tick
    this.appliedCycle = cycle
  }

  /** Goes on as another take, over a track that has been edited since: what was played before is in it. */
  continueOver(track) {
    this.track = track
    this.numbers.splice(0, this.applied, FIRST_TICK, 0, ...this.appliedCycle)
    this.start = this.appliedTick
    this.applied = 0
    this.step = undefined
  }

  /** Adds a message. It may have been played a little before the position that was reported last. */
  add(tick, [status, data1, data2], loop) {
    const at = Math.max(this.inPass(tick, loop), this.lastEvent)
    this.follow(loop)
    this.numbers.push(at, status, data1, data2)
    this.lastEvent = at
    this.isEmpty = false
    const kind = status & 0xf0
    if (kind === 0x90 && data2 > 0) this.held.set(data1, { start: at, key: data1, velocity: data2 })
    else if (kind === 0x80 || kind === 0x90) this.release(data1, at)
  }

  /** The tick of a message in the current pass of a loop. A message may be the first sign of the next pass. */
  inPass(tick, loop) {
    const half = (loop.end - loop.start) / 2
    if (!loop.isOn || half <= 0) return tick
    if (this.lastTick - tick > half && tick >= loop.start) this.move(tick, loop, half)
    return tick - this.lastTick > half && this.lastTick >= loop.start ? this.lastEvent : tick
  }

  /**
   * Takes note of the position. If it has gone back, to the start of the loop or elsewhere, `hasNewPass` is set. Steps
   * back that are smaller than `tolerance` are inaccuracies.
   */
  move(tick, loop, tolerance) {
    this.follow(loop)
    const hasGoneBack = tick < this.lastTick - tolerance
    if (hasGoneBack) {
      const isLoop = loop.isOn && this.lastTick < loop.end && tick >= loop.start
      const [end, start] = isLoop ? [loop.end, loop.start] : [this.lastTick, tick]
      this.numbers.push(Math.max(end, this.lastEvent), 0, ...this.cycle, start, 0, ...this.cycle)
      this.lastEvent = start
      this.hasNewPass = true
      this.held.clear()
      this.passed = []
    }
    this.lastTick = hasGoneBack ? tick : Math.max(tick, this.lastTick)
  }

  /** Adds the loop to `numbers` if it is another one than before. */
  follow({ isOn, start, end }) {
    const cycle = isOn && end > start ? [Math.round(start), Math.round(end)] : [0, 0]
    if (cycle[0] === this.cycle[0] && cycle[1] === this.cycle[1]) return
    this.cycle = cycle
    this.numbers.push(Math.max(this.lastEvent, FIRST_TICK), 0, ...cycle)
  }

  /** Ends all notes that are held. */
  end(tick) {
    for (const key of [...this.held.keys()]) this.release(key, tick)
    this.passed = []
  }

  release(key, end) {
    const note = this.held.get(key)
    if (!note) return
    this.held.delete(key)
    this.passed.push({ ...note, end: Math.max(note.start + 1, end) })
  }

  /** The notes of the current pass, for the display; held ones last until now. */
  notesUntil(now) {
    const held = Array.from(this.held.values(), (note) => ({ ...note, end: Math.max(note.start + 1, now) }))
    return [...this.passed, ...held].filter((note) => note.end > this.start)
  }
}
