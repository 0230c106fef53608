/** What the audio thread does by itself: transport and notes. */
export class Transport {
  isClosed = false
  #isOpenEnded = false
  #waiting = []
  /** The tick sought since the last quantum, which the player's state does not show yet; null for none. */
  #sought = null

  constructor(player) {
    this.player = player
  }

  /** Plays from the position; a song that has ended, and that does not continue after its end, from its start. */
  play({ countIn = 0 } = {}) {
    const isAgain = this.#sought === null && this.player.state === 'ended' && !this.#isOpenEnded
    if (countIn > 0) return this.player.playFrom(isAgain ? 0 : this.#sought ?? this.player.tick, countIn)
    if (isAgain) this.player.seek(0)
    this.player.play()
  }

  setOpenEnded({ isOpenEnded }) {
    this.#isOpenEnded = isOpenEnded
    this.player.setOpenEnded(isOpenEnded)
  }

  pause() {
    this.player.pause()
  }

  seek({ tick }) {
    this.#sought = tick
    this.player.seek(tick)
  }

  /** Returns to the start; nothing sounds anymore. */
  rewind() {
    this.player.reset()
    this.seek({ tick: 0 })
  }

  loop({ start, end }) {
    this.player.loop(start, end)
  }

  fill({ isOn }) {
    this.player.fill(isOn)
  }

  panic() {
    this.#waiting = []
    this.player.panic()
  }

  /** Does nothing: its answer says that all earlier messages have arrived. */
  sync() {}

  close() {
    this.isClosed = true
  }

  /** Takes a MIDI message for a time of the context in seconds; without one, for the next quantum. */
  midi({ midi, time }) {
    const frame = time === undefined ? currentFrame : Math.round(time * sampleRate)
    const index = this.#waiting.findLastIndex((other) => other.frame <= frame) + 1
    this.#waiting.splice(index, 0, { frame, midi })
  }

  /** Sends the messages of a quantum to the player. Call it before each one. */
  sendDue(frame, count) {
    this.#sought = null
    while (this.#waiting.length && this.#waiting[0].frame < frame + count) {
      const { frame: time, midi } = this.#waiting[0]
      if (!this.player.send(Math.max(0, time - frame), ...midi)) return
      this.#waiting.shift()
    }
  }
}
