import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import type { AppThunk, StartListening } from '../../api/app-store.ts'
import { parseJson } from '../../api/browser-storage.ts'
import { loggedOut } from '../../session/session-slice.ts'

const KEY = 'recentlyViewed'
const MAX_STORED = 12
/** Local storage key of `recent-searches.ts`. */
export const RECENT_SEARCHES_KEY = 'recentSearches'

/** Returns the ids of the products viewed in this browser, the last one first. */
export function readViewed(): AppThunk<string[]> {
  return (_dispatch, _getState, { storage }) => {
    const stored = parseJson(storage.read('localStorage', KEY))
    if (!Array.isArray(stored)) return []
    return stored.filter((id) => typeof id === 'string' && PRODUCT_ID_PATTERN.test(id)).slice(0, MAX_STORED)
  }
}

/** Records that a product's page was shown. */
export function recordViewed(productId: string): AppThunk<void> {
  return (dispatch, _getState, { storage }) => {
    const others = dispatch(readViewed()).filter((id) => id !== productId)
    storage.write('localStorage', KEY, JSON.stringify([productId, ...others].slice(0, MAX_STORED)))
  }
}

/** Clears the viewed products. */
export function clearViewed(): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('localStorage', KEY, null)
}

/** Clears viewed products and recent searches at logout: the next user of this browser must not see them. */
export function startViewedListeners(startListening: StartListening): void {
  startListening({
    actionCreator: loggedOut,
    effect: (_action, { dispatch, extra }) => {
      dispatch(clearViewed())
      extra.storage.write('localStorage', RECENT_SEARCHES_KEY, null)
    },
  })
}
