/**
 * The files and banks of the computer that `tactus studio` offers to the page. Documents are saved there; each file has
 * a version, so that nothing is replaced that the page has not seen.
 */
export class Workspace {
  /** Returns the workspace, if the page's address asks for it; null for pages that are served as files alone. */
  static async connect() {
    if (!new URLSearchParams(location.search).has('workspace')) return null
    const workspace = new Workspace(new URL('../', location.href))
    await workspace.refresh()
    return workspace
  }

  constructor(base) {
    this.base = base
    /** The file that is open: its `path`, its `version`, and whether the page has saved it; null for other songs. */
    this.current = null
    /** The document as the file has it; documents are immutable, so undo and redo can return to it. */
    this.saved = null
    this.hasChanges = false
  }

  /** Notes whether a document has changes that are not saved. */
  compare(document) {
    this.hasChanges = document !== this.saved
  }

  /** Reads what there is: `folder`, the name of the folder; `opens`, the only song; `files` and `banks`. */
  async refresh() {
    Object.assign(this, await (await this.#request('workspace')).json())
  }

  /** Whether documents can be saved. */
  get canSave() {
    return this.folder !== null
  }

  /** Returns a file and its version. */
  async read(path) {
    const response = await this.#request(address(path))
    return { file: new File([await response.blob()], path.split('/').at(-1)), version: versionOf(response) }
  }

  /** The version of a file; null if it does not exist. */
  async version(path) {
    const response = await fetch(new URL(address(path), this.base), { method: 'HEAD', cache: 'no-store' })
    return response.ok ? versionOf(response) : null
  }

  /**
   * Saves a text as a file: a new one if `version` is null, else one that replaces this version. Returns the new one.
   * Rejects with `isAnotherVersion` if the file is not the one that was expected.
   */
  async save(path, text, version) {
    const condition = version === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` }
    const response = await this.#request(address(path), {
      method: 'PUT', body: text, headers: { 'Content-Type': 'application/json', ...condition },
    })
    return versionOf(response)
  }

  /** The address of a bank, for `Tactus.loadBank`. */
  addressOf({ address: path }) {
    return new URL(path, this.base)
  }

  async #request(path, options = {}) {
    const response = await fetch(new URL(path, this.base), { cache: 'no-store', ...options }).catch(() => {
      throw new Error('tactus studio has ended; start it again, and open its new address')
    })
    if (response.ok) return response
    const { error } = await response.json().catch(() => ({}))
    throw Object.assign(new Error(error ?? `${response.status} ${response.statusText}`), {
      isAnotherVersion: response.status === 412,
    })
  }
}

/** The address of a file, below that of the server. */
export const address = (path) => ['files', ...path.split('/')].map(encodeURIComponent).join('/')

const versionOf = (response) => response.headers.get('ETag')?.replaceAll('"', '') ?? null
