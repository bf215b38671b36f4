/** The browser's storage, or one in memory where the browser refuses it, as in frames of other sites. */

type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

type Page = Pick<Window, 'localStorage'>

const inMemory = new Map<string, string>()

const memory: KeptStorage = {
  getItem: (name) => inMemory.get(name) ?? null,
  setItem: (name, value) => {
    inMemory.set(name, value)
  },
  removeItem: (name) => {
    inMemory.delete(name)
  },
  key: (at) => [...inMemory.keys()][at] ?? null,
  get length() {
    return inMemory.size
  },
}

/** Data in memory is forgotten with the document. */
export function keptStorage(page: Page): KeptStorage {
  try {
    return page.localStorage
  } catch {
    return memory
  }
}

/** The router stores its state without asking whether it may. Its data ends with the document. */
export function allowSessionStorage(page: Window): void {
  try {
    page.sessionStorage.getItem('')
  } catch {
    Object.defineProperty(page, 'sessionStorage', { configurable: true, value: memory })
  }
}

/** Storage of the tab, which outlasts the document. Null where the browser refuses it. */
export function tabStorage(page: Pick<Window, 'sessionStorage'>): Storage | null {
  try {
    const { sessionStorage } = page
    return (sessionStorage as KeptStorage) === memory ? null : sessionStorage
  } catch {
    return null
  }
}
