import { bounce, chainBytes } from './bounce.js'
import { finite, optionalTime, within } from './checks.js'
import { resume } from './context.js'
import { SharedEngine } from './engines.js'
import { Inputs } from './inputs.js'
import { startEngines } from './loading.js'
import * as messages from './messages.js'
import { Opened } from './opened.js'
import { Song } from './song.js'
import { read } from './source.js'
import { Written } from './written.js'

/**
 * Tactus in a page: see `tactus.d.ts` for what it offers. Three parts share the work: this class, the audio worklet
 * (`worklet.js`), which plays, and a worker (`worker.js`), which reads files and renders bounces. With shared memory
 * both use one engine, otherwise they have an engine each (`engines.js`).
 */
export class Tactus extends EventTarget {
  static async load({ context, ...options } = {}) {
    const own = context ? null : new AudioContext()
    try {
      const { engines, presets } = await startEngines({ context: context ?? own, ...options })
      const tactus = new Tactus(context ?? own, engines, presets)
      tactus.#ownContext = own
      return tactus
    } catch (error) {
      own?.close().catch(() => undefined)
      throw error
    }
  }

  #engines
  #requests
  /** The context that `load` has created; null if the page has. */
  #ownContext = null
  #opened = new Opened()
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
    engines.refused = (answer) => this.#answered(answer)
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
    this.#ownContext?.close().catch(() => undefined)  // the page may have closed it
    this.#ownContext = null
  }

  // Banks

  async loadBank(source, options) {
    const bank = await this.openBank(source, options)
    options?.signal?.throwIfAborted()
    return this.use(bank)
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
      return this.#opened.layers(bank).map((part) => ({ bank: part.bank, offset: part.offset + offset }))
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
    this.#opened.addBank(bank, number, layers)
    if (number) this.#freed.register(bank, { call: 'releaseBank', bank: number })
    return bank
  }

  // Songs

  async open(source, options = {}) {
    if (source?.constructor === Object || Array.isArray(source?.tracks)) {
      return this.#song(new Written(source).bytes, options.name ?? (source.name || 'song'), options.gain)
    }
    const { bytes, name } = await read(source, options)
    return this.#song(bytes, name, options.gain)
  }

  demo() {
    return this.#song(null, 'demo')
  }

  async #song(bytes, name, gain) {
    const number = this.#requests.next()
    const { document, facts, notes } = await this.#engines.askWorker(
      { call: 'openSong', song: number, bytes, name, gain })
    const song = new Song({ number, name, bytes, document: JSON.parse(document), facts, notes })
    this.#opened.addSong(song)
    this.#freed.register(song, { call: 'releaseSong', song: number })
    return song
  }

  async cue(song) {
    this.#opened.song(song)
    this.#cues++
    await this.#engines.cue(song)
    this.song = song
    this.#moved({ tick: 0, state: 'stopped', voices: this.position.voices })
  }

  async play(song, { countIn = 0 } = {}) {
    if (song && song !== this.song) await this.cue(song)
    resume(this.context)
    await this.#engines.askWorklet({ call: 'play', countIn: finite(countIn, 'countIn') })
  }

  setOpenEnded(isOpenEnded) {
    this.#send({ call: 'setOpenEnded', isOpenEnded: Boolean(isOpenEnded) })
  }

  pause() {
    this.#send({ call: 'pause' })
  }

  seek(tick) {
    this.#send({ call: 'seek', tick: finite(tick, 'tick') })
  }

  loop(start = 0, end = 0) {
    this.#send({ call: 'loop', start: finite(start, 'start'), end: finite(end, 'end') })
  }

  fill(isOn) {
    this.#send({ call: 'fill', isOn: Boolean(isOn) })
  }

  chord(keys, tick = this.position.tick) {
    if (!this.song || keys.length < 2) return Promise.resolve('')
    return this.#engines.askWorker({ call: 'chord', song: this.song.number, keys, tick })
  }

  async edit(document) {
    const cues = this.#cues
    const written = new Written(document)
    const song = await this.#song(written.bytes, this.song?.name ?? 'song', this.song?.gain)
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
    this.send(messages.noteOn(channel, key, velocity), time)
  }

  noteOff(channel, key, time) {
    this.send(messages.noteOff(channel, key), time)
  }

  control(channel, controller, value, time) {
    this.send(messages.control(channel, controller, value), time)
  }

  program(channel, program, bank = 0, time) {
    for (const message of messages.program(channel, program, bank)) this.send(message, time)
  }

  bend(channel, amount, time) {
    this.send(messages.bend(channel, amount), time)
  }

  send(message, time, age = 0) {
    const midi = Array.from(message, (byte) => within(byte, 255, 'byte'))
    const at = optionalTime(time)
    this.#send({ call: 'midi', midi, time: at })
    this.#dispatch('midi', { data: Uint8Array.from(midi), time: (at ?? this.context.currentTime) - age })
  }

  panic() {
    this.#send({ call: 'panic' })
  }

  connectMIDI({ onMessage = (data, age) => this.send(data, undefined, age) } = {}) {
    return this.#inputs.connect(onMessage)
  }

  // Files, takes and pictures

  async bounce(song, { bank = this.bank, ...options } = {}) {
    const numbers = { song: this.#opened.song(song), bank: this.#opened.bank(bank) }
    return bounce(this.#engines.worker, this.#requests, numbers, options)
  }

  async recordTake(document, track, take) {
    const bytes = new Written({ ...document, tracks: [document.tracks[track]] }).bytes
    return this.#engines.askWorker({ call: 'recordTake', bytes, take })
  }

  quantize(ticks, grid, strength = 100) {
    return this.#engines.askWorker({ call: 'quantize', ticks, grid, strength })
  }

  async presetPicture(preset, { bank = this.bank, width = 1200, height = 640 } = {}) {
    return this.#engines.askWorker({ call: 'presetPicture', bank: this.#opened.bank(bank), preset, width, height })
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
