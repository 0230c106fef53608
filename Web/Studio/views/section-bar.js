import { beginSections, duplicateSection, endSections, formNames, formPlan, freeName, partAtTick, removeSection,
  renameSection, sectionNames } from '../model/form.js'
import { element, field } from '../parts/element.js'

/** The sections of the patterns: which one is edited, and the form, the order in which they play. */
export class SectionBar {
  constructor(view) {
    this.view = view
    this.studio = view.studio
    this.begin = element('button', {
      type: 'button', title: 'Divides the patterns into sections, which a form puts in order', onclick: () => this.start(),
    }, 'Sections')
    this.names = element('div', { className: 'segments', role: 'group', 'aria-label': 'Section' })
    this.parts = element('div', { className: 'form-parts', 'aria-hidden': 'true' })
    this.element = element('section', { className: 'section-bar', 'aria-label': 'Sections', hidden: true },
      this.makeTools(), this.parts)
  }

  makeTools() {
    this.name = element('input', { type: 'text', maxLength: 20, 'aria-label': 'Section name', onchange: () => this.rename() })
    this.form = element('input', { type: 'text', spellcheck: false, 'aria-label': 'Form', onchange: () => this.setForm() })
    this.removeButton = element('button', { type: 'button', onclick: () => this.remove() })
    return element('div', { className: 'tools wrap' }, this.names,
      element('button', { type: 'button', onclick: () => this.duplicate() }, 'Duplicate'),
      field('Name', this.name, 'inline section-name'), this.removeButton, field('Form', this.form, 'inline form-text'))
  }

  get document() {
    return this.studio.document
  }

  /** Shows the sections of the document, and chooses the one that is edited: the view's `section`. */
  show() {
    const names = sectionNames(this.document)
    const { view } = this
    if (!names.includes(view.section)) view.section = names[0]
    this.element.hidden = !names.length
    this.begin.hidden = names.length > 0 || !view.patterns.length
    if (!names.length) return
    this.plan = formPlan(this.document)
    const isFocused = this.names.contains(document.activeElement)
    this.names.replaceChildren(...names.map((name) => element('button', {
      type: 'button', 'aria-pressed': name === view.section, onclick: () => this.select(name),
    }, name)))
    if (isFocused) this.names.children[names.indexOf(view.section)].focus()
    if (document.activeElement !== this.name) this.name.value = view.section
    if (document.activeElement !== this.form) this.form.value = this.document.form
    this.removeButton.textContent = names.length > 1 ? 'Remove' : 'No sections'
    this.showParts()
  }

  showParts() {
    const parts = this.plan.parts.slice(0, 200).map(({ name, length }) => {
      const part = element('span', { className: name === this.view.section ? 'is-edited' : '', onclick: () => this.select(name) }, name)
      part.style.flexGrow = length
      return part
    })
    this.parts.replaceChildren(...parts)
  }

  /** Marks the section that plays, and returns it. */
  markPlaying(tick, isPlaying) {
    if (this.element.hidden) return undefined
    const part = isPlaying ? partAtTick(this.plan, tick) : undefined
    if (part?.index === this.playing) return part
    this.parts.children[this.playing]?.classList.remove('is-playing')
    this.parts.children[part?.index]?.classList.add('is-playing')
    this.playing = part?.index
    return part
  }

  select(name) {
    Object.assign(this.view, { section: name, step: 0, page: 0 })
    this.view.show()
  }

  // Edits

  start() {
    this.view.section = 'A'
    this.studio.change('begin sections', (document) => beginSections(document))
  }

  duplicate() {
    const { section } = this.view
    const copy = freeName(this.document)
    this.view.section = copy
    this.studio.change('duplicate a section', (document) => duplicateSection(document, section, copy))
    this.studio.announce(`Section ${copy}, a copy of ${section}`)
  }

  rename() {
    const { section } = this.view
    const name = this.name.value.trim().replace(/[\s|,*]+/g, '-')
    const isTaken = sectionNames(this.document).includes(name)
    this.name.value = name && !isTaken ? name : section
    if (isTaken && name !== section) this.studio.say(`There is already a section ${name}.`, true)
    if (!name || isTaken) return
    this.view.section = name
    this.studio.change('rename a section', (document) => renameSection(document, section, name))
  }

  remove() {
    const { section } = this.view
    const isLast = sectionNames(this.document).length === 1
    if (isLast) this.view.section = undefined
    this.studio.change('remove a section', (document) => (
      isLast ? endSections(document, section) : removeSection(document, section)))
  }

  setForm() {
    const form = this.form.value.trim()
    const names = sectionNames(this.document)
    const missing = formNames(form).find((name) => !names.includes(name))
    if (missing) this.studio.say(`There is no section ${missing}. The sections are ${names.join(', ')}.`, true)
    if (missing || !form) this.form.value = this.document.form
    else this.studio.change('form', (document) => ({ ...document, form }))
  }
}
