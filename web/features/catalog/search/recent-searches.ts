import type { AppThunk } from '../../../api/app-store.ts'
import { parseJson } from '../../../api/browser-storage.ts'
import { cleanSearchText } from '../search-address.ts'
import { RECENT_SEARCHES_KEY } from '../viewed-products.ts'

const MAX_STORED = 5

/** Returns the recent searches in this browser, the last one first. */
export function readRecentSearches(): AppThunk<string[]> {
  return (_dispatch, _getState, { storage }) => {
    const stored = parseJson(storage.read('localStorage', RECENT_SEARCHES_KEY))
    if (!Array.isArray(stored)) return []
    return stored
      .filter((text) => typeof text === 'string' && text !== '' && text === cleanSearchText(text))
      .slice(0, MAX_STORED)
  }
}

/** Records a search. */
export function recordSearch(text: string): AppThunk<void> {
  return (dispatch) => {
    const isOther = (one: string) => one.toLowerCase() !== text.toLowerCase()
    dispatch(write([text, ...dispatch(readRecentSearches()).filter(isOther)].slice(0, MAX_STORED)))
  }
}

/** Removes a recent search; returns the remaining ones. */
export function forgetSearch(text: string): AppThunk<string[]> {
  return (dispatch) => {
    const left = dispatch(readRecentSearches()).filter((one) => one !== text)
    dispatch(write(left))
    return left
  }
}

/** Clears the recent searches. */
export function forgetSearches(): AppThunk<void> {
  return write([])
}

function write(texts: string[]): AppThunk<void> {
  return (_dispatch, _getState, { storage }) =>
    storage.write('localStorage', RECENT_SEARCHES_KEY, texts.length ? JSON.stringify(texts) : null)
}
