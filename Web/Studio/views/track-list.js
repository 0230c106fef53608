import { addTrack, changeTrack, channelsOf, freeId, removeTrack, setting } from '../model/document.js'
import { programName } from '../model/names.js'
import { element, iconButton } from '../parts/element.js'
import { trackColour } from '../roll/colours.js'

/** All tracks with mute and solo; one of them is selected. */
class TrackList extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.rows = element('ul', { className: 'tracks' })
    const add = iconButton('add', 'Add a track', () => this.add())
    const remove = iconButton('remove', 'Remove the selected track', () => this.removeSelected())
    this.append(element('div', { className: 'panel-head' }, element('h2', {}, 'Tracks'), add, remove), this.rows)
    studio.addEventListener('document', () => this.show())
    studio.addEventListener('track', () => this.markSelected())
    studio.addEventListener('bank', () => {
      this.shown = undefined
      this.show()
    })
    this.addEventListener('keydown', (event) => this.moveByKey(event))
  }

  show() {
    const { tracks } = this.studio.document
    if (tracks === this.shown) return
    const isFocused = this.rows.contains(document.activeElement)
    const place = isFocused ? controlPlace(document.activeElement) : undefined
    this.shown = tracks
    this.rows.replaceChildren(...tracks.map((track, index) => this.makeRow(track, index)))
    this.markSelected()
    if (place) this.rows.children[place.row]?.querySelectorAll('button')[place.control]?.focus()
  }

  makeRow(track, index) {
    const name = nameOf(track, index)
    const choose = () => this.studio.selectTrack(index)
    const select = element('button', { type: 'button', className: 'track-name', onclick: choose },
      element('span', { className: 'name' }, name), element('span', { className: 'detail' }, this.detail(track)))
    const row = element('li', {}, select, this.makeToggle(track, index, 'muted', 'M', `Mute ${name}`),
      this.makeToggle(track, index, 'solo', 'S', `Solo ${name}`))
    row.style.setProperty('--colour', trackColour(index))
    row.classList.toggle('is-muted', Boolean(track.muted))
    return row
  }

  /** The channel of a track and what plays it, or its channels. */
  detail(track) {
    const channels = channelsOf(track)
    if (channels.length > 4) return `${channels.length} channels`
    if (channels.length > 1) return `Channels ${channels.join(', ')}`
    const [channel] = channels
    const program = setting(track, 'program', channel) ?? 0
    const bank = channel === 10 ? 128 : (setting(track, 0, channel) ?? 0)
    const { presets } = this.studio.tactus.bank
    const preset = presets.find((preset) => preset.program === program && preset.bank === bank)
    return `${channel} · ${preset?.name ?? (channel === 10 ? 'Drums' : programName(program))}`
  }

  makeToggle(track, index, member, letter, label) {
    return element('button', {
      type: 'button', className: `toggle ${member}`, 'aria-label': label, title: label,
      'aria-pressed': Boolean(track[member]), onclick: () => this.toggle(index, member),
    }, letter)
  }

  toggle(index, member) {
    this.studio.change(member === 'muted' ? 'mute' : 'solo', (document) => changeTrack(document, index, (track) => {
      const { [member]: isOn, ...others } = track
      return isOn ? others : { ...others, [member]: true }
    }))
  }

  markSelected() {
    const { track } = this.studio
    Array.from(this.rows.children, (row, index) => {
      row.classList.toggle('is-selected', index === track)
      row.firstChild.setAttribute('aria-pressed', index === track)
      if (index === track) row.scrollIntoView({ block: 'nearest' })
    })
  }

  moveByKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const { studio } = this
    const index = studio.track + (step ?? 0)
    if (!step || !studio.document.tracks[index]) return
    event.preventDefault()
    studio.selectTrack(index)
    this.rows.children[index].firstChild.focus()
  }

  add() {
    const { studio } = this
    const id = freeId(studio.document)
    const used = new Set(studio.document.tracks.flatMap(channelsOf))
    const melodic = Array.from({ length: 16 }, (_, index) => index + 1).filter((channel) => channel !== 10)
    const channel = melodic.find((channel) => !used.has(channel)) ?? 1
    const track = { id, name: `Track ${id}`, channel, clip: { notes: [] } }
    studio.change('add a track', (document) => addTrack(document, track))
    studio.selectTrack(studio.document.tracks.length - 1)
  }

  removeSelected() {
    const { studio } = this
    if (!studio.selectedTrack) return
    studio.change('remove a track', (document) => removeTrack(document, studio.track))
    studio.emit('track')
  }
}

export const nameOf = (track, index) => track.name || `Track ${index + 1}`

function controlPlace(control) {
  const row = control.closest('li')
  if (!row) return undefined
  const place = (list, item) => [...list].indexOf(item)
  return { row: place(row.parentNode.children, row), control: place(row.querySelectorAll('button'), control) }
}

customElements.define('tactus-track-list', TrackList)
