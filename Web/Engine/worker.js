import { Control } from './control.js'
import { sentence } from './failures.js'
import { Module } from './module.js'
import { patch } from './objects.js'
import { zip } from './zip.js'

/**
 * Reads files and renders bounces for `tactus.js`; with shared memory, it is also the control side of what the worklet
 * plays. Each message has an `id`, `call`, the name of a function below, and its arguments as members; the first one
 * calls `start`. The answers are `{ id, result }`, `{ id, error }` and, while a bounce is rendered, `{ id, progress }`.
 */
let engine
let control
const banks = new Map()
const songs = new Map()
const cancelled = new Set()

const calls = {
  /**
   * Creates the engine from a compiled module. With shared memory it also creates a player, and returns what the audio
   * thread needs: the addresses of the player and of a stack.
   */
  async start({ module, memory, player }) {
    engine = await Module.load(module, memory)
    const presets = calls.openBuiltInBank({ bank: 0 })
    if (!memory) return { presets }
    control = new Control(engine, engine.player(player), banks)
    control.useBanks({ layers: [{ bank: 0, offset: 0 }] })
    setInterval(runControlTasks, 33)
    return { presets, player: control.player.address, stack: engine.allocateStack() }
  },

  // Banks

  openBank({ bank, bytes, name }) {
    banks.set(bank, engine.bank(bytes, name))
    return engine.presets(banks.get(bank))
  },

  openBuiltInBank({ bank }) {
    banks.set(bank, engine.builtInBank())
    return engine.presets(banks.get(bank))
  },

  stackBanks({ bank, layers }) {
    banks.set(bank, engine.stack(layers.map(({ bank, offset }) => ({ bank: banks.get(bank), offset }))))
    return engine.presets(banks.get(bank))
  },

  releaseBank({ bank }) {
    banks.get(bank)?.release()
    banks.delete(bank)
  },

  // Songs

  openSong({ song, bytes, name, gain }) {
    const opened = bytes ? engine.song(bytes, name) : engine.demoSong()
    try {
      if (gain !== undefined) opened.gain = gain
      const result = { document: opened.document, facts: opened.facts, notes: opened.notes }
      songs.set(song, opened)
      return result
    } catch (error) {
      opened.release()
      throw error
    }
  },

  chord({ song, keys, tick }) {
    return songs.get(song)?.chord(keys, tick) ?? ''
  },

  releaseSong({ song }) {
    const released = songs.get(song)
    if (control && control.song === released) control.song = null
    released?.release()
    songs.delete(song)
  },

  // What plays; only with shared memory

  useBanks(message) {
    control.useBanks(message)
  },

  playSong({ song }) {
    control.playSong(songs.get(song), true)
  },

  setChain(message) {
    control.setChain(message)
  },

  prepare(message) {
    control.prepare(message)
  },

  // Files

  async bounce({ id, song, bank, chain, format, rate, quality, depth, reverbLevel, chorusLevel }) {
    if (format === 'mid') return [songs.get(song).midi]
    const bounce = withEffects(chain, (effects) => engine.bounce(banks.get(bank), songs.get(song), {
      rate, quality, depth, chain: effects, reverbLevel, chorusLevel,
    }))
    const blocks = []
    try {
      for (const block of bounce.file(format, depth)) {
        if (block.patches) patch(blocks, block.patches)
        else blocks.push(block)
        await progressed(id, bounce)
      }
    } finally {
      cancelled.delete(id)
      bounce.release()
    }
    return blocks
  },

  /** Bounces to stems; the result is a zip archive. */
  async bounceStems({
    id, song, bank, chain, stems: split, effectsApart, format, rate, quality, depth, reverbLevel, chorusLevel,
  }) {
    const stems = withEffects(chain, (effects) => engine.stems(banks.get(bank), songs.get(song), split, {
      rate, quality, depth, chain: effects, effectsApart, reverbLevel, chorusLevel,
    }))
    try {
      const rendering = stems.files(format, depth)
      for (let step; ; await progressed(id, stems)) {
        step = rendering.next()
        if (step.done) return [new Blob(zip(step.value))]
      }
    } finally {
      cancelled.delete(id)
      stems.release()
    }
  },

  cancel({ bounce }) {
    cancelled.add(bounce)
  },

  // Recording and pictures

  recordTake: ({ bytes, take }) => engine.recordTake(bytes, take),

  quantize: ({ ticks, grid, strength }) => engine.quantized(ticks, grid, strength),

  presetPicture: ({ bank, preset, width, height }) => engine.presetPicture(banks.get(bank), preset, width, height),
}

/**
 * Prepares what plays and is not prepared yet. At first the presets that all channels have take a while: a piano and a drum
 * kit, one after the other, when nothing has been asked for half a second.
 */
function runControlTasks() {
  if (firstPresets.length === 0) control.prepare({})
  else if (performance.now() - lastMessage > 500) control.prepare(firstPresets.shift())
}
const firstPresets = [{ bank: 0, program: 0 }, { bank: 128, program: 0 }]
let lastMessage = 0

/** Begins a bounce with the MIDI effects of a chain document; the bounce keeps them. */
function withEffects(chain, begin) {
  const effects = chain ? engine.chain(chain) : undefined
  try {
    return begin(effects)
  } finally {
    effects?.release()
  }
}

/** Says how far a bounce has come, and ends it if it was cancelled. */
async function progressed(id, bounce) {
  postMessage({ id, progress: bounce.progress })
  await otherMessages()
  if (cancelled.has(id)) throw new Error('the bounce was cancelled')
}

/** Lets the worker receive messages. */
const otherMessages = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
})

onmessage = async ({ data }) => {
  lastMessage = performance.now()
  try {
    postMessage({ id: data.id, result: await calls[data.call](data) })
  } catch (error) {
    postMessage({ id: data.id, error: sentence(error) })
  }
}
