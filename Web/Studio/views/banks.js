import { channelOf, changeTrack, channelsOf, withPreset } from '../model/document.js'
import { BANKS, chooseFiles } from '../model/files.js'
import { element, icon } from '../parts/element.js'
import './bank-stack.js'
import './preset-picture.js'

/** How long an auditioned note lasts, in milliseconds. */
const AUDITION = 600

const DRUM_BANK = 128

/** The presets of the bank, to search and to audition, and the choice of the bank. */
class BanksView extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.search = element('input', {
      type: 'search', placeholder: 'Search presets', 'aria-label': 'Search presets', oninput: () => this.show(),
    })
    this.count = element('span', { className: 'note', role: 'status' })
    this.rows = element('div', { className: 'presets', role: 'listbox', tabIndex: 0, 'aria-label': 'Presets' })
    this.stack = element('tactus-bank-stack')
    this.picture = element('tactus-preset-picture')
    const side = element('aside', { className: 'bank-side', 'aria-label': 'Stack and preset' }, this.stack, this.picture)
    this.append(this.makeTools(), element('div', { className: 'bank-body' }, this.rows, side))
    this.stack.connect(studio)
    this.picture.connect(studio)
    this.listen()
    this.showBank()
  }

  makeTools() {
    const { studio } = this
    const button = (onclick, ...content) => element('button', { type: 'button', onclick }, ...content)
    const load = button(() => chooseFiles(studio, BANKS), icon('open'), 'Load a SoundFont')
    this.builtIn = button(() => studio.attempt(() => studio.banks.useBuiltInOnly()), 'Built-in bank only')
    this.assign = button(() => this.assignToTrack(), 'Use for the track')
    return element('div', { className: 'tools wrap', role: 'toolbar', 'aria-label': 'Bank' },
      this.search, this.count, element('span', { className: 'space' }), this.assign, load, this.builtIn)
  }

  listen() {
    const { studio, rows } = this
    studio.addEventListener('bank', () => this.showBank())
    studio.addEventListener('track', () => this.mark(undefined))
    this.addEventListener('shown', () => this.picture.show(this.presets[this.selected]))
    const place = (target) => Number(target.closest('[role=option]')?.dataset.index)
    rows.addEventListener('click', ({ target }) => this.audition(place(target)))
    rows.addEventListener('keydown', (event) => this.moveByKey(event))
    // a click selects its own row
    rows.addEventListener('focus', () => rows.matches(':focus-visible') && (this.selected ?? this.mark(this.found?.[0])))
  }

  showBank() {
    const { tactus: { bank }, banks } = this.studio
    this.builtIn.disabled = banks.isBuiltInOnly
    this.presets = bank.presets.toSorted((a, b) => a.bank - b.bank || a.program - b.program)
    this.selected = undefined
    this.show()
  }

  show() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = (preset) => words.every((word) => `${preset.name} ${number(preset)}`.toLowerCase().includes(word))
    this.found = this.presets.flatMap((preset, index) => (matches(preset) ? [index] : []))
    this.count.textContent = `${this.found.length} of ${this.presets.length}`
    this.rows.replaceChildren(...this.found.map((index) => this.makeRow(this.presets[index], index)))
    this.mark(this.found.includes(this.selected) ? this.selected : undefined)
  }

  makeRow(preset, index) {
    const { layers } = this.studio.banks
    const origin = layers.length > 1 ? element('span', { className: 'origin' }, layers[preset.layer]?.name) : undefined
    const row = element('div', { className: 'preset', role: 'option', id: `preset-${index}`, 'aria-selected': false },
      element('span', { className: 'number' }, number(preset)),
      element('span', { className: 'preset-name' }, element('span', { className: 'name' }, preset.name), origin))
    row.dataset.index = index
    return row
  }

  mark(index) {
    this.selected = index
    this.picture.show(this.presets[index])
    this.assign.disabled = index === undefined || !this.studio.selectedTrack
    this.rows.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', false)
    const row = this.rows.querySelector(`#preset-${index}`)
    row?.setAttribute('aria-selected', true)
    row?.scrollIntoView({ block: 'nearest' })
    if (row) this.rows.setAttribute('aria-activedescendant', row.id)
    else this.rows.removeAttribute('aria-activedescendant')
  }

  /** Plays a note with a preset; from then on the keyboard plays the preset. */
  audition(index) {
    const preset = this.presets[index]
    if (!preset) return
    this.mark(index)
    const { studio } = this
    const isDrums = preset.bank === DRUM_BANK
    const channel = isDrums ? 9 : this.freeChannel()
    const key = isDrums ? 38 : 60
    studio.liveChannel = channel
    studio.selectPreset(channel, preset)
    studio.audition(channel, key, 100)
    setTimeout(() => studio.tactus.noteOff(channel, key), AUDITION)
  }

  /** The highest channel that the song does not use; without one, the last. */
  freeChannel() {
    const used = new Set(this.studio.document.tracks.flatMap(channelsOf))
    for (let channel = 16; channel > 0; channel--) if (channel !== 10 && !used.has(channel)) return channel - 1
    return 15
  }

  assignToTrack() {
    const preset = this.presets[this.selected]
    const { studio } = this
    studio.selectPreset(channelOf(studio.selectedTrack) - 1, preset)
    studio.change('program', (document) => changeTrack(document, studio.track, (track) => withPreset(track, preset)))
    studio.say(`${preset.name} plays ${studio.selectedTrack.name || 'the selected track'}.`)
  }

  moveByKey(event) {
    const place = this.found.indexOf(this.selected)
    const to = {
      ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + 10, PageUp: place - 10,
      Home: 0, End: this.found.length - 1, Enter: place, ' ': place,
    }[event.key]
    if (to === undefined || !this.found.length) return
    event.preventDefault()
    this.audition(this.found[Math.max(0, Math.min(this.found.length - 1, to))])
  }
}

/** Bank and program, counted from 0 as in documents. */
function number({ bank, program }) {
  return `${bank}:${String(program).padStart(3, '0')}`
}

customElements.define('tactus-banks', BanksView)
