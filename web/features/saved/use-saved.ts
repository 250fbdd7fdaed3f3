import { useSession } from '../../session/use-session.ts'
import { useGetSavedQuery } from './saved-api.ts'

/** The wish list that is shown. */
export interface Saved {
  /** Ids of products, newest first; undefined until they are known. */
  ids: readonly string[] | undefined
  /** Empty for visitors. */
  userId: string
  /** False for sellers and admins. */
  isOffered: boolean
  failed: boolean
  fetching: boolean
  retry: () => void
}

const UNKNOWN: Saved = { ids: undefined, userId: '', isOffered: true, failed: false, fetching: false, retry: () => {} }

/** The wish list of a buyer or a visitor; the server knows none. */
export const useSaved: () => Saved = import.meta.env.SSR ? () => UNKNOWN : useKnownSaved

function useKnownSaved(): Saved {
  const { ready, isLoggedIn, userRole, userId } = useSession()
  const isOffered = !isLoggedIn || userRole === 'buyer'
  const owner = isLoggedIn ? userId : ''
  const { currentData, isError, isFetching, refetch } = useGetSavedQuery(owner, { skip: !ready || !isOffered })
  return { ids: currentData, userId: owner, isOffered, failed: isError, fetching: isFetching, retry: refetch }
}
