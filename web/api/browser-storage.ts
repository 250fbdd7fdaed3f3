type StorageArea = 'localStorage' | 'sessionStorage'

/** The browser's storage. Its methods never throw: memory replaces a full or forbidden storage. */
export interface BrowserStorage {
  read(area: StorageArea, key: string): string | null
  /** Writes a text; null removes the key. */
  write(area: StorageArea, key: string, text: string | null): void
}

/** Returns the storage of this page. Values in memory are lost with the page. */
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

/** Returns undefined when the text is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
