import { checkbox, choice, element, field, icon, iconButton, slider } from './element.js'
import { placeBelow } from './menu.js'

const GRIDS = [['0', 'Off'], ['1', '1/4'], ['0.5', '1/8'], [String(1 / 3), '1/8 triplet'], ['0.25', '1/16'],
  [String(1 / 6), '1/16 triplet'], ['0.125', '1/32']]

/** The button that starts and ends a recording. */
export function recordButton(studio) {
  const { recorder } = studio
  const button = iconButton('record', 'Record (R)', () => recorder.toggle(), {
    className: 'icon-button record', 'aria-pressed': false,
  })
  recorder.addEventListener('change', () => button.setAttribute('aria-pressed', Boolean(recorder.isRecording)))
  return button
}

/** The button that switches the metronome. */
export function metronomeButton(studio) {
  const { takeSettings } = studio
  const button = iconButton('metronome', 'Metronome', () => takeSettings.set({ metronome: !takeSettings.metronome }), {
    className: 'icon-button metronome',
  })
  const show = () => button.setAttribute('aria-pressed', takeSettings.metronome)
  takeSettings.addEventListener('change', show)
  show()
  return button
}

/** A button with the settings of recordings. */
export function takeSettingsButton(studio) {
  const button = element('button', {
    type: 'button', className: 'icon-button take-settings', title: 'Recording settings',
    'aria-label': 'Recording settings', 'aria-expanded': false, onclick: () => panel.togglePopover(),
  }, icon('settings'))
  const panel = makePanel(studio)
  panel.addEventListener('toggle', ({ newState }) => {
    button.setAttribute('aria-expanded', newState === 'open')
    if (newState !== 'open') return
    placeBelow(panel, button)
    panel.querySelector('input, select').focus()
  })
  return element('span', { className: 'menu-holder' }, button, panel)
}

function makePanel(studio) {
  const { takeSettings: settings, recorder } = studio
  const mode = choice([['false', 'Overdub'], ['true', 'Replace']], String(settings.replaces),
    (value) => settings.set({ replaces: value === 'true' }))
  const grid = choice(GRIDS, String(settings.grid), (value) => settings.set({ grid: Number(value) }))
  const strength = slider('Strength', settings.strength, [0, 100], (value) => `${value} %`, undefined,
    (value) => settings.set({ strength: value }))
  const hint = element('p', { className: 'note', role: 'status' })
  const show = () => (hint.textContent = recorder.canRequantize ? 'Applies to the last take too.' : 'Applies to the next take.')
  for (const source of [recorder, settings]) source.addEventListener('change', show)
  show()
  return element('div', { className: 'take-panel', popover: 'auto', role: 'dialog', 'aria-label': 'Recording' },
    element('h2', {}, 'Recording'),
    toggle(settings, 'countIn', 'Count-in of one bar'), toggle(settings, 'metronome', 'Metronome'),
    element('div', { className: 'fields' }, field('Mode', mode), field('Quantize', grid)), strength, hint)
}

function toggle(settings, member, text) {
  const box = checkbox(text, settings[member], (isChecked) => settings.set({ [member]: isChecked }))
  settings.addEventListener('change', () => (box.checked = settings[member]))
  return box.label
}
