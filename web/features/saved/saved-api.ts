import { PRODUCT_ID_PATTERN } from '../../../shared/catalog/constants.ts'
import { LOCAL_SAVED_KEY, MAX_SAVED_PRODUCTS } from '../../../shared/saved/constants.ts'
import type { SavedResponse } from '../../../shared/saved/schema.ts'
import { api } from '../../api/api.ts'
import { type AppServices, hydrated, type StartListening } from '../../api/app-store.ts'
import { type BrowserStorage, parseJson } from '../../api/browser-storage.ts'
import { loggedOut } from '../../session/session-slice.ts'

/** Returns the wish list stored in this browser, newest first. */
export const readLocalSaved = (storage: BrowserStorage) => readSaved(storage.read('localStorage', LOCAL_SAVED_KEY))

/** Stores the wish list in this browser; an empty one leaves nothing behind. */
export function writeLocalSaved(storage: BrowserStorage, ids: readonly string[]): void {
  storage.write('localStorage', LOCAL_SAVED_KEY, ids.length ? JSON.stringify(ids) : null)
}

/** The wish list: a buyer's on the server, a visitor's in this browser. */
export const savedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the buyer's id, empty for visitors. Adds a visitor's list to the buyer's after sign-in. */
    getSaved: build.query<string[], string>({
      queryFn: async (userId, { extra }, _options, call) => {
        const { storage } = extra as AppServices
        const local = readLocalSaved(storage)
        if (!userId) return { data: local }
        const request = { url: '/api/saved', method: 'POST', body: { product_ids: local } }
        const { data, error } = await call(local.length ? request : '/api/saved')
        if (error) return { error }
        writeLocalSaved(storage, [])
        return { data: (data as SavedResponse).product_ids }
      },
      providesTags: ['Saved'],
    }),
  }),
})

/** Follows changes in other tabs, and clears the visitor's list at logout. */
export function startSavedListeners(startListening: StartListening): void {
  startListening({
    actionCreator: hydrated,
    effect: (_action, { dispatch, unsubscribe }) => {
      unsubscribe()
      addEventListener('storage', ({ key }) => {
        if (key === LOCAL_SAVED_KEY || key === null) dispatch(api.util.invalidateTags(['Saved']))
      })
    },
  })
  startListening({
    actionCreator: loggedOut,
    effect: (_action, { extra }) => writeLocalSaved(extra.storage, []),
  })
}

function readSaved(stored: string | null): string[] {
  const content = parseJson(stored)
  if (!Array.isArray(content)) return []
  const ids = content.filter((id): id is string => typeof id === 'string' && PRODUCT_ID_PATTERN.test(id))
  return [...new Set(ids)].slice(0, MAX_SAVED_PRODUCTS)
}

/** Returns the wish list with a product on top, or without it. */
export function withSaved(saved: readonly string[], productId: string, isSaved: boolean): string[] {
  const others = saved.filter((id) => id !== productId)
  return isSaved ? [productId, ...others].slice(0, MAX_SAVED_PRODUCTS) : others
}
