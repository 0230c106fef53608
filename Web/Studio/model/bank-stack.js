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
    await this.use([...this.layers, { bank, name: bank.name, offset: 0, key, isKept }])
    return bank
  }

  /** Moves a bank up or down in the stack. */
  async move(layer, places) {
    const from = this.layers.indexOf(layer)
    const to = from + places
    if (from < 0 || to < 0 || to >= this.layers.length) return  // another change has replaced the layer
    await this.use(this.layers.toSpliced(from, 1).toSpliced(to, 0, layer))
  }

  async setOffset(layer, offset) {
    await this.use(this.layers.map((other) => (other === layer ? { ...layer, offset } : other)))
  }

  /** Removes a bank; after the last one, the built-in bank plays. */
  async remove(layer) {
    if (layer.isKept) await keep(layer.key, undefined)
    const rest = this.layers.filter((other) => other !== layer)
    await this.use(rest.length ? rest : [this.builtIn()])
  }

  /** Puts the built-in bank at the bottom. */
  async addBuiltIn() {
    await this.use([this.builtIn(), ...this.layers])
  }

  async useBuiltInOnly() {
    for (const layer of this.layers) if (layer.isKept) await keep(layer.key, undefined)
    await this.use([this.builtIn()])
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
    if (isChanged) await this.use(layers)
  }

  async restored({ name, offset, key }) {
    if (key === 'built-in') return this.builtIn(offset)
    const source = await kept(key)
    if (!source) return undefined
    const bank = await this.studio.tactus.openBank(source, { name })
    return { bank, name, offset, key, isKept: true }
  }
}
