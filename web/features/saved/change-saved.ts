import type { SavedResponse } from '../../../shared/saved/schema.ts'
import type { AppServices, AppThunk } from '../../api/app-store.ts'
import { readLocalSaved, savedApi, withSaved, writeLocalSaved } from './saved-api.ts'

interface SavedChange {
  /** Empty for visitors. */
  userId: string
  productId: string
  isSaved: boolean
}

const changeApi = savedApi.injectEndpoints({
  endpoints: (build) => ({
    changeSaved: build.mutation<string[], SavedChange>({
      queryFn: async ({ userId, productId, isSaved }, { extra }, _options, call) => {
        const { storage } = extra as AppServices
        if (!userId) {
          const ids = withSaved(readLocalSaved(storage), productId, isSaved)
          writeLocalSaved(storage, ids)
          return { data: ids }
        }
        const { data, error } = await call({ url: `/api/saved/${productId}`, method: isSaved ? 'PUT' : 'DELETE' })
        return error ? { error } : { data: (data as SavedResponse).product_ids }
      },
      onQueryStarted: async ({ userId, productId, isSaved }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          savedApi.util.updateQueryData('getSaved', userId, (ids) => withSaved(ids, productId, isSaved)),
        )
        await queryFulfilled.catch(() => shown.undo())
      },
      // A response requested before the change could otherwise overwrite it.
      invalidatesTags: ['Saved'],
    }),
  }),
})

/** Adds a product to the wish list or removes it, optimistically; returns true on success. */
export function changeSaved(change: SavedChange): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const { error } = await dispatch(changeApi.endpoints.changeSaved.initiate(change, { track: false }))
    return error === undefined
  }
}
