import { Module } from './module.js'

/**
 * The engine on a page's audio thread: a player of one song, rendered in the quanta of the context.
 *
 * Options: `module` (a compiled WebAssembly module), `bank` and `song` (ArrayBuffers; without them the built-in ones),
 * `quality`, `playing`, and `events` ({ frame, midi }, ascending).
 * Messages to it: { play: true | false }, { seek: frame }, { loop: [start, end] }, { midi: [status, data1, data2], time }
 * with the time in seconds of the context. Messages from it: { error }, or { ready }, then { frame, voices, hasEnded }
 * some thirty times a second.
 */
class TactusProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions: options }) {
    super()
    this.waiting = options.events ?? []
    this.quanta = 0
    try {
      this.prepare(options)
      this.port.postMessage({ ready: true })
    } catch (error) {
      this.port.postMessage({ error: error.message })
    }
    this.port.onmessage = ({ data }) => this.receive(data)
  }

  prepare({ module, bank, song, quality = 'live', playing = false }) {
    const engine = new Module(new WebAssembly.Instance(module, {}))
    this.player = engine.player(
      bank ? engine.bank(new Uint8Array(bank)) : engine.builtInBank(),
      song ? engine.song(new Uint8Array(song)) : engine.demoSong(), { rate: sampleRate, quality })
    if (playing) this.player.play()
  }

  receive({ play, seek, loop, midi, time }) {
    if (!this.player) return
    if (play === true) this.player.play()
    if (play === false) this.player.pause()
    if (seek !== undefined) this.player.seek(seek)
    if (loop) this.player.loop(...loop)
    if (!midi) return
    const frame = time === undefined ? currentFrame : Math.round(time * sampleRate)
    const index = this.waiting.findLastIndex((other) => other.frame <= frame) + 1
    this.waiting.splice(index, 0, { frame, midi })
  }

  process(_, [[left, right]]) {
    if (!this.player) return true
    while (this.waiting.length && this.waiting[0].frame < currentFrame + left.length) {
      const { frame, midi } = this.waiting.shift()
      this.player.send(Math.max(0, frame - currentFrame), ...midi)
    }
    const voices = this.player.render(left, right ?? new Float32Array(left.length))
    if (++this.quanta % 12 === 0) {
      this.port.postMessage({ frame: this.player.frame, voices, hasEnded: this.player.hasEnded })
    }
    return true
  }
}
registerProcessor('tactus', TactusProcessor)
