/**
 * The engine's WebAssembly module as JavaScript objects: banks, songs, bounces and players. It runs in pages, workers,
 * audio worklets and Node. Pages use `tactus.js` instead, which plays through an audio worklet.
 */
export class Module {
  /** Creates a module from its bytes or from a compiled `WebAssembly.Module`. */
  static async load(source) {
    const compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source)
    return new Module(await WebAssembly.instantiate(compiled, {}))
  }

  constructor(instance) {
    this.calls = instance.exports
    this.memory = instance.exports.memory
  }

  /** Opens a SoundFont: a `Uint8Array` of its file. Throws an `Error` with one sentence. */
  bank(bytes) {
    return new Handle(this, this.checked(this.calls.web_bank_open(this.copied(bytes), bytes.length)))
  }

  /** The built-in General MIDI bank. */
  builtInBank() {
    return new Handle(this, this.calls.web_bank_builtin())
  }

  /** Reads a MIDI file. */
  song(bytes) {
    return new Handle(this, this.checked(this.calls.web_song_open(this.copied(bytes), bytes.length)))
  }

  /** The demo song. */
  demoSong() {
    return new Handle(this, this.calls.web_song_demo())
  }

  /** The presets of a bank: objects with bank, program, layer and name. */
  presets(bank) {
    this.calls.web_bank_presets(bank.address)
    return JSON.parse(this.text())
  }

  /** Begins a bounce. `quality` is 'draft', 'live' or 'best'. */
  bounce(bank, song, { rate = 48000, quality = 'live' } = {}) {
    return new Bounce(this, this.checked(this.calls.web_bounce_new(bank.address, song.address, rate, level(quality))))
  }

  /** Creates a player of a song, stopped at its start. */
  player(bank, song, { rate = 48000, quality = 'live' } = {}) {
    return new Player(this, this.checked(this.calls.web_player_new(bank.address, song.address, rate, level(quality))))
  }

  /** Copies bytes into the module's memory, and returns their address. */
  copied(bytes) {
    const address = this.calls.web_allocate(bytes.length) >>> 0
    new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes)
    return address
  }

  /** Returns an address, or throws the error's sentence if it is null. */
  checked(address) {
    if (address === 0) throw new Error(this.text())
    return address
  }

  /** The text or the error of the last call. */
  text() {
    const start = this.calls.web_text() >>> 0
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, start, this.calls.web_text_size()).slice())
  }
}

const level = (quality) => {
  const index = ['draft', 'live', 'best'].indexOf(quality)
  if (index < 0) throw new Error(`the quality "${quality}" does not exist; use "draft", "live" or "best"`)
  return index
}

/** An object in the module's memory. */
export class Handle {
  constructor(module, address) {
    this.module = module
    this.address = address >>> 0
  }

  /** Frees the object; it must not be used afterwards. */
  release() {
    this.module.calls.web_release(this.address)
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

  /** How much has been rendered, 0 to 1. */
  get progress() {
    return this.module.calls.web_bounce_progress(this.address)
  }
}

/** A song that is played live. */
export class Player extends Handle {
  play() {
    this.module.calls.web_player_play(this.address)
  }

  pause() {
    this.module.calls.web_player_pause(this.address)
  }

  /** Moves to a frame. */
  seek(frame) {
    this.module.calls.web_player_seek(this.address, frame)
  }

  /** Repeats the frames from `start` to before `end`; equal frames end the repetition. */
  loop(start, end) {
    return this.module.calls.web_player_loop(this.address, start, end) !== 0
  }

  /** Sends a MIDI message at an offset in frames from the start of the next cycle; offsets ascend. */
  send(offset, status, data1, data2 = 0) {
    return this.module.calls.web_player_send(this.address, offset, status, data1, data2) !== 0
  }

  /** Renders a cycle of at most 4096 frames into two arrays, and returns the number of sounding voices. */
  render(left, right) {
    const start = this.module.calls.web_player_render(this.address, left.length) >>> 0
    left.set(new Float32Array(this.module.memory.buffer, start, left.length))
    right.set(new Float32Array(this.module.memory.buffer, start + 4 * 4096, right.length))
    return this.module.calls.web_player_voices(this.address)
  }

  /** The frame that is heard next. */
  get frame() {
    return this.module.calls.web_player_frame(this.address)
  }

  /** The number of frames of the song. */
  get length() {
    return this.module.calls.web_player_length(this.address)
  }

  /** Whether the song has ended and nothing sounds anymore. */
  get hasEnded() {
    return this.module.calls.web_player_has_ended(this.address) !== 0
  }
}
