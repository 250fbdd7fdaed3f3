import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { RESPONSE_FRESH_SECONDS, RESPONSE_STALE_SECONDS } from '../../shared/catalog/constants.ts'
import type { ErrorDefinitions } from '../../shared/kernel/error-definition.ts'
import type { ApiError, DetailsOf } from '../../shared/kernel/errors.ts'
import { currentLanguage, PAGE_LANGUAGES } from '../../shared/kernel/language.ts'
import type { AppDispatch, AppServices, AppThunk } from './app-store.ts'

const KEY = 'catalogChange'
/** The longest time that an HTTP cache may serve a response from before a change. */
const REMEMBERED_MS = (RESPONSE_FRESH_SECONDS + RESPONSE_STALE_SECONDS) * 1000

type Services = Pick<AppServices, 'storage' | 'now'>

/** Makes the next catalog reads of all tabs bypass HTTP caches, since this browser changed the catalog. */
export function recordCatalogChange({ storage, now }: Services): void {
  storage.write('localStorage', KEY, `${now()}-${Math.random().toString(36).slice(2)}`)
}

function lastCatalogChange({ storage, now }: Services): string | undefined {
  const change = storage.read('localStorage', KEY)
  const [time] = change?.split('-') ?? []
  return change && Math.abs(now() - Number(time)) < REMEMBERED_MS ? change : undefined
}

interface ApiOptions {
  changesCatalog?: boolean
  /** Reads the public catalog, including this browser's recent changes, without the user's access token. */
  readsCatalog?: boolean
  /** Sends no access token. */
  isPublic?: boolean
}

const TIMEOUT_MS = 30_000

/**
 * Makes a call with the user's access token. Retries once after a 401 when the token has expired but the session has not.
 * Rejects while the token cannot be renewed, which RTK Query reports as a failure that a retry may solve.
 */
export function callSignedIn<Result>(
  call: (token: string | null) => Promise<Result>,
  statusOf: (result: Result) => unknown,
): AppThunk<Promise<Result>> {
  return async (dispatch, _getState, { tokens }) => {
    const token = await dispatch(tokens.current())
    const result = await call(token)
    if (!token || statusOf(result) !== 401) return result
    const newer = await dispatch(tokens.renew(token))
    return newer ? call(newer) : result
  }
}

/** Has no base URL: endpoints use whole paths, so that a search for a path finds them. */
const networkQuery = fetchBaseQuery({
  timeout: TIMEOUT_MS,
  // The server's texts are in the language of the page. Not in `headers`: those of a call would replace them.
  ...(PAGE_LANGUAGES && {
    prepareHeaders: (headers) => headers.set('accept-language', currentLanguage()),
  }),
})

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, ApiOptions> = async (
  args,
  api,
  options = {},
) => {
  const services = api.extra as AppServices
  const request: FetchArgs = typeof args === 'string' ? { url: args } : { ...args }
  const after_change = options.readsCatalog ? lastCatalogChange(services) : undefined
  // An empty query would still append `?`, which is another key for HTTP caches.
  if (after_change) request.params = { ...request.params, after_change }
  if (options.readsCatalog || options.isPublic) return networkQuery(request, api, options)
  const withToken = async (token: string | null) => {
    const headers = new Headers(request.headers as HeadersInit | undefined)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return networkQuery({ ...request, headers }, api, options)
  }
  const result = await (api.dispatch as AppDispatch)(callSignedIn(withToken, ({ error }) => error?.status))
  // Also after a failure: the change may have been made although the response was lost.
  if (options.changesCatalog) recordCatalogChange(services)
  return result
}

/** Tags of data that belongs to one user. */
export const PERSONAL_TAGS = [
  'Cart',
  'Saved',
  'StockAlert',
  'Review',
  'Order',
  'Session',
  'Profile',
  'SellerProduct',
  'SellerOrder',
  'SellerNotice',
  'Conversation',
  'Notification',
  'MailPreference',
  'AdminProduct',
  'AdminOrder',
  'AdminPayment',
  'AdminSearch',
  'AdminUser',
  'Market',
  'AdminBanner',
  'AdminSitePage',
  'AdminCategory',
  'FailedTask',
] as const

/** The API of the front end. Features add endpoints with `injectEndpoints`; they send the access token unless they are public. */
export const api = createApi({
  reducerPath: 'api',
  refetchOnReconnect: true,
  baseQuery,
  tagTypes: ['Product', 'Quote', ...PERSONAL_TAGS],
  endpoints: () => ({}),
})

declare module './app-store.ts' {
  interface AppState {
    api: ReturnType<typeof api.reducer>
  }
}

/** Returns the server's error; null when a call failed for another reason. */
export function apiErrorOf(error: unknown): (ApiError & { status: number }) | null {
  if (typeof error !== 'object' || error === null || !('status' in error) || !('data' in error)) return null
  const { status, data } = error
  if (typeof status !== 'number' || typeof data !== 'object' || data === null) return null
  if (!('code' in data) || !('message' in data)) return null
  return { ...(data as ApiError), status }
}

type KnownError<Definitions extends ErrorDefinitions> = {
  [Code in keyof Definitions & string]: { code: Code; details: DetailsOf<Definitions[Code]> }
}[keyof Definitions & string]

/** Returns the server's error if its code is among `definitions`, with the type of its details; null otherwise. */
export function knownErrorOf<Definitions extends ErrorDefinitions>(
  error: unknown,
  definitions: Definitions,
): KnownError<Definitions> | null {
  const refusal = apiErrorOf(error)
  const isKnown = refusal !== null && Object.hasOwn(definitions, refusal.code)
  return isKnown ? (refusal as unknown as KnownError<Definitions>) : null
}

/** Returns a safe cache tag for an id from a URL: RTK Query stores tags in plain objects, where `hasOwnProperty` would clash. */
export function tagId(id: string): string {
  return id in {} ? '' : id
}
