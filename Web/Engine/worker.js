import { Module } from './module.js'

/**
 * Reads files and renders bounces for `tactus.js`. The first message is `{ module }`, a compiled WebAssembly module. Each
 * further one has an `id`, `call`, the name of a function below, and its arguments as members. The answers are
 * `{ id, result }`, `{ id, error }` and, while a bounce is rendered, `{ id, progress }`.
 */
let engine
const banks = new Map()
const songs = new Map()
const cancelled = new Set()

const calls = {
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
    songs.get(song)?.release()
    songs.delete(song)
  },

  // Files

  async bounce({ id, song, bank, chain, format, rate, quality, depth }) {
    if (format === 'mid') return [songs.get(song).midi]
    const effects = chain ? engine.chain(chain) : undefined
    const bounce = engine.bounce(banks.get(bank), songs.get(song), { rate, quality, depth, chain: effects })
    effects?.release()
    const blocks = []
    try {
      for (const block of bounce.file(format, depth)) {
        if (block.patches) patch(blocks, block.patches)
        else blocks.push(block)
        postMessage({ id, progress: bounce.progress })
        await otherMessages()
        if (cancelled.has(id)) throw new Error('the bounce was cancelled')
      }
    } finally {
      cancelled.delete(id)
      bounce.release()
    }
    return blocks
  },

  cancel({ bounce }) {
    cancelled.add(bounce)
  },
}

/** Replaces bytes of a file's blocks; headers are in the first one. */
function patch(blocks, patches) {
  for (const { offset, bytes } of patches) blocks[0].set(bytes, offset)
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
  try {
    if (data.module) engine = await Module.load(data.module)
    const result = data.call ? await calls[data.call](data) : undefined
    postMessage({ id: data.id, result })
  } catch (error) {
    postMessage({ id: data.id, error: error.message })
  }
}
