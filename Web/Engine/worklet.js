import { Module } from './module.js'

/**
 * The engine on a page's audio thread. `tactus.js` creates it and sends the messages.
 *
 * Options: `module`, a compiled WebAssembly module; `quality` and `polyphony`; `setup`, messages that are carried out
 * before the first quantum. A message is an object with `call`, the name of a method of `Calls`, and its arguments
 * as members; if it has an `id`, it is answered with `{ id }` or `{ id, error }`. Thirty times a second, and when playback starts and stops, the
 * worklet sends `{ tick, state, voices, load, time }`; the tick is played at that time of the context.
 */
class TactusProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions: { module, quality, polyphony, setup = [] } }) {
    super()
    this.quanta = 0
    this.busy = 0
    const engine = new Module(new WebAssembly.Instance(module, {}))
    this.calls = new Calls(engine, engine.player({ rate: sampleRate, quality, polyphony }))
    for (const message of setup) this.receive(message)
    this.port.onmessage = ({ data }) => this.receive(data)
  }

  receive(message) {
    const answer = { id: message.id }
    try {
      this.calls[message.call](message)
    } catch (error) {
      answer.error = error.message
    }
    if (answer.id !== undefined || answer.error) this.port.postMessage(answer)
  }

  process(_, [[left, right]]) {
    const start = clock()
    const { player } = this.calls
    this.calls.sendDue(currentFrame, left.length)
    player.render(left, right ?? new Float32Array(left.length))
    this.busy += clock() - start
    this.quanta++
    if (this.quanta === 12 || player.state !== this.state) this.report(left.length)
    return !this.calls.isClosed
  }

  /** Reports the state after a quantum of so many frames. */
  report(frames) {
    const { player } = this.calls
    player.runControlTasks()
    const load = hasClock ? this.busy / ((this.quanta * frames) / sampleRate) : undefined
    this.state = player.state
    this.busy = this.quanta = 0
    const time = (currentFrame + frames) / sampleRate
    this.port.postMessage({ tick: player.tick, state: this.state, voices: player.voices, load, time })
  }
}

const hasClock = typeof performance !== 'undefined'
/** Seconds, where the worklet has a clock. */
const clock = () => (hasClock ? performance.now() / 1000 : 0)

/** What messages ask for. */
class Calls {
  constructor(engine, player) {
    this.engine = engine
    this.player = player
    this.banks = new Map()
    this.song = null
    this.isClosed = false
    this.waiting = []
    this.selected = new Uint8Array(16)
  }

  // Banks arrive in pieces, so that no single message takes long.

  beginBank({ bank, size }) {
    this.banks.set(bank, { address: this.engine.allocate(size), size })
  }

  addToBank({ bank, offset, bytes }) {
    const { address } = this.banks.get(bank)
    new Uint8Array(this.engine.memory.buffer, address + offset, bytes.length).set(bytes)
  }

  openBank({ bank, name }) {
    const { address, size } = this.banks.get(bank)
    this.banks.delete(bank)
    this.banks.set(bank, this.engine.bankAt(address, size, name))
  }

  openBuiltInBank({ bank }) {
    this.banks.set(bank, this.engine.builtInBank())
  }

  /** Plays a bank, or several stacked ones. */
  useBanks({ layers }) {
    const opened = layers.map(({ bank, offset }) => ({ bank: this.banks.get(bank), offset }))
    const isOne = opened.length === 1 && !opened[0].offset
    const bank = isOne ? opened[0].bank : this.engine.stack(opened)
    this.player.setBank(bank)
    if (!isOne) bank.release()
    if (this.song) this.player.prepareSong(this.song)
  }

  releaseBank({ bank }) {
    this.banks.get(bank)?.release()
    this.banks.delete(bank)
  }

  // The song

  /** Puts a song into the sequencer, stopped at its start. */
  cue({ bytes, name, gain }) {
    this.player.pause()
    this.replaceSong(bytes ? this.engine.song(bytes, name) : this.engine.demoSong(), gain, true)
    this.player.reset()
    this.player.seek(0)
  }

  /** Plays another version of the song: a complete document, or one with the changed tracks. */
  edit({ bytes, name, gain, isPart, hasNewPresets }) {
    const song = isPart ? this.engine.songReplacingTracks(this.song, bytes, name) : this.engine.song(bytes, name)
    this.replaceSong(song, gain, hasNewPresets)
  }

  replaceSong(song, gain, isPrepared) {
    song.gain = gain
    if (isPrepared) this.player.prepareSong(song)
    this.player.setSong(song)
    this.song?.release()
    this.song = song
  }

  setChain({ bytes }) {
    const chain = bytes ? this.engine.chain(bytes) : null
    try {
      this.player.setChain(chain)
    } finally {
      chain?.release()
    }
  }

  play({ countIn }) {
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

  loop({ start, end }) {
    this.player.loop(start, end)
  }

  fill({ isOn }) {
    this.player.fill(isOn)
  }

  panic() {
    this.waiting = []
    this.player.panic()
  }

  close() {
    this.isClosed = true
  }

  // Notes

  /** Takes a MIDI message for a time of the context in seconds; without one, for the next quantum. */
  midi({ midi, time }) {
    this.prepare(midi)
    const frame = time === undefined ? currentFrame : Math.round(time * sampleRate)
    const index = this.waiting.findLastIndex((other) => other.frame <= frame) + 1
    this.waiting.splice(index, 0, { frame, midi })
  }

  /** Prepares the preset that a program change selects. */
  prepare([status, data1, data2]) {
    const channel = status & 15
    if ((status & 0xf0) === 0xb0 && data1 === 0) this.selected[channel] = data2
    if ((status & 0xf0) === 0xc0) this.player.preparePreset(channel === 9 ? 128 : this.selected[channel], data1)
  }

  /** Sends the messages of a quantum to the player. */
  sendDue(frame, count) {
    while (this.waiting.length && this.waiting[0].frame < frame + count) {
      const { frame: time, midi } = this.waiting[0]
      if (!this.player.send(Math.max(0, time - frame), ...midi)) return
      this.waiting.shift()
    }
  }
}
registerProcessor('tactus', TactusProcessor)
