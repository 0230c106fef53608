import { DEPTHS, FORMATS, index } from './choices.js'

/** An object in the module's memory. */
export class Handle {
  #address

  constructor(module, address) {
    this.module = module
    this.#address = address >>> 0
  }

  /** The address of the object. Throws an `Error` if the object has been released. */
  get address() {
    if (this.#address === 0) throw new Error('the object has been released')
    return this.#address
  }

  /** Frees the object. Later calls of its methods throw an `Error`; another release does nothing. */
  release() {
    if (this.#address === 0) return
    this.module.calls.web_release(this.#address)
    this.#address = 0
  }
}

/** A song or a pattern document. */
export class Song extends Handle {
  /** The complete sequence document: JSON. */
  get document() {
    this.module.calls.web_sequence_document(this.address)
    return this.module.text()
  }

  /** Sets the gain in decibels with which the song is played and bounced. */
  set gain(decibels) {
    this.module.calls.web_sequence_set_gain(this.address, decibels)
  }

  /** An object with ticksPerQuarter, length, gain, isEndless, remarks and times: pairs of a tick and its second. */
  get facts() {
    this.module.calls.web_sequence_facts(this.address)
    return JSON.parse(this.module.text())
  }

  /** The notes that are heard: for each, its track, channel, key, velocity, first tick and end. */
  get notes() {
    this.module.checked(this.module.calls.web_sequence_notes(this.address))
    return new Int32Array(this.module.bytes().buffer)
  }

  /** The symbol of the chord that keys form, spelled in the song's key at a tick; empty if they form none. */
  chord(keys, tick) {
    this.module.calls.web_sequence_chord(this.address, this.module.copied(keys), keys.length, tick)
    return this.module.text()
  }

  /** The bytes of a MIDI file. */
  get midi() {
    this.module.checked(this.module.calls.web_sequence_midi(this.address))
    return this.module.bytes()
  }
}

/** A bounce that is read block by block. */
export class Bounce extends Handle {
  /**
   * Renders the next frames, at most 16384. Returns the samples of both channels, which are valid until the next call,
   * or null at the end.
   */
  read(frames = 16384) {
    const count = this.module.calls.web_bounce_read(this.address, frames)
    if (count === 0) return null
    return [0, 1].map((channel) => {
      const start = this.module.calls.web_bounce_channel(this.address, channel) >>> 0
      return new Float32Array(this.module.memory.buffer, start, count)
    })
  }

  /**
   * Renders all frames as an audio file, and yields its bytes block by block; at the end it yields `{ patches }`:
   * objects with the offset of earlier bytes, and the bytes that replace them.
   */
  *file(format, depth) {
    const { calls } = this.module
    const file = new Handle(this.module, this.module.checked(
      calls.web_file_new(this.address, index(FORMATS, format, 'format'), index(DEPTHS, depth, 'depth'), -1)))
    try {
      yield this.module.bytes()
      for (let count = 1; (count = calls.web_bounce_read(this.address, 16384)) > 0;) {
        this.module.checked(calls.web_file_encode(file.address, this.address, count))
        yield this.module.bytes()
      }
      this.module.checked(calls.web_file_finish(file.address))
      const { trailing, patches } = JSON.parse(this.module.text())
      yield Uint8Array.from(trailing)
      yield { patches: patches.map(({ offset, bytes }) => ({ offset, bytes: Uint8Array.from(bytes) })) }
    } finally {
      file.release()
    }
  }

  /** How much has been rendered, 0 to 1. */
  get progress() {
    return this.module.calls.web_bounce_progress(this.address)
  }
}

/** Replaces bytes of a file's blocks; headers are in the first one. */
export function patch(blocks, patches) {
  for (const { offset, bytes } of patches) blocks[0].set(bytes, offset)
}
