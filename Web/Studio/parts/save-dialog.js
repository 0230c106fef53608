import { baseName, documentText, withoutExtension } from '../model/files.js'
import { element, field } from './element.js'

/** Saves the document in the folder of `tactus studio`. It asks for a name, and before it replaces a file. */
class SaveDialog extends HTMLElement {
  connect(studio) {
    this.studio = studio
    this.name = element('input', { type: 'text', required: true, spellcheck: false, oninput: () => this.showState() })
    this.said = element('p', { className: 'note', id: 'save-said', role: 'status' })
    this.button = element('button', { type: 'submit', className: 'primary' }, 'Save')
    const cancel = element('button', { type: 'button', onclick: () => this.dialog.close() }, 'Cancel')
    this.heading = element('h2', { id: 'save-title' })
    const form = element('form', { onsubmit: (event) => this.submit(event) },
      this.heading, element('div', { className: 'fields' }, field('Name', this.name)), this.said,
      element('div', { className: 'buttons' }, cancel, this.button))
    this.dialog = element('dialog', { 'aria-labelledby': 'save-title', 'aria-describedby': 'save-said' }, form)
    this.append(this.dialog)
  }

  /** Saves at once if the page has saved this file before; otherwise it asks. */
  async save() {
    this.isAsked = true
    if (this.isSaving) return
    this.isSaving = true
    do {
      this.isAsked = false
      await this.studio.attempt(() => this.saveOrAsk())
    } while (this.isAsked && this.studio.workspace.hasChanges && !this.dialog.open)
    this.isSaving = false
  }

  async saveOrAsk() {
    const { workspace } = this.studio
    if (!workspace.current?.isSaved) return this.ask()
    const { path, version } = workspace.current
    await this.write(path, version).catch((error) => {
      if (!error.isAnotherVersion) throw error
      return this.ask(changed(path))
    })
  }

  async ask(sentence = '') {
    const { workspace } = this.studio
    await this.studio.attempt(() => workspace.refresh())
    const open = workspace.current?.path ?? workspace.opens
    this.name.value = open ? `${withoutExtension(open)}.json` : `${baseName(this.studio)}.json`
    this.name.readOnly = workspace.opens !== null
    this.knowsOfChange = sentence !== ''
    this.heading.textContent = `Save in ${workspace.folder}`
    this.showState(sentence)
    this.dialog.showModal()
  }

  /** Whether a file of the name exists. */
  get replaces() {
    return this.studio.workspace.files.some(({ path }) => path === this.path)
  }

  get path() {
    const name = this.name.value.trim()
    return /\.json$/i.test(name) ? name : `${name}.json`
  }

  showState(sentence = '') {
    this.button.textContent = this.replaces ? 'Replace' : 'Save'
    this.said.textContent = sentence || (this.replaces ? `${this.path} exists, and will be replaced.` : '')
  }

  async submit(event) {
    event.preventDefault()
    const { workspace } = this.studio
    const { path } = this
    try {
      await this.write(path, await this.replacedVersion(path))
      this.dialog.close()
    } catch (error) {
      await this.studio.attempt(() => workspace.refresh())
      if (!error.isAnotherVersion) return this.showState(error.message)
      this.knowsOfChange ||= path === workspace.current?.path
      this.showState(path === workspace.current?.path ? changed(path) : '')
    }
  }

  /** The version that is replaced: of the open file the one that was opened, until the person knows of a later one. */
  async replacedVersion(path) {
    const { workspace } = this.studio
    if (!this.replaces) return null
    return path === workspace.current?.path && !this.knowsOfChange ? workspace.current.version : workspace.version(path)
  }

  async write(path, version) {
    const { studio } = this
    const { document, history } = studio
    const next = await studio.workspace.save(path, documentText(studio), version)
    if (studio.history !== history) return studio.say(`Saved ${path}`)  // another song is open by now
    studio.workspace.current = { path, version: next, isSaved: true }
    studio.workspace.saved = document
    studio.workspace.compare(studio.document)
    studio.say(`Saved ${path}`)
  }
}

const changed = (path) => `Another program has changed ${path}, or removed it.`

customElements.define('tactus-save', SaveDialog)
