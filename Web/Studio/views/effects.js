import { parsed } from '../model/chain-text.js'
import { download } from '../model/files.js'
import { element, icon, iconButton } from '../parts/element.js'
import { makeArpeggiatorSteps } from './arpeggiator-steps.js'

/** Effects that buttons add, as in Documentation/Effects.md. */
const COMMON = [
  ['Arpeggiator', { effect: 'arpeggiator', order: 'up', octaves: 2, rate: '1/16', gate: 80 }],
  ['Transpose', { effect: 'transpose', semitones: 12 }],
  ['Chord', { effect: 'chordMemory', chord: [0, 4, 7], strum: 12 }],
  ['Echo', { effect: 'echo', beats: 0.75, repeats: 4, feedback: 0.6 }],
  ['Scale', { effect: 'quantise', scale: 'C major' }],
  ['Velocity', { effect: 'velocity', curve: 0.8, range: [1, 127] }],
  ['Humanise', { effect: 'humanise', timing: 8, velocity: 10 }],
  ['Filter', { effect: 'filter', action: 'stop', conditions: [{ types: ['pitchWheel'] }] }],
]

/** The chain of MIDI effects in front of the synthesizer: as a list, and as the text of its document. */
class EffectsView extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.pendingEdits = 0
    this.list = element('ol', { className: 'chain' })
    this.text = element('textarea', {
      spellcheck: false, 'aria-label': 'The chain as JSON', 'aria-describedby': 'chain-error',
    })
    this.error = element('p', { id: 'chain-error', className: 'error', role: 'alert' })
    this.append(this.makeStrip(), this.makeDocument())
    studio.addEventListener('chain', () => this.show())
    this.list.addEventListener('drag-end', () => this.showList())
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.apply()
    })
    this.show()
  }

  makeStrip() {
    const add = COMMON.map(([name, effect]) => element('button', {
      type: 'button', 'aria-label': `Add ${name}`, onclick: () => this.add(effect),
    }, icon('add'), name))
    return element('section', { className: 'strip', 'aria-label': 'Effects' },
      element('div', { className: 'tools wrap', role: 'toolbar', 'aria-label': 'Add an effect' }, add), this.list)
  }

  makeDocument() {
    const apply = element('button', { type: 'button', className: 'primary', onclick: () => this.apply() }, 'Apply')
    const save = element('button', { type: 'button', onclick: () => this.save() }, icon('save'), 'Save the chain')
    return element('section', { className: 'chain-document', 'aria-label': 'Document' },
      element('div', { className: 'panel-head' }, element('h2', {}, 'Document')), this.text, this.error,
      element('div', { className: 'buttons' }, save, apply))
  }

  show() {
    this.text.value = written(this.studio.chain)
    this.error.textContent = ''
    this.showList()
  }

  /** Shows the effects, unless the engine has edits to answer or a step is being dragged: they are shown after those. */
  showList() {
    if (this.pendingEdits || this.list.querySelector('[data-dragged]')) return
    const { effects } = this
    const focused = focusedPlace(this.list)
    this.list.replaceChildren(...effects.map((effect, index) => this.makeEffect(effect, index, effects.length)))
    if (focused) this.list.querySelector(focused)?.focus()
    if (effects.length) return
    this.list.append(element('li', { className: 'empty' }, 'No effects: notes reach the synthesizer as they are.'))
  }

  get effects() {
    return this.studio.chain.effects ?? []
  }

  makeEffect(effect, index, count) {
    const name = effect.name || effect.effect || `Effect ${index + 1}`
    const { effect: kind, name: _, bypassed, ...members } = effect
    const bypass = element('button', {
      type: 'button', className: 'toggle', 'aria-pressed': !bypassed, 'aria-label': `${name} is on`,
      title: 'On, or bypassed',
      onclick: () => this.change(index, (effect) => ({ ...effect, bypassed: bypassed ? undefined : true })),
    }, bypassed ? 'Off' : 'On')
    const move = (to) => this.edit((effects) => effects.toSpliced(index, 1).toSpliced(to, 0, effects[index]))
    return element('li', { className: bypassed ? 'is-bypassed' : '' }, bypass,
      element('div', { className: 'effect' }, element('span', { className: 'name' }, name),
        element('span', { className: 'detail' }, summary(members))),
      iconButton('up', `Move ${name} up`, () => move(index - 1), { disabled: index === 0 }),
      iconButton('down', `Move ${name} down`, () => move(index + 1), { disabled: index === count - 1 }),
      iconButton('remove', `Remove ${name}`, () => this.edit((effects) => effects.toSpliced(index, 1))),
      kind === 'arpeggiator' ? this.makeSteps(effect, index) : '')
  }

  makeSteps({ accents }, index) {
    return makeArpeggiatorSteps(accents ?? [], (edit) => this.change(index, ({ accents, ...others }) => {
      const edited = edit(accents ?? [])
      return edited.length ? { ...others, accents: edited } : others
    }))
  }

  add(effect) {
    this.edit((effects) => [...effects, effect])
  }

  /** Changes the effect at an index. */
  change(index, change) {
    this.edit((effects) => (index < effects.length ? effects.with(index, change(effects[index])) : effects))
  }

  /** Changes the list of effects. */
  edit(change) {
    return this.attempt(() => this.studio.editChain((chain) => ({ ...chain, effects: change(chain.effects ?? []) })))
  }

  apply() {
    return this.attempt(async () => this.studio.setChain(parsed(this.text.value)))
  }

  async attempt(action) {
    this.pendingEdits++
    const failure = await action().then(() => '', ({ message }) => message)
    this.pendingEdits--
    this.showList()
    if (failure) this.error.textContent = failure
  }

  save() {
    download(new Blob([JSON.stringify(this.studio.chain, null, 2)], { type: 'application/json' }), 'chain.json')
  }
}

/** How the focused part of an arpeggiator is found again. */
function focusedPlace(list) {
  const { activeElement } = document
  const place = list.contains(activeElement) && activeElement.dataset.place
  return place && `li:nth-child(${[...list.children].indexOf(activeElement.closest('li')) + 1}) [data-place="${place}"]`
}

/** A chain as text, with lists of numbers and words on one line. */
function written(chain) {
  const joined = (_, items) => `[${items.replace(/\s+/g, ' ')}]`
  return JSON.stringify(chain, null, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, joined)
}

/** The members of an effect in one line. */
function summary(members) {
  const text = (value) => (typeof value === 'object' ? JSON.stringify(value) : value)
  return Object.entries(members).map(([name, value]) => `${name} ${text(value)}`).join(', ')
}

customElements.define('tactus-effects', EffectsView)
