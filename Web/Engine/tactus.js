import { bounce, chainBytes } from './bounce.js'
import { QUALITIES, index } from './choices.js'
import { SeparateEngines, SharedEngine } from './engines.js'
import { Inputs } from './inputs.js'
import { Requests } from './requests.js'
import { Song } from './song.js'
import { read } from './source.js'
import { compileEngine } from './wasm.js'
import { Written } from './written.js'

/**
 * Tactus in a page: see `tactus.d.ts` for what it offers. Three parts share the work: this class, the audio worklet
 * (`worklet.js`), which plays, and a worker (`worker.js`), which reads files and renders bounces. With shared memory
 * both use one engine, otherwise they have an engine each (`engines.js`).
 */
export class Tactus extends EventTarget {
  static async load({ context = new AudioContext(), base = import.meta.url, quality = 'live', polyphony = 256 } = {}) {
    const address = (name) => new URL(name, new URL(base, globalThis.location?.href))
    index(QUALITIES, quality, 'quality')
    checkPolyphony(polyphony)
    const worker = new Worker(address('worker.js'), { type: 'module' })
    const requests = new Requests()
    const failure = new Promise((_, reject) => {
      worker.onerror = () => reject(new Error('the engine cannot be started'))
    })
    const start = async () => {
      const [{ module, memory }] = await Promise.all([
        compileEngine(address), context.audioWorklet.addModule(address('worklet.js'))])
      worker.onmessage = ({ data }) => requests.receive(data)
      return (memory ? SharedEngine : SeparateEngines).start(
        { context, module, memory, worker, requests, quality, polyphony })
    }
    try {
      const { engines, presets } = await Promise.race([start(), failure])
      return new Tactus(context, engines, presets)
    } catch (error) {
      worker.terminate()
      requests.close(error)
      throw error
    }
  }

  #engines
  #requests
  #layers = new WeakMap()
  #freed = new FinalizationRegistry((message) => this.#engines.release(message))
  #inputs = new Inputs()
  /** How many songs have been cued. */
  #cues = 0
  /** How often the banks that play have been chosen. */
  #choices = 0

  constructor(context, engines, presets) {
    super()
    const { node, worker, requests } = engines
    this.context = context
    this.node = node
    this.sharesMemory = engines instanceof SharedEngine
    this.#engines = engines
    this.#requests = requests
    this.builtInBank = this.bank = this.#made({ name: 'built-in bank' }, presets)
    this.song = null
    this.position = { tick: 0, seconds: 0, playing: false, voices: 0 }
    node.port.onmessage = ({ data }) => (data.state ? this.#moved(data) : this.#answered(data))
    worker.onmessage = ({ data }) => this.#answered(data)
    node.onprocessorerror = worker.onerror = () => this.#failed(new Error('the engine has stopped; load it again'))
  }

  connect(destination) {
    this.node.connect(destination)
    return destination
  }

  disconnect() {
    this.node.disconnect()
  }

  close() {
    this.node.port.postMessage({ call: 'close' })
    this.node.disconnect()
    this.#engines.worker.terminate()
    this.#requests.close(new Error('the engine is closed'))
    this.#inputs.close()
  }

  // Banks

  async loadBank(source, options) {
    return this.use(await this.openBank(source, options))
  }

  async openBank(source, options = {}) {
    const { bytes, name } = await read(source, options)
    const number = this.#requests.next()
    try {
      return this.#made({ name }, await this.#engines.openBank(number, bytes, name), number)
    } catch (error) {
      this.#engines.release({ call: 'releaseBank', bank: number })
      throw error
    }
  }

  async use(...banks) {
    const layers = banks.flatMap((layer) => {
      const [bank, offset] = layer.bank ? [layer.bank, layer.offset ?? 0] : [layer, 0]
      return this.#layers.get(bank).map((part) => ({ bank: part.bank, offset: part.offset + offset }))
    })
    const choice = ++this.#choices
    await this.#engines.useBanks(layers)
    const bank = banks.length === 1 && !banks[0].bank ? banks[0] : await this.#stacked(banks, layers)
    // unless others have been chosen meanwhile, which play
    if (choice === this.#choices) this.bank = bank
    return bank
  }

  /** A bank that consists of others, for bounces and pictures. */
  async #stacked(banks, layers) {
    const number = this.#requests.next()
    const name = banks.map((layer) => (layer.bank ?? layer).name).join(' + ')
    const presets = await this.#engines.askWorker({ call: 'stackBanks', bank: number, layers })
    return this.#made({ name, parts: banks }, presets, number, layers)
  }

  /** Completes a bank with its presets, and remembers its number and the layers that the worklet plays for it. */
  #made(facts, presets, number = 0, layers = [{ bank: number, offset: 0 }]) {
    const bank = Object.freeze({ ...facts, presets })
    this.#layers.set(bank, Object.assign(layers, { number }))
    if (number) this.#freed.register(bank, { call: 'releaseBank', bank: number })
    return bank
  }

  // Songs

  async open(source, options = {}) {
    if (source.constructor === Object) {
      return this.#opened(new Written(source).bytes, options.name ?? (source.name || 'song'), options.gain)
    }
    const { bytes, name } = await read(source, options)
    return this.#opened(bytes, name, options.gain)
  }

  demo() {
    return this.#opened(null, 'demo')
  }

  async #opened(bytes, name, gain) {
    const number = this.#requests.next()
    const { document, facts, notes } = await this.#engines.askWorker(
      { call: 'openSong', song: number, bytes, name, gain })
    const song = new Song({ number, name, bytes, document: JSON.parse(document), facts, notes })
    this.#freed.register(song, { call: 'releaseSong', song: number })
    return song
  }

  async cue(song) {
    this.#cues++
    await this.#engines.cue(song)
    this.song = song
    this.#moved({ tick: 0, state: 'stopped', voices: this.position.voices })
  }

  async play(song, { countIn = 0 } = {}) {
    if (song && song !== this.song) await this.cue(song)
    if (this.context.state === 'suspended') this.context.resume?.()
    await this.#engines.askWorklet({ call: 'play', countIn })
  }

  setOpenEnded(isOpenEnded) {
    this.#send({ call: 'setOpenEnded', isOpenEnded })
  }

  pause() {
    this.#send({ call: 'pause' })
  }

  seek(tick) {
    this.#send({ call: 'seek', tick })
  }

  loop(start = 0, end = 0) {
    this.#send({ call: 'loop', start, end })
  }

  fill(isOn) {
    this.#send({ call: 'fill', isOn })
  }

  chord(keys, tick = this.position.tick) {
    if (!this.song || keys.length < 2) return Promise.resolve('')
    return this.#engines.askWorker({ call: 'chord', song: this.song.number, keys, tick })
  }

  async edit(document) {
    const cues = this.#cues
    const written = new Written(document)
    const song = await this.#opened(written.bytes, this.song?.name ?? 'song', this.song?.gain)
    if (cues !== this.#cues) return song  // another song has been cued meanwhile, and goes on
    const hasNewPresets = !this.song || song.presets !== this.song.presets
    await this.#engines.edit(song, written, hasNewPresets)
    return (this.song = song)
  }

  setChain(chain) {
    return this.#engines.setChain(chainBytes(chain))
  }

  // Notes

  noteOn(channel, key, velocity = 100, time) {
    this.send([0x90 | channel, key, velocity], time)
  }

  noteOff(channel, key, time) {
    this.send([0x80 | channel, key, 64], time)
  }

  control(channel, controller, value, time) {
    this.send([0xb0 | channel, controller, value], time)
  }

  program(channel, program, bank = 0, time) {
    this.control(channel, 0, bank, time)
    this.send([0xc0 | channel, program], time)
  }

  bend(channel, amount, time) {
    const value = Math.max(0, Math.min(16383, Math.round(8192 + 8192 * amount)))
    this.send([0xe0 | channel, value & 127, value >> 7], time)
  }

  send(message, time, age = 0) {
    const midi = Array.from(message)
    this.#send({ call: 'midi', midi, time })
    this.#dispatch('midi', { data: Uint8Array.from(midi), time: (time ?? this.context.currentTime) - age })
  }

  panic() {
    this.#send({ call: 'panic' })
  }

  connectMIDI({ onMessage = (data, age) => this.send(data, undefined, age) } = {}) {
    return this.#inputs.connect(onMessage)
  }

  // Files, takes and pictures

  bounce(song, { bank = this.bank, ...options } = {}) {
    return bounce(this.#engines.worker, this.#requests, { song: song.number, bank: this.#layers.get(bank).number }, options)
  }

  recordTake(document, track, take) {
    const bytes = new Written({ ...document, tracks: [document.tracks[track]] }).bytes
    return this.#engines.askWorker({ call: 'recordTake', bytes, take })
  }

  quantize(ticks, grid, strength = 100) {
    return this.#engines.askWorker({ call: 'quantize', ticks, grid, strength })
  }

  presetPicture(preset, { bank = this.bank, width = 1200, height = 640 } = {}) {
    return this.#engines.askWorker({ call: 'presetPicture', bank: this.#layers.get(bank).number, preset, width, height })
  }

  // Messages

  /** Sends a message to the worklet; if it fails, an event says so. */
  #send(message) {
    this.#engines.send(message)
  }

  #answered(answer) {
    if (!this.#requests.receive(answer)) this.#dispatch('error', new Error(answer.error))
  }

  #moved({ tick, state, voices, load, time }) {
    const wasPlaying = this.position.playing
    const seconds = this.song ? this.song.seconds(tick) : 0
    this.position = { tick, seconds, playing: state === 'playing', voices, load, time }
    this.#dispatch('position', this.position)
    this.#isEnding ||= wasPlaying && state === 'ended'
    if (!this.#isEnding || (voices > 0 && state === 'ended')) return
    this.#isEnding = false
    if (state === 'ended') this.dispatchEvent(new Event('ended'))
  }
  #isEnding = false

  #failed(error) {
    this.#requests.fail(error)
    this.#dispatch('error', error)
  }

  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }))
  }
}

/** Refuses a number of voices that the synthesizer does not have. */
function checkPolyphony(polyphony) {
  if (Number.isInteger(polyphony) && polyphony >= 1 && polyphony <= 4096) return
  throw new RangeError(`polyphony: expected a whole number from 1 to 4096, not ${polyphony}`)
}
