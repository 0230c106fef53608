import { drums } from '../model/names.js'
import { keepSetting, setting } from '../model/saved-state.js'
import { element, iconButton } from '../parts/element.js'

/** The bar above the patterns: new tracks, grid or rings, fills, and the page of long patterns. */
export class PatternTools {
  constructor(view) {
    this.view = view
    /** 'grid' or 'rings'. */
    this.look = setting('patternLook', 'grid')
    this.fill = element('button', {
      type: 'button', 'aria-pressed': false, title: 'Plays the steps that sound in fills', onclick: () => this.toggleFill(),
    }, 'Fill')
    this.note = element('span', { className: 'note' })
    this.bar = element('div', { className: 'tools', role: 'toolbar', 'aria-label': 'Patterns' },
      this.makeSettings(), this.makeAdd(), this.makeLooks(), this.fill, view.sections.begin, this.makePages(), this.note)
  }

  makeAdd() {
    const choose = () => {
      const [value, name] = [add.value, add.selectedOptions[0].text]
      add.value = ''
      this.view.add(name, value === 'melodic' ? undefined : Number(value))
    }
    const add = element('select', { 'aria-label': 'Add a pattern track', onchange: choose },
      element('option', { value: '' }, 'Add a track…'), element('option', { value: 'melodic' }, 'Melodic'),
      drums.map(([key, name]) => element('option', { value: key }, name)))
    return add
  }

  /** The button that shows the panel where the screen has no room for both. */
  makeSettings() {
    const button = iconButton('mixer', 'Settings of the pattern and the step', () => {
      button.setAttribute('aria-pressed', this.view.classList.toggle('shows-panel'))
    }, { className: 'icon-button mixer-button', 'aria-pressed': false })
    return button
  }

  makeLooks() {
    this.looks = [['grid', 'Grid'], ['rings', 'Rings']].map(([look, name]) => element('button', {
      type: 'button', 'aria-pressed': look === this.look, onclick: () => this.setLook(look),
    }, name))
    return element('div', { className: 'segments', role: 'group', 'aria-label': 'Steps as' }, this.looks)
  }

  setLook(look) {
    this.look = look
    keepSetting('patternLook', look)
    this.looks.forEach((button, index) => button.setAttribute('aria-pressed', (index === 1) === (look === 'rings')))
    this.view.show()
  }

  makePages() {
    const turn = (by) => this.view.turnPage(by)
    this.back = iconButton('left', 'Steps before', () => turn(-1))
    this.forth = iconButton('right', 'Steps after', () => turn(1))
    this.pageName = element('output', { 'aria-label': 'Page of steps' })
    this.pages = element('div', { className: 'group', role: 'group', 'aria-label': 'Page' },
      this.back, this.pageName, this.forth)
    return this.pages
  }

  toggleFill() {
    const isOn = this.fill.getAttribute('aria-pressed') !== 'true'
    this.fill.setAttribute('aria-pressed', isOn)
    this.view.studio.tactus.fill(isOn)
  }

  show() {
    const { page, pageCount } = this.view
    this.pages.hidden = pageCount < 2
    this.pageName.value = `Page ${page + 1} of ${pageCount}`
    this.back.disabled = page === 0
    this.forth.disabled = page >= pageCount - 1
    this.note.textContent = this.look === 'rings'
      ? 'Inner handle: hits of a Euclidean rhythm. Outer handle: rotation.'
      : 'Click: off, on, accent. Shift and click selects a step.'
  }
}
