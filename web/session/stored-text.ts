/** Kept for good and shared by all tabs, or kept for this tab only. */
export type StorageArea = 'localStorage' | 'sessionStorage'

/** What a full or forbidden storage could not take; lasts as long as the page. */
const memory = new Map<string, string>()

/** Reads a text from the browser's storage; null when there is none. Never throws. */
export function readText(area: StorageArea, key: string): string | null {
  const remembered = memory.get(`${area} ${key}`)
  if (remembered !== undefined) return remembered
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in the browser's storage, or removes it when it is null. Never throws. */
export function writeText(area: StorageArea, key: string, text: string | null): void {
  memory.delete(`${area} ${key}`)
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
  } catch {
    if (text !== null) memory.set(`${area} ${key}`, text)
  }
}

/** Reads stored JSON of any content; undefined when it is no JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
