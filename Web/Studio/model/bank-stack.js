import { InOrder } from './in-order.js'
import { keep, kept } from './saved-state.js'

/** The largest bank that is kept for the next visit, in bytes. */
const LARGEST = 300e6

/**
 * The banks that play, stacked: of several presets with the same numbers, that of the uppermost bank plays. `layers` are
 * in the order of the engine, the lowest first: objects with `bank`, `name`, and `offset`, which is added to the bank
 * numbers of the presets. Each change plays at once, and is kept for the next visit.
 */
export class BankStack {
  constructor(studio) {
    this.studio = studio
    this.layers = [this.builtIn()]
    this.edits = new InOrder()
  }

  builtIn(offset = 0) {
    return { bank: this.studio.tactus.builtInBank, name: 'Built-in bank', offset, key: 'built-in' }
  }

  get isBuiltInOnly() {
    const [layer] = this.layers
    return this.layers.length === 1 && layer.key === 'built-in' && layer.offset === 0
  }

  /** Loads a SoundFont, and puts it on top. Returns its bank. */
  async add(source, options) {
    const bank = await this.studio.tactus.openBank(source, options)
    const key = `bank ${Date.now()} ${bank.name}`
    const isKept = source.size < LARGEST
    if (isKept) await keep(key, source)
    await this.edit((layers) => [...layers, { bank, name: bank.name, offset: 0, key, isKept }])
    return bank
  }

  /** Moves a bank up or down in the stack. */
  async move({ key }, places) {
    await this.edit((layers) => {
      const from = layers.findIndex((layer) => layer.key === key)
      const to = from + places
      return from < 0 || to < 0 || to >= layers.length ? layers : layers.toSpliced(from, 1).toSpliced(to, 0, layers[from])
    })
  }

  async setOffset({ key }, offset) {
    await this.edit((layers) => layers.map((layer) => (layer.key === key ? { ...layer, offset } : layer)))
  }

  /** Removes a bank; after the last one, the built-in bank plays. */
  async remove({ key, isKept }) {
    if (isKept) await keep(key, undefined)
    await this.edit((layers) => {
      const rest = layers.filter((layer) => layer.key !== key)
      return rest.length ? rest : [this.builtIn()]
    })
  }

  /** Puts the built-in bank at the bottom, unless it is in the stack. */
  async addBuiltIn() {
    await this.edit((layers) => (layers.some(({ key }) => key === 'built-in') ? layers : [this.builtIn(), ...layers]))
  }

  async useBuiltInOnly() {
    for (const layer of this.layers) if (layer.isKept) await keep(layer.key, undefined)
    await this.edit(() => [this.builtIn()])
  }

  /** Plays what `change` makes of the layers, after all edits before, which the engine may not have answered yet. */
  edit(change) {
    return this.edits.run(() => this.use(change(this.layers)))
  }

  /** Plays banks, and keeps them for the next visit unless `isKept` is false. */
  async use(layers, { isKept = true } = {}) {
    const { tactus } = this.studio
    const [first] = layers
    await (layers.length === 1 && first.offset === 0 ? tactus.use(first.bank) : tactus.use(...layers))
    this.layers = layers
    this.studio.emit('bank')
    if (isKept) await keep('banks', layers.filter((layer) => layer.isKept || layer.key === 'built-in')
      .map(({ name, offset, key }) => ({ name, offset, key })))
  }

  /** Loads the banks of the last visit. Those that cannot be read are left out with a sentence. */
  async restore() {
    const layers = []
    for (const saved of (await kept('banks')) ?? []) {
      const layer = await this.studio.attempt(() => this.restored(saved))
      if (layer) layers.push(layer)
    }
    const isChanged = layers.length && (layers.length > 1 || layers[0].key !== 'built-in' || layers[0].offset)
    if (isChanged) await this.edit(() => layers)
  }

  async restored({ name, offset, key }) {
    if (key === 'built-in') return this.builtIn(offset)
    const source = await kept(key)
    if (!source) return undefined
    const bank = await this.studio.tactus.openBank(source, { name })
    return { bank, name, offset, key, isKept: true }
  }
}
