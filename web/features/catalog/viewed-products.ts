import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import type { AppThunk, StartListening } from '../../api/app-store.ts'
import { parseJson } from '../../api/browser-storage.ts'
import { loggedOut } from '../../session/session-slice.ts'

/** Local storage: the ids of the products whose pages this browser showed, the last one first. */
const KEY = 'recentlyViewed'
const MAX_KEPT = 12
/** Local storage: what `recent-searches.ts` keeps. */
export const RECENT_SEARCHES_KEY = 'recentSearches'

/** Returns the ids of the products that this browser showed, the last one first; none where storage has anything else. */
export function readViewed(): AppThunk<string[]> {
  return (_dispatch, _getState, { storage }) => {
    const stored = parseJson(storage.read('localStorage', KEY))
    if (!Array.isArray(stored)) return []
    return stored.filter((id) => typeof id === 'string' && PRODUCT_ID_PATTERN.test(id)).slice(0, MAX_KEPT)
  }
}

/** Records that a product's page was shown. */
export function recordViewed(productId: string): AppThunk<void> {
  return (dispatch, _getState, { storage }) => {
    const others = dispatch(readViewed()).filter((id) => id !== productId)
    storage.write('localStorage', KEY, JSON.stringify([productId, ...others].slice(0, MAX_KEPT)))
  }
}

/** Forgets all of them. */
export function clearViewed(): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('localStorage', KEY, null)
}

/** Forgets them and recent searches when the user logs out: the next user of this browser must not see them. */
export function startViewedListeners(startListening: StartListening): void {
  startListening({
    actionCreator: loggedOut,
    effect: (_action, { dispatch, extra }) => {
      dispatch(clearViewed())
      extra.storage.write('localStorage', RECENT_SEARCHES_KEY, null)
    },
  })
}
