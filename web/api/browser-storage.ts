type StorageArea = 'localStorage' | 'sessionStorage'

/** The browser's storage. Neither method throws: what a full or forbidden storage refuses is kept in memory. */
export interface BrowserStorage {
  /** Returns the text under a key; null when there is none. */
  read(area: StorageArea, key: string): string | null
  /** Stores a text under a key; null removes the key. */
  write(area: StorageArea, key: string, text: string | null): void
}

/** Returns the storage of this page; what is kept in memory lasts as long as the page. */
export function createBrowserStorage(): BrowserStorage {
  const memory = new Map<string, string>()
  return {
    read: (area, key) => {
      const remembered = memory.get(`${area} ${key}`)
      if (remembered !== undefined) return remembered
      try {
        return window[area].getItem(key)
      } catch {
        return null
      }
    },
    write: (area, key, text) => {
      memory.delete(`${area} ${key}`)
      try {
        if (text === null) window[area].removeItem(key)
        else window[area].setItem(key, text)
      } catch {
        if (text !== null) memory.set(`${area} ${key}`, text)
      }
    },
  }
}

/** Parses stored text of any content; returns undefined when it is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
