/** What the audio thread does by itself: transport and notes. */
export class Transport {
  isClosed = false
  #waiting = []

  constructor(player) {
    this.player = player
  }

  play({ countIn = 0 } = {}) {
    if (countIn > 0) this.player.playFrom(this.player.tick, countIn)
    else this.player.play()
  }

  setOpenEnded({ isOpenEnded }) {
    this.player.setOpenEnded(isOpenEnded)
  }

  pause() {
    this.player.pause()
  }

  seek({ tick }) {
    this.player.seek(tick)
  }

  /** Returns to the start; nothing sounds anymore. */
  rewind() {
    this.player.reset()
    this.player.seek(0)
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

  /** Sends the messages of a quantum to the player. */
  sendDue(frame, count) {
    while (this.#waiting.length && this.#waiting[0].frame < frame + count) {
      const { frame: time, midi } = this.#waiting[0]
      if (!this.player.send(Math.max(0, time - frame), ...midi)) return
      this.#waiting.shift()
    }
  }
}
