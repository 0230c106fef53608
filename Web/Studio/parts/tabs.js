import { keepSetting, setting } from '../model/saved-state.js'
import { element } from './element.js'

const VIEWS = ['Song', 'Pattern', 'Effects', 'Banks']

/** The tabs of the views; arrow keys move between them. Views get an event `shown`. */
class Tabs extends HTMLElement {
  connect() {
    this.setAttribute('role', 'tablist')
    this.setAttribute('aria-label', 'Views')
    this.tabs = VIEWS.map((view) => this.makeTab(view))
    this.append(...this.tabs)
    this.addEventListener('keydown', (event) => this.moveByKey(event))
    this.select(Math.max(0, VIEWS.indexOf(setting('view', VIEWS[0]))))
  }

  makeTab(view) {
    const name = view.toLowerCase()
    return element('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `view-${name}`,
      onclick: () => this.select(VIEWS.indexOf(view)),
    }, view)
  }

  select(selected) {
    this.selected = selected
    keepSetting('view', VIEWS[selected])
    this.tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', index === selected)
      tab.tabIndex = index === selected ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls'))
      panel.hidden = index !== selected
      if (index === selected) panel.dispatchEvent(new Event('shown'))
    })
  }

  moveByKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    this.select((this.selected + step + VIEWS.length) % VIEWS.length)
    this.tabs[this.selected].focus()
  }
}

customElements.define('tactus-tabs', Tabs)
