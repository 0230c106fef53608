import { bytesOf } from './bytes.js'
import { Bounce, Handle, Song } from './objects.js'
import { DEPTHS, QUALITIES, SPLITS, index } from './choices.js'
import { Player } from './player.js'
import { Stems } from './stems.js'

/**
 * The engine's WebAssembly module as JavaScript objects: banks, songs, bounces and players. It runs in pages, workers,
 * audio worklets and Node. Pages use `tactus.js` instead, which plays through an audio worklet.
 */
export class Module {
  /**
   * Creates a module from its bytes or from a compiled `WebAssembly.Module`; `tactus-shared.wasm` also needs a shared
   * memory.
   */
  static async load(source, memory) {
    const compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source)
    return new Module(await WebAssembly.instantiate(compiled, { env: { memory } }), memory)
  }

  /**
   * Another thread's way into a module with a shared memory. `stack` is of the module's `allocateStack`. All objects
   * can be used by their addresses.
   */
  static onThread(compiled, memory, stack) {
    const instance = new WebAssembly.Instance(compiled, { env: { memory } })
    instance.exports.__stack_pointer.value = stack
    return new Module(instance, memory)
  }

  constructor(instance, memory) {
    this.calls = instance.exports
    this.memory = memory ?? instance.exports.memory
  }

  // Banks

  /** Opens a SoundFont from the bytes of its file. Throws an `Error` with one sentence. */
  bank(bytes, name = 'bank') {
    const file = bytesOf(bytes)
    return this.bankAt(this.copied(file), file.length, name)
  }

  /** Opens a SoundFont whose bytes are in the module's memory, at an address of `allocate`. */
  bankAt(address, length, name = 'bank') {
    this.name(name)
    return new Handle(this, this.checked(this.calls.web_bank_open(address, length)))
  }

  /** The built-in General MIDI bank. */
  builtInBank() {
    return new Handle(this, this.calls.web_bank_builtin())
  }

  /**
   * Stacks 1 to 256 banks, the lowest first: objects with `bank` and `offset`, -128 to 65535, which is added to the numbers
   * of its banks.
   */
  stack(layers) {
    checkStack(layers)
    const addresses = layers.map(({ bank }) => bank.address)
    const address = this.allocate(8 * layers.length)
    const [banks, offsets] = [0, 4 * layers.length].map((start) =>
      new Int32Array(this.memory.buffer, address + start, layers.length))
    layers.forEach(({ offset = 0 }, index) => {
      banks[index] = addresses[index]
      offsets[index] = offset
    })
    const stack = this.calls.web_bank_stack(address, address + 4 * layers.length, layers.length)
    this.calls.web_free(address)
    return new Handle(this, stack)
  }

  /** The presets of a bank: objects with bank, program, layer and name. */
  presets(bank) {
    this.calls.web_bank_presets(bank.address)
    return JSON.parse(this.text())
  }

  // Songs

  /** Reads a MIDI file or a sequence document. */
  song(bytes, name = 'song') {
    const file = bytesOf(bytes)
    this.name(name)
    return new Song(this, this.checked(this.calls.web_sequence_open(this.copied(file), file.length)))
  }

  /** A song with some tracks replaced by those of a document with the same IDs. */
  songReplacingTracks(song, bytes, name = 'song') {
    const file = bytesOf(bytes)
    this.name(name)
    return new Song(this, this.checked(
      this.calls.web_sequence_replacing_tracks(song.address, this.copied(file), file.length)))
  }

  /** The demo song. */
  demoSong() {
    return new Song(this, this.calls.web_sequence_demo())
  }

  /**
   * Begins a bounce. `quality` is 'draft', 'live' or 'best'; `depth`, the bits of a file's samples, is '16', '24', '32'
   * or 'f32'; `chain` holds MIDI effects; the levels are those of the effects in decibels.
   */
  bounce(bank, song, {
    rate = 48000, quality = 'live', depth = 'f32', chain, reverbLevel = 0, chorusLevel = 0,
  } = {}) {
    const played = this.checked(this.calls.web_sequence_song(song.address, rate))
    try {
      return new Bounce(this, this.checked(this.calls.web_bounce_new(
        bank.address, played, rate, index(QUALITIES, quality, 'quality'), index(DEPTHS, depth, 'depth'),
        chain?.address ?? 0, reverbLevel, chorusLevel)))
    } finally {
      this.calls.web_release(played)
    }
  }

  /**
   * Begins a bounce to stems. `split` is 'channels', 'tracks', 'programs' or 'groups'; with `effectsApart`, reverb and
   * chorus are a stem of their own. The other options are those of `bounce`.
   */
  stems(bank, song, split, {
    rate = 48000, quality = 'live', depth = 'f32', chain, effectsApart = false, reverbLevel = 0, chorusLevel = 0,
  } = {}) {
    const number = index(SPLITS, split, 'split')
    const played = this.checked(this.calls.web_sequence_song(song.address, rate))
    try {
      return new Stems(this, this.checked(this.calls.web_stems_new(
        bank.address, played, rate, index(QUALITIES, quality, 'quality'), index(DEPTHS, depth, 'depth'),
        chain?.address ?? 0, number, effectsApart ? 1 : 0, reverbLevel, chorusLevel)))
    } finally {
      this.calls.web_release(played)
    }
  }

  /**
   * Records a take into the only track of a document. `take` has `start`, `end`, `replaces`, `grid`, `strength` and
   * `events`, four numbers for each message; see `tactus.d.ts`. Returns `clip` and `ignored`.
   */
  recordTake(bytes, { start, end, replaces = false, grid = 0, strength = 100, events }) {
    const file = bytesOf(bytes)
    this.name('take')
    const copy = this.numbers(events)
    try {
      this.checked(this.calls.web_record_take(this.copied(file), file.length, start, end, replaces ? 1 : 0, grid,
        strength, copy, events.length / 4))
    } finally {
      this.calls.web_free(copy)
    }
    return JSON.parse(this.text())
  }

  /** Ticks moved towards a grid; `strength` is in percent. */
  quantized(ticks, grid, strength = 100) {
    const address = this.numbers(ticks)
    this.calls.web_quantize(address, ticks.length, grid, strength)
    const moved = Array.from(new Float64Array(this.memory.buffer, address, ticks.length))
    this.calls.web_free(address)
    return moved
  }

  /** A preset's zones and envelopes as an SVG picture. */
  presetPicture(bank, { layer, bank: number, program }, width, height) {
    if (!this.calls.web_preset_picture(bank.address, layer, number, program, width, height)) {
      throw new Error(`the bank has no preset ${number}:${program}`)
    }
    return this.text()
  }

  /** Creates a player without a bank and a song. */
  player({ rate = 48000, quality = 'live', polyphony = 256 } = {}) {
    return new Player(
      this, this.checked(this.calls.web_player_new(rate, index(QUALITIES, quality, 'quality'), polyphony)))
  }

  /** Reads a chain document: MIDI effects. */
  chain(bytes, name = 'chain') {
    const file = bytesOf(bytes)
    this.name(name)
    return new Handle(this, this.checked(this.calls.web_chain_open(this.copied(file), file.length)))
  }

  // Memory

  /** Returns the address of new memory. Throws an `Error` if there is none. */
  allocate(length) {
    const address = this.calls.web_allocate(length) >>> 0
    if (address === 0) throw new Error('there is not enough memory')
    return address
  }

  /** Allocates the stack of another thread, and returns where it starts: its highest address. */
  allocateStack(size = 1 << 20) {
    return this.allocate(size) + size
  }

  /** Copies bytes into the module's memory, and returns their address. */
  copied(bytes) {
    const address = this.allocate(bytes.length)
    new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes)
    return address
  }

  /** Copies numbers into the module's memory as doubles, and returns their address. */
  numbers(numbers) {
    const address = this.allocate(8 * numbers.length)
    new Float64Array(this.memory.buffer, address, numbers.length).set(numbers)
    return address
  }

  /** Sets the name of the next file that is opened, for messages. */
  name(name) {
    const bytes = encoded(name)
    this.calls.web_name(this.copied(bytes), bytes.length)
  }

  /** Returns an address, or throws the error's sentence if it is null. */
  checked(address) {
    if (address === 0) throw new Error(this.text())
    return address
  }

  /** A copy of the bytes that the last call has returned. */
  bytes() {
    const start = this.calls.web_text() >>> 0
    return new Uint8Array(this.memory.buffer, start, this.calls.web_text_size()).slice()
  }

  /** The text or the error of the last call. */
  text() {
    return decoded(this.bytes())
  }
}

/** Refuses a stack that the engine does not have. */
function checkStack(layers) {
  if (layers.length < 1 || layers.length > 256) throw new RangeError('a stack has 1 to 256 banks')
  for (const { offset = 0 } of layers) {
    if (Number.isInteger(offset) && offset >= -128 && offset <= 65535) continue
    throw new RangeError(`offset: expected a whole number from -128 to 65535, not ${offset}`)
  }
}

// audio worklets have neither TextDecoder nor TextEncoder
const decoded = (bytes) => {
  if (typeof TextDecoder !== 'undefined') return new TextDecoder().decode(bytes)
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
}
const encoded = (text) => {
  if (typeof TextEncoder !== 'undefined') return new TextEncoder().encode(text)
  const escaped = encodeURIComponent(text).replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)))
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0))
}
