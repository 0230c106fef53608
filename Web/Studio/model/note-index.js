/** The longest notes that a search by their starts has to look back for, in quarter notes. */
const SHORT = 16

/** The greatest number of buckets of long notes. */
const BUCKETS = 256

/**
 * The notes of one track, sorted by their starts in flat arrays, so that the notes of a range of ticks are found
 * without looking at the others. Notes longer than 16 quarter notes are listed in buckets of time as well.
 *
 *     query [from, to):   |--- long notes of from's bucket ---|  then by binary search from `from − 16 quarter notes`
 */
export class NoteIndex {
  /** Notes in the order of their starts: arrays with a number for each note. `items` are what they stand for. */
  constructor({ starts, ends, keys, velocities, items = [] }, ticksPerQuarter) {
    Object.assign(this, { starts, ends, keys, velocities, items, count: starts.length })
    this.shortLength = SHORT * ticksPerQuarter
    this.addLongNotes()
  }

  /** Notes in any order, with `start`, `end`, `key` and `velocity`. */
  static of(notes, ticksPerQuarter, items = notes) {
    const order = sortedOrder(notes)
    const numbers = (Type, member) => Type.from(order, (index) => notes[index][member])
    return new NoteIndex({
      starts: numbers(Int32Array, 'start'), ends: numbers(Int32Array, 'end'),
      keys: numbers(Uint8Array, 'key'), velocities: numbers(Uint8Array, 'velocity'),
      items: order.map((index) => items[index]),
    }, ticksPerQuarter)
  }

  /** The notes that a song plays, one index for each of `count` tracks; see `noteData` of the engine's songs. */
  static ofSong({ noteData, ticksPerQuarter }, count) {
    const sizes = new Int32Array(count)
    for (let at = 0; at < noteData.length; at += 6) sizes[noteData[at]]++
    const tracks = Array.from(sizes, (size) => emptyNotes(size))
    const filled = new Int32Array(count)
    for (let at = 0; at < noteData.length; at += 6) {
      const track = tracks[noteData[at]]
      const place = filled[noteData[at]]++
      track.keys[place] = noteData[at + 2]
      track.velocities[place] = noteData[at + 3]
      track.starts[place] = noteData[at + 4]
      track.ends[place] = noteData[at + 5]
    }
    return tracks.map((notes) => new NoteIndex(notes, ticksPerQuarter))
  }

  addLongNotes() {
    this.end = this.ends.reduce((latest, tick) => Math.max(latest, tick), 0)
    this.bucketLength = Math.max(this.shortLength, this.end / BUCKETS)
    this.buckets = []
    for (let index = 0; index < this.count; index++) {
      if (this.ends[index] - this.starts[index] > this.shortLength) this.addToBuckets(index)
    }
  }

  addToBuckets(index) {
    const last = Math.floor(this.ends[index] / this.bucketLength)
    for (let bucket = Math.floor(this.starts[index] / this.bucketLength); bucket <= last; bucket++) {
      (this.buckets[bucket] ??= []).push(index)
    }
  }

  /** Calls `each` with the place of each note that sounds between `from` and `to`. */
  forEach(from, to, each) {
    const searched = from - this.shortLength
    for (const index of this.buckets[Math.floor(Math.max(0, from) / this.bucketLength)] ?? []) {
      if (this.starts[index] < searched && this.ends[index] > from) each(index)
    }
    for (let index = this.firstAt(searched); index < this.count && this.starts[index] < to; index++) {
      if (this.ends[index] > from || this.starts[index] >= from) each(index)
    }
  }

  /** The place of the first note that starts at a tick or later. */
  firstAt(tick) {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.starts[middle] < tick) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The place of the note of a key that sounds at a tick, the last one of several; −1 if there is none. */
  noteAt(tick, key) {
    let found = -1
    this.forEach(tick, tick + 1, (index) => {
      if (this.keys[index] === key && this.starts[index] <= tick && this.ends[index] > tick) found = index
    })
    return found
  }

  /** The lowest and the highest key, or undefined without notes. */
  get range() {
    if (!this.count) return undefined
    return this.keys.reduce(([low, high], key) => [Math.min(low, key), Math.max(high, key)], [127, 0])
  }
}

const emptyNotes = (size) => ({
  starts: new Int32Array(size), ends: new Int32Array(size),
  keys: new Uint8Array(size), velocities: new Uint8Array(size),
})

function sortedOrder(notes) {
  const order = Array.from(notes, (_, index) => index)
  const isSorted = notes.every((note, index) => index === 0 || notes[index - 1].start <= note.start)
  return isSorted ? order : order.sort((a, b) => notes[a].start - notes[b].start)
}
