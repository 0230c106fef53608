import { Outlet } from './outlet.js'

/** How long an answer of the worklet is awaited while its context does not run, in milliseconds. */
const PATIENCE = 300

/**
 * The worker and the worklet of a page, and what each of them is asked. `SharedEngine` and `SeparateEngines` have the
 * same methods.
 */
class Engines {
  constructor(requests, worker, node) {
    this.requests = requests
    this.worker = worker
    this.node = node
    /** Gets the answer to a message that cannot be sent. */
    this.refused = (answer) => requests.receive(answer)
    this.outlet = new Outlet(node.port, (preset) => this.prepare(preset),
      ({ id }, error) => this.refused({ id, error: error.message }))
  }

  askWorker(message, options) {
    return this.requests.send(this.worker, message, options)
  }

  /** Sends a message to the worklet. */
  send(message) {
    this.outlet.postMessage(message)
  }

  /**
   * Sends a message to the worklet, and returns the promise of its answer. Safari delivers messages only once the context
   * runs, which is after the first click: until then the promise is kept without an answer after a while.
   */
  askWorklet(message) {
    if (this.node.context.state === 'closed') return Promise.reject(new Error('the audio context is closed'))
    const answer = this.requests.send(this.outlet, message)
    const { context } = this.node
    if (context.state !== 'suspended' || context instanceof OfflineAudioContext) return answer
    answer.catch(() => undefined)
    return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  }

  /** Puts a song into the sequencer, stopped at its start. */
  async cue(song) {
    this.send({ call: 'pause' })
    await this.replaceSong(song)
    await this.askWorklet({ call: 'rewind' })
  }
}

/** One engine in shared memory: the worker has its control side, the worklet its audio side. */
export class SharedEngine extends Engines {
  static async start({ context, module, memory, worker, requests, quality, polyphony }) {
    const settings = { call: 'start', module, memory, player: { rate: context.sampleRate, quality, polyphony } }
    const { player, stack, presets } = await requests.send(worker, settings)
    const node = newNode(context, { module, memory, player, stack })
    return { engines: new SharedEngine(requests, worker, node), presets }
  }

  prepare(preset) {
    return this.askWorker({ call: 'prepare', ...preset })
  }

  openBank(bank, bytes, name) {
    return this.askWorker({ call: 'openBank', bank, bytes, name }, { transfer: [bytes.buffer] })
  }

  async useBanks(layers) {
    await this.#control({ call: 'useBanks', layers })
    this.outlet.forget()
  }

  replaceSong(song) {
    return this.askWorker({ call: 'playSong', song: song.number })
  }

  /** Plays another version of the song. */
  edit(song) {
    return this.#control({ call: 'playSong', song: song.number })
  }

  setChain(bytes) {
    return this.#control({ call: 'setChain', bytes })
  }

  release(message) {
    this.worker.postMessage(message)
  }

  /** Asks the control side. Messages to the worklet that were sent before have arrived afterwards. */
  async #control(message) {
    await Promise.all([this.askWorker(message), this.askWorklet({ call: 'sync' })])
  }
}

/** The worker and the worklet with an engine each; both know banks and songs by the same numbers. */
export class SeparateEngines extends Engines {
  /** The document that the worklet plays; null if it is not known. */
  #edited = null

  static async start({ context, module, worker, requests, quality, polyphony }) {
    const setup = [{ call: 'openBuiltInBank', bank: 0 }, { call: 'useBanks', layers: [{ bank: 0 }] }]
    const node = newNode(context, { module, quality, polyphony, setup })
    const { presets } = await requests.send(worker, { call: 'start', module })
    const engines = new SeparateEngines(requests, worker, node)
    // the presets of all channels take a while: not before the first song, if it is opened at once
    setTimeout(() => engines.outlet.isUsed || engines.prepare({}), 500)
    return { engines, presets }
  }

  prepare(preset) {
    this.node.port.postMessage({ call: 'prepare', ...preset })
  }

  async openBank(bank, bytes, name) {
    this.send({ call: 'beginBank', bank, size: bytes.length })
    const piece = 1 << 20
    for (let offset = 0; offset < bytes.length; offset += piece) {
      this.send({ call: 'addToBank', bank, offset, bytes: bytes.slice(offset, offset + piece) })
    }
    const [presets] = await Promise.all([
      this.askWorker({ call: 'openBank', bank, bytes, name }, { transfer: [bytes.buffer] }),
      this.askWorklet({ call: 'openBank', bank, name }),
    ])
    return presets
  }

  async useBanks(layers) {
    await this.askWorklet({ call: 'useBanks', layers })
    this.outlet.forget()
  }

  replaceSong({ bytes, name, gain }) {
    this.#edited = null
    return this.askWorklet({ call: 'cue', bytes, name, gain })
  }

  /**
   * Plays another version of the song; `written` is its document as text. Without new presets, nothing is prepared on
   * the audio thread.
   */
  async edit({ bytes, name, gain }, written, hasNewPresets) {
    const part = written.changed(this.#edited)
    this.#edited = written
    try {
      await this.askWorklet({ call: 'edit', bytes: part ?? bytes, name, gain, isPart: part !== null, hasNewPresets })
    } catch (error) {
      this.#edited = null  // the worklet plays what it played before
      throw error
    }
  }

  setChain(bytes) {
    return this.askWorklet({ call: 'setChain', bytes })
  }

  /** Frees a song of the worker, or a bank of both. */
  release(message) {
    this.worker.postMessage(message)
    if (message.call === 'releaseBank') this.send(message)
  }
}

const newNode = (context, processorOptions) =>
  new AudioWorkletNode(context, 'tactus', { numberOfInputs: 0, outputChannelCount: [2], processorOptions })
