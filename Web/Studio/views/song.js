import { choice, element, field, iconButton } from '../parts/element.js'
import { keepSetting, setting } from '../model/saved-state.js'
import { menuButton } from '../parts/menu.js'
import { copy, cut, duplicate, paste, quantize } from '../roll/clipboard.js'
import '../roll/roll.js'
import '../roll/tempo-lane.js'
import './mixer.js'
import './track-list.js'

/** Names of grids, and their distances in quarter notes. */
const GRIDS = [['4', '1 bar of 4/4'], ['1', '1/4'], ['0.5', '1/8'], ['0.25', '1/16'], ['0.125', '1/32'],
  [String(1 / 3), '1/8 triplet'], [String(1 / 6), '1/16 triplet'], ['0', 'No grid']]

/** The song: its tracks with the settings of the selected one, and the piano roll. */
class SongView extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.list = element('tactus-track-list')
    this.mixer = element('tactus-mixer')
    this.roll = element('tactus-roll')
    const side = element('aside', { className: 'side', 'aria-label': 'Tracks' }, this.list, this.mixer)
    this.classList.toggle('shows-tempo', setting('tempoLane') === 'true')
    this.tempo = element('tactus-tempo-lane', { hidden: setting('tempoLane') !== 'true' })
    const stage = element('section', { className: 'stage', 'aria-label': 'Piano roll' }, 
      element('div', {}, this.makeTools(), this.tempo), this.roll)
    this.append(side, stage)
    for (const part of [this.list, this.mixer, this.roll]) part.connect(studio)
    this.tempo.connect(studio, this.roll)
    this.addEventListener('shown', () => this.roll.refresh())
  }

  makeTools() {
    const { roll } = this
    const toggle = () => roll.setFollowing(!roll.isFollowing)
    this.follow = iconButton('follow', 'Follow the playhead', toggle, { 'aria-pressed': true })
    roll.addEventListener('follow', () => this.follow.setAttribute('aria-pressed', roll.isFollowing))
    const mixer = iconButton('mixer', 'Settings of the track', () => {
      mixer.setAttribute('aria-pressed', this.classList.toggle('shows-mixer'))
    }, { className: 'icon-button mixer-button', 'aria-pressed': false })
    return element('div', { className: 'tools', role: 'toolbar', 'aria-label': 'Piano roll' },
      mixer, this.makeModes(), field('Grid', choice(GRIDS, '0.25', (value) => this.setGrid(Number(value)), { 'aria-label': 'Grid' }), 'inline'),
      this.makeEditMenu(), this.makeTempoButton(), element('span', { className: 'space' }), this.follow,
      iconButton('narrower', 'Zoom out', () => roll.zoom(1 / 1.5), { className: 'icon-button zoom' }),
      iconButton('wider', 'Zoom in', () => roll.zoom(1.5), { className: 'icon-button zoom' }),
      iconButton('fit', 'Show the whole song', () => roll.fit(), { className: 'icon-button zoom' }))
  }

  makeTempoButton() {
    const button = iconButton('tempo', 'Tempo and meter', () => {
      this.tempo.hidden = !this.tempo.hidden
      this.classList.toggle('shows-tempo', !this.tempo.hidden)
      keepSetting('tempoLane', !this.tempo.hidden)
      button.setAttribute('aria-pressed', !this.tempo.hidden)
      this.tempo.show()
    }, { 'aria-pressed': !this.tempo.hidden })
    return button
  }

  makeModes() {
    const modes = ['select', 'draw'].map((mode) => element('button', {
      type: 'button', 'aria-pressed': mode === 'select', onclick: () => setMode(mode),
    }, mode === 'select' ? 'Select' : 'Draw'))
    const setMode = (mode) => {
      this.roll.mode = mode
      modes.forEach((button, index) => button.setAttribute('aria-pressed', (index === 1) === (mode === 'draw')))
    }
    return element('div', { className: 'segments', role: 'group', 'aria-label': 'Mode' }, modes)
  }

  makeEditMenu() {
    const { roll, studio } = this
    const hasSelection = () => roll.editor.selection.size > 0
    const item = (label, keys, edit, isEnabled = hasSelection) => (
      { label, keys, isEnabled, action: () => studio.attempt(() => edit(roll)) })
    return menuButton('Edit notes', 'edit', [
      item('Cut', 'Ctrl+X', cut), item('Copy', 'Ctrl+C', copy),
      item('Paste', 'Ctrl+V', paste, () => Boolean(studio.clipboard)), item('Duplicate', 'Ctrl+D', duplicate),
      item('Quantize to the grid', 'Q', quantize),
      item('Select all', 'Ctrl+A', selectAll, () => roll.editor.index.count > 0),
      item('Delete', 'Del', () => roll.editor.remove(roll.editor.selection)),
    ])
  }

  setGrid(quarters) {
    this.roll.division = quarters
    this.roll.refresh()
  }
}

function selectAll(roll) {
  roll.editor.select(roll.editor.index.items)
  roll.refresh()
}

customElements.define('tactus-song', SongView)
