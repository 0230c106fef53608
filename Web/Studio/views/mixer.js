import { changeTrack, channelsOf, setting, splitByChannel, withPreset, withSetting } from '../model/document.js'
import { programName } from '../model/names.js'
import { choice, element, field, slider } from '../parts/element.js'
import { nameOf } from './track-list.js'

/** Settings with their controllers, and their values without a message (General MIDI 2, and the RP-015 reset). */
const SETTINGS = [
  { label: 'Volume', controller: 7, initial: 100, text: String },
  { label: 'Pan', controller: 10, initial: 64, text: panText },
  { label: 'Reverb', controller: 91, initial: 40, text: String },
  { label: 'Chorus', controller: 93, initial: 0, text: String },
]

/** Name, channel, program, volume, pan and sends of the selected track. */
class Mixer extends HTMLElement {
  connect(studio) {
    this.studio = studio
    for (const event of ['document', 'track', 'bank']) studio.addEventListener(event, () => this.show())
  }

  show() {
    const { selectedTrack: track } = this.studio
    const shown = [track, this.studio.track, this.studio.tactus.bank]
    if (this.shown?.every((value, index) => value === shown[index])) return
    const place = this.focusPlace()
    this.shown = shown
    this.replaceChildren(...(track ? this.makeControls(track) : []))
    this.restoreFocus(place)
  }

  /** Controls are made anew for each change; the focus stays on the same one. */
  focusPlace() {
    return [...this.querySelectorAll('input, select')].indexOf(document.activeElement)
  }

  restoreFocus(place) {
    if (place >= 0) this.querySelectorAll('input, select')[place]?.focus()
  }

  makeControls(track) {
    const channels = channelsOf(track)
    if (!channels.includes(this.channel)) this.channel = channels[0]
    return [
      element('div', { className: 'panel-head' }, element('h2', {}, nameOf(track, this.studio.track))),
      element('div', { className: 'fields' },
        this.makeName(track), this.makeChannel(channels), this.makeProgram(track)),
      ...SETTINGS.map((entry) => this.makeSlider(track, entry)),
      channels.length > 1 ? this.makeSplit() : '',
    ]
  }

  makeSplit() {
    const { studio } = this
    const split = () => studio.change('split by channel', (document) => splitByChannel(document, studio.track))
    return element('div', { className: 'buttons' },
      element('button', { type: 'button', onclick: split }, 'Split into one track per channel'))
  }

  makeName(track) {
    const input = element('input', { type: 'text', value: track.name ?? '', maxLength: 200 })
    input.addEventListener('change', () => this.change('rename', (track) => ({ ...track, name: input.value })))
    return field('Name', input)
  }

  /** The channel; of a track with several, the one that is set here. */
  makeChannel(channels) {
    const isMixed = channels.length > 1
    const all = isMixed ? channels : Array.from({ length: 16 }, (_, index) => index + 1)
    const select = choice(all.map((channel) => [String(channel), channel === 10 ? '10 · Drums' : String(channel)]),
      String(this.channel), (value) => {
        this.channel = Number(value)
        this.shown = undefined
        if (isMixed) this.show()
        else this.change('channel', (track) => ({ ...track, channel: this.channel }))
      })
    return field('Channel', select, 'narrow')
  }

  makeProgram(track) {
    const presets = this.presets()
    const program = setting(track, 'program', this.channel) ?? 0
    const bank = this.channel === 10 ? 128 : (setting(track, 0, this.channel) ?? 0)
    const value = `${bank}:${program}`
    const options = presets.map((preset) => [`${preset.bank}:${preset.program}`, this.presetName(preset)])
    if (!options.some(([key]) => key === value)) options.unshift([value, `${programName(program)} (not in the bank)`])
    const select = choice(options, value, (chosen) => {
      const [bank, program] = chosen.split(':').map(Number)
      this.setPreset({ bank, program })
    })
    return field('Program', select, 'wide')
  }

  /** Drum kits for channel 10, other presets for the rest. */
  presets() {
    const isDrums = this.channel === 10
    return this.studio.tactus.bank.presets.filter(({ bank }) => (bank === 128) === isDrums)
      .toSorted((a, b) => a.bank - b.bank || a.program - b.program)
  }

  presetName({ bank, program, name }) {
    const number = bank === 0 || bank === 128 ? `${program}` : `${bank}:${program}`
    return `${number}  ${name}`
  }

  setPreset(preset) {
    const { channel } = this
    this.studio.selectPreset(channel - 1, preset)
    this.change('program', (track) => withPreset(track, preset, channel))
  }

  makeSlider(track, { label, controller, initial, text }) {
    const value = setting(track, controller, this.channel) ?? initial
    const control = (value) => this.studio.tactus.control(this.channel - 1, controller, value)
    return slider(label, value, [0, 127], text, control, (value) => {
      control(value)
      this.change(label.toLowerCase(), (track) => withSetting(track, controller, value, this.channel))
    })
  }

  change(label, edit) {
    this.studio.change(label, (document) => changeTrack(document, this.studio.track, edit))
  }
}

function panText(value) {
  if (value === 64) return 'C'
  return value < 64 ? `${64 - value} L` : `${value - 64} R`
}

customElements.define('tactus-mixer', Mixer)
