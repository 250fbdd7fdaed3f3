import { LOCAL_SAVED_KEY } from '../../../shared/saved/constants.ts'
import { readSaved, withSaved } from '../../../shared/saved/rules.ts'
import type { SavedResponse } from '../../../shared/saved/schema.ts'
import { api } from '../../api/api.ts'
import type { AppServices, StartListening } from '../../api/app-store.ts'
import { hydrated } from '../../api/app-store.ts'
import type { BrowserStorage } from '../../api/browser-storage.ts'
import { loggedOut } from '../../session/session-slice.ts'

interface SavedChange {
  /** Empty for visitors. */
  userId: string
  productId: string
  isSaved: boolean
}

const readLocal = (storage: BrowserStorage) => readSaved(storage.read('localStorage', LOCAL_SAVED_KEY))

function writeLocal(storage: BrowserStorage, ids: readonly string[]): void {
  storage.write('localStorage', LOCAL_SAVED_KEY, ids.length ? JSON.stringify(ids) : null)
}

/** The wish list: a buyer's on the server, a visitor's in this browser. */
export const savedApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the buyer's id, empty for visitors. What a visitor saved is added to the buyer's list at the sign-in. */
    getSaved: build.query<string[], string>({
      extraOptions: { signedIn: true },
      queryFn: async (userId, { extra }, _options, call) => {
        const { storage } = extra as AppServices
        const local = readLocal(storage)
        if (!userId) return { data: local }
        const request = { url: '/api/saved', method: 'POST', body: { product_ids: local } }
        const { data, error } = await call(local.length ? request : '/api/saved')
        if (error) return { error }
        writeLocal(storage, [])
        return { data: (data as SavedResponse).product_ids }
      },
      providesTags: ['Saved'],
    }),
    changeSaved: build.mutation<string[], SavedChange>({
      extraOptions: { signedIn: true },
      queryFn: async ({ userId, productId, isSaved }, { extra }, _options, call) => {
        const { storage } = extra as AppServices
        if (!userId) {
          const ids = withSaved(readLocal(storage), productId, isSaved)
          writeLocal(storage, ids)
          return { data: ids }
        }
        const { data, error } = await call({ url: `/api/saved/${productId}`, method: isSaved ? 'PUT' : 'DELETE' })
        return error ? { error } : { data: (data as SavedResponse).product_ids }
      },
      onQueryStarted: async ({ userId, productId, isSaved }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          savedApi.util.updateQueryData('getSaved', userId, (ids) => withSaved(ids, productId, isSaved)),
        )
        try {
          await queryFulfilled
        } catch {
          shown.undo()
        }
      },
    }),
  }),
})

export const { useGetSavedQuery, useChangeSavedMutation } = savedApi

/** Follows what other tabs save; what a visitor saved does not outlast a logout. */
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
    effect: (_action, { extra }) => writeLocal(extra.storage, []),
  })
}
