/** A song or a pattern document, as `Tactus.open` returns it. */
export class Song {
  #bytes
  #times
  #notes
  #presets

  constructor({ number, name, bytes, document, facts, notes }) {
    /** Its number in the worker. */
    this.number = number
    this.name = name
    this.document = document
    this.remarks = facts.remarks
    this.ticksPerQuarter = facts.ticksPerQuarter
    this.length = facts.length
    this.isEndless = facts.isEndless
    this.gain = facts.gain
    /** Six numbers for each note: track, channel, key, velocity, first tick and end. */
    this.noteData = notes
    this.#bytes = bytes
    this.#times = facts.times
    this.duration = this.seconds(this.length)
  }

  /** The bytes of its file; null for the demo. */
  get bytes() {
    return this.#bytes
  }

  get notes() {
    return (this.#notes ??= Array.from({ length: this.noteData.length / 6 }, (_, index) => {
      const [track, channel, key, velocity, start, end] = this.noteData.subarray(6 * index, 6 * index + 6)
      return { track, channel, key, velocity, start, end }
    }))
  }

  seconds(tick) {
    return this.#converted(tick, 0, 1)
  }

  tick(seconds) {
    return Math.round(this.#converted(seconds, 1, 0))
  }

  /** The programs and banks that its tracks select, for comparison with those of another version. */
  get presets() {
    return (this.#presets ??= JSON.stringify(this.document.tracks.map(
      ({ channel, bank, program, clip, pattern, messages }) => [
        channel, bank, program,
        (clip?.messages ?? pattern?.messages ?? messages ?? []).filter(
          (message) => 'program' in message || message.controller === 0),
      ])))
  }

  /** Converts between ticks and seconds, which are linear between the pairs of `times`. */
  #converted(value, from, to) {
    const times = this.#times
    let [low, high] = [0, times.length - 2]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (times[middle][from] <= value) low = middle
      else high = middle - 1
    }
    const [start, end] = [times[low], times[low + 1]]
    const share = (value - start[from]) / (end[from] - start[from])
    return start[to] + share * (end[to] - start[to])
  }
}
